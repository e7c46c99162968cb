// Tools about what goals are measured by: their list, check-ins, and saving a goal with its results.
import type { ChangedResult, SentChangeSet } from "~/contract/change-set"
import type { CheckIn } from "~/contract/check-in"
import { goalCalls, type ListedGoal } from "~/contract/goal"
import type { KeyResult } from "~/contract/key-result"
import { refusal } from "~/contract/problem"
import { goalStatusWords } from "~/contract/shared/bounds"
import { applySet } from "~/domain/agent/proposal.server"
import type { Actor } from "~/domain/core/actor"
import { makeCall as readCall } from "~/domain/core/handlers.server"
import { measuredWords, percent, progressOf } from "~/rules/agent/measured"
import { resultNamed } from "~/rules/agent/result-named"
import { fitting, moreFollows } from "./answers"
import { linkOf } from "./card-text"
import type { InputOf, OutputOf } from "./definitions"
import { names, type Runners } from "./named"
import { idIn } from "./read-tools"
import { intend, makeCall } from "./reviewing"

type Row = OutputOf<"list_goals">["goals"][number]

const day = (time: string | null) => time?.slice(0, 10) ?? null
export const healthOf = (word: (typeof goalStatusWords)[number]) => goalStatusWords.indexOf(word) as 0 | 1 | 2

const rowOf = (goal: ListedGoal): Row => ({
  id: goal.id,
  planId: goal.planId,
  plan: goal.planName,
  name: goal.name,
  completed: goal.completed,
  outcome: goal.outcome,
  owner: goal.owner?.userName ?? null,
  start: day(goal.startDate),
  due: day(goal.dueDate),
  status: goal.status === null ? null : goalStatusWords[goal.status],
  progress: goal.progress,
  pace: goal.pace,
  lastCheckIn: goal.lastCheckIn && {
    at: goal.lastCheckIn.createdDate,
    by: goal.lastCheckIn.createdBy.userName,
    status: goalStatusWords[goal.lastCheckIn.status],
    confidence: goal.lastCheckIn.confidence,
    note: goal.note,
  },
  results: goal.keyResults.map(({ id, name, unit, start, target, current, ...result }) => ({
    id,
    name,
    unit,
    start,
    target,
    current,
    progress: progressOf({ start, target, current, ...result }),
  })),
  tasks: goal.tasks,
  tasksDone: goal.tasksDone,
  url: linkOf(goal.planId, "goal", goal.id),
})

const lineOf = (row: Row): string => {
  const { id, name, completed, outcome, status, progress, pace, owner, start, due, lastCheckIn, results } = row
  const period = [...(start ? [`from ${start}`] : []), ...(due ? [`until ${due}`] : [])].join(" ")
  const details = [
    ...(completed ? [outcome ?? "completed"] : []),
    ...measuredWords({ status: status && healthOf(status), progress, pace }),
    ...(owner ? [owner] : []),
    ...(period ? [period] : []),
    `${row.tasksDone} of ${row.tasks} tasks done`,
    `"${row.plan}" (plan ${row.planId})`,
  ]
  return [
    `goal ${id}: ${name} [${details.join(", ")}] ${row.url}`,
    ...(lastCheckIn
      ? [
          `  last check-in ${lastCheckIn.at.slice(0, 10)} by ${lastCheckIn.by}: ${lastCheckIn.status}` +
            `${lastCheckIn.confidence === null ? "" : `, confidence ${lastCheckIn.confidence}`}` +
            `${lastCheckIn.note ? ` — ${lastCheckIn.note}` : ""}`,
        ]
      : []),
    ...results.map((result) => `  ${resultText(result)}`),
  ].join("\n")
}

const resultText = ({ id, name, unit, start, target, current }: Omit<Row["results"][number], "progress">) =>
  `result ${id}: ${name} = ${current} (${start} → ${target}${unit ? ` ${unit}` : ""}), ${percent(progressOf({ start, target, current }))}`

const checkInText = ({ goalId, status, confidence, note, values, progress }: CheckIn) =>
  [
    `Checked in goal ${goalId}: ${goalStatusWords[status]}${confidence === null ? "" : `, confidence ${confidence}`}${progress === null ? "" : `, progress ${percent(progress)}`}`,
    ...values.map(({ name, before, current }) => `${name}: ${before === current ? current : `${before} → ${current}`}`),
    ...(note ? [`note: ${note}`] : []),
  ].join("\n")

export const measuring: Runners<"list_goals" | "check_in"> = {
  list_goals: async ({ actor }, { planId: asked, owner, status, completed, cursor }) => {
    const planId = asked ?? actor.planScope ?? undefined
    const isMe = typeof owner === "string" && owner.toLowerCase() === "me"
    if (isMe && actor.userId === null)
      throw refusal(403, "A plan's key is nobody, so no goals are its own. Name an owner.")
    const isByName = typeof owner === "string" && !isMe && planId === undefined
    const ownerId = isMe || isByName ? undefined : await names(actor, planId ?? 0, { reads: true }).person(owner)
    const isWanted = (goal: ListedGoal) =>
      (status === undefined || goal.status === healthOf(status)) &&
      (ownerId === undefined || goal.ownerId === ownerId) &&
      (!isByName || goal.owner?.userName.toLowerCase() === owner.toLowerCase())
    let before = idIn(cursor)
    let found: ListedGoal[] = []
    do {
      const caused: NonNullable<Actor["caused"]> = {}
      const page = await readCall(goalCalls.mine, { ...actor, caused }, { all: !isMe, completed, planId, before })
      found = page.filter(isWanted)
      before = typeof caused.next === "number" ? caused.next : undefined
    } while (found.length === 0 && before !== undefined)
    const { rows, lines, all } = fitting(found.map(rowOf), lineOf)
    const last = all ? before : rows.at(-1)?.id
    const next = last ? String(last) : null
    const text = [...(lines.length > 0 ? lines : ["There are no such goals."]), ...moreFollows("list_goals", next)]
    return { text: text.join("\n"), output: { goals: rows, cursor: next } }
  },
  check_in: async ({ actor }, { planId, goal, status, values = [], ...said }) => {
    const { card, copy } = names(actor, planId)
    const id = await card("goal", goal)
    const own = (await copy()).cards.keyResults.filter(({ goalId }) => goalId === id)
    const sent = values.map(({ result, current }) => ({ keyResultId: resultId(own, result), current }))
    const input = { planId, id, status: healthOf(status), values: sent, ...said }
    const { leftOut = [], ...checkIn } = await makeCall(goalCalls.checkIn, actor, input)
    return { text: checkInText(checkIn), output: { checkIn, leftOut } }
  },
}

const resultId = (own: readonly KeyResult[], named: number | string): number => {
  if (typeof named === "number") return named
  const match = resultNamed(own, named)
  if ("ask" in match) throw refusal(400, match.ask)
  return match.found.id
}

type Fields = Record<string, unknown>
type Results = NonNullable<InputOf<"save_goal">["results"]>

/** Saves a goal and its results in one change, and returns the goal's id. */
export const saveMeasured = async (
  actor: Actor,
  planId: number,
  id: number | undefined,
  fields: Fields,
  results: Results,
): Promise<number> => {
  const { keyResults } = (await names(actor, planId).copy()).cards
  const own = keyResults.filter(({ goalId }) => goalId === id)
  const changed = results.map((result): ChangedResult => {
    if (result.id !== undefined || result.name === undefined) return result
    // A name that a goal has is that result; any other is a new one's.
    const match = resultNamed(own, result.name)
    const { name, ...values } = result
    return "found" in match ? { id: match.found.id, ...values } : result
  })
  const named = { ...fields, results: changed }
  const change: SentChangeSet["changes"][number] =
    id === undefined
      ? { op: "create", entity: "goal", ref: "new-1", fields: named }
      : { op: "update", entity: "goal", id, fields: named }
  intend(actor, planId, change)
  const refs = new Map<string, number>()
  await applySet(actor, planId, { changes: [change], request: "", refs })
  return id ?? (refs.get("new-1") as number)
}
