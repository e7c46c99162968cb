import fc from "fast-check"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { labelCalls } from "~/contract/label"
import type { Board } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { anyCall } from "./any-call.ts"

const calls: Record<string, object> = { goal: goalCalls, item: itemCalls, task: taskCalls, label: labelCalls }
const lists = ["goals", "items", "tasks", "labels"] as const

/** A call about the board's rows, drawn by the seed: most are valid. Undefined: of an entity that the board has no rows of here. */
export const drawnCall = (board: Pick<Board, (typeof lists)[number]>, seed: number, drafts = false) => {
  const [goals, items, tasks, labels] = lists.map((list) => board[list].map(({ id }) => id)) as [
    number[],
    number[],
    number[],
    number[],
  ]
  const any = anyCall({ goals, items, tasks, labels, results: [], checkIns: [] }, drafts)
  const [{ name, input }] = fc.sample(any, { seed, numRuns: 1 }) as [{ name: string; input: object }]
  const [entity = "", op = ""] = name.split(".")
  const call = (calls[entity] as Record<string, typeof goalCalls.update> | undefined)?.[op]
  return call && { call, input }
}
