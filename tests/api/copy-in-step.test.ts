// The program of docs/api.md, run against the API: from the log alone it keeps a copy of a plan that equals the board.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { getRequestListener } from "@hono/node-server"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { documentedProgram } from "../support/documented.ts"
import { drawnCall } from "../support/model/drawn-call.ts"

type Row = Record<string, unknown> & { id: number }
type Copy = { seq: number } & Record<"goals" | "items" | "tasks" | "labels", Map<number, Row>>
type Program = { load: () => Promise<Copy>; follow: (copy: Copy) => Promise<Copy> }

let api: Api
let ada: Caller
let ben: Caller
const folder = mkdtempSync(join(tmpdir(), "laneway-copy-"))
const server = createServer(
  getRequestListener((request) => api.dispatch(request, { ip: "127.0.0.1" }), { overrideGlobalObjects: false }),
)
beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  ben = await api.person()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
  await api.close()
})

let programs = 0
/** The documented program as a reader of the plan with a key. */
const programFor = async (planId: number): Promise<Program> => {
  const code = documentedProgram("Keep a copy of a plan in step", "js")
  const { port } = server.address() as AddressInfo
  const env = { LANEWAY_URL: `http://127.0.0.1:${port}`, LANEWAY_KEY: await api.key(planId), PLAN_ID: planId }
  const file = join(folder, `program-${programs++}.mjs`)
  writeFileSync(file, code.replace("process.env", JSON.stringify(env)))
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}

const derived = {
  goals: ["modifiedDate", "awaitedOwner", "createdDate"],
  items: ["modifiedDate", "goal", "blocked", "attachmentCount", "awaitedOwner", "createdDate"],
  tasks: [
    "modified",
    "color",
    "goalId",
    "readOnly",
    "blocked",
    "attachmentCount",
    "awaitedOwner",
    "createdDate",
    "owner",
  ],
  labels: [],
} as const

const listsOf = (copy: Copy) =>
  Object.fromEntries(
    (["goals", "items", "tasks", "labels"] as const).map((list) => {
      const rows = [...copy[list].values()].filter(
        (row) =>
          (list !== "items" || row.goalId === null || copy.goals.has(row.goalId as number)) &&
          (list !== "tasks" || isOn(copy, row.itemId as number)),
      )
      const without = (row: Row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !(derived[list] as readonly string[]).includes(name)))
      return [list, rows.sort((a, b) => a.id - b.id).map(without)]
    }),
  )
const isOn = ({ items, goals }: Copy, itemId: number) => {
  const item = items.get(itemId)
  return item !== undefined && (item.goalId === null || goals.has(item.goalId as number))
}

test("any changes of the board reach a copy that follows the log, drafts once they are published", async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      const { id: planId } = await api.plan(ada)
      await api.join(planId, ben)
      const program = await programFor(planId)
      let copy = await program.load()
      for (let step = 0; step < 40; step++) {
        const board = (await api.send(planCalls.board, { planId }, { as: ada })).body
        const seed: number = numbers.next().value
        const drawn = drawnCall(board, seed, true)
        if (drawn) await api.send(drawn.call, { planId, ...drawn.input } as never, { as: step % 2 ? ada : ben })
        if (seed % 5 === 0) copy = await program.follow(copy)
      }
      copy = await program.follow(copy)
      expect(listsOf(copy)).toEqual(listsOf(await program.load()))
    }),
    { numRuns: 6 },
  )
})

test("what comes back from the bin or with a version reaches the copy too", async () => {
  const { plan, goal, item, task } = await api.filled(ada)
  const planId = plan.id
  const program = await programFor(planId)
  let copy = await program.load()
  const inStep = async () => {
    copy = await program.follow(copy)
    expect(listsOf(copy)).toEqual(listsOf(await program.load()))
    return [copy.goals.size, copy.items.size, copy.tasks.size]
  }
  const { body: version } = await api.send(planCalls.snapshot, { planId, description: "Before" }, { as: ada })
  await api.send(goalCalls.remove, { planId, id: goal.id }, { as: ada })
  expect(await inStep()).toEqual([0, 1, 1])
  expect(listsOf(copy).tasks).toEqual([])
  await api.send(planCalls.restoreDeleted, { planId, entity: "goal", id: goal.id }, { as: ada })
  expect(await inStep()).toEqual([1, 1, 1])
  await api.send(taskCalls.remove, { planId, id: task.id }, { as: ada })
  await api.send(itemCalls.update, { planId, id: item.id, topic: "Renamed" }, { as: ada })
  expect(await inStep()).toEqual([1, 1, 0])
  await api.send(planCalls.restore, { planId, revisionId: version.id }, { as: ada })
  expect(await inStep()).toEqual([1, 1, 1])
  expect(copy.items.get(item.id)).toMatchObject({ topic: "Action" })
})
