// The rules of check-ins, with those of results.
import type { InputOf } from "~/contract/call"
import type { CheckIn, checkInCalls } from "~/contract/check-in"
import { invalid, refusal } from "~/contract/problem"
import { existing } from "./decide"
import { resultsOf } from "./key-result"
import { giveRules } from "./later"
import { meanProgress } from "./progress"
import type { Change, Emission, Rows, Rule } from "./rule"

/** `id`: the goal's. */
type New = InputOf<typeof checkInCalls.checkIn>
type Removal = InputOf<typeof checkInCalls.removeCheckIn>

/** The sent values by result; those of results deleted since are left out. 400 for a result that the goal never had. */
const valuesIn = (rows: Rows, goalId: number, sent: NonNullable<New["values"]>) => {
  const values = new Map<number, number>()
  const leftOut: number[] = []
  for (const [at, { keyResultId, current }] of sent.entries()) {
    if (values.has(keyResultId) || leftOut.includes(keyResultId))
      throw invalid(`values.${at}.keyResultId`, `The result ${keyResultId} is named twice.`)
    if (rows.keyResults.get(keyResultId)?.goalId === goalId) values.set(keyResultId, current)
    else if (!rows.deletedResults || rows.deletedResults.get(keyResultId)?.goalId === goalId) leftOut.push(keyResultId)
    else throw invalid(`values.${at}.keyResultId`, `There is no result ${keyResultId} of this goal.`)
  }
  return { values, leftOut }
}

const changed = (rows: Rows, id: number, current: number, now: string): Change[] =>
  rows.keyResults.get(id)?.current === current
    ? []
    : [{ op: "update", entity: "keyResult", id, fields: { current, modifiedDate: now }, along: true }]

/** What the goal and its results are like afterwards, for those who have the plan open. */
const shown = (changes: readonly Change[]): Emission[] =>
  changes.flatMap((change): Emission[] =>
    change.op === "update" && change.entity === "keyResult"
      ? [{ event: "KeyResultUpdated", entity: "keyResult", id: change.id }]
      : [],
  )

const create: Rule<New> = {
  needs: ({ id }) => ({ resultsOf: { goals: [id] } }),
  decide: (rows, input, { now, newId, actor }) => {
    const goal = existing(rows.goals.get(input.id))
    if (goal.completed) throw refusal(409, "This goal is completed, so it takes no check-ins. Reopen it first.")
    const { values, leftOut } = valuesIn(rows, goal.id, input.values ?? [])
    const results = resultsOf(rows, goal.id)
    const after = results.map((result) => ({ ...result, current: values.get(result.id) ?? result.current }))
    const row: CheckIn = {
      id: newId,
      planId: rows.planId,
      goalId: goal.id,
      status: input.status,
      confidence: input.confidence ?? null,
      note: input.note ?? "",
      values: after.map(({ id, name, unit, current }, at) => ({
        keyResultId: id,
        name,
        unit,
        before: results[at]?.current ?? current,
        current,
      })),
      progress: meanProgress(after),
      statusBefore: goal.status,
      createdDate: now,
      createdBy: { id: actor.id, userName: actor.userName },
      agent: null,
      importedAuthor: null,
    }
    const changes = after.flatMap(({ id, current }) => changed(rows, id, current, now))
    const { createdDate, status, confidence, createdBy } = row
    return {
      changes: [
        { op: "insert", entity: "checkIn", row },
        {
          op: "update",
          entity: "goal",
          id: goal.id,
          fields: {
            ...(goal.status === status ? {} : { status }),
            lastCheckIn: { createdDate, status, confidence, createdBy },
            modifiedDate: now,
          },
          along: true,
        },
        ...changes,
      ],
      events: [
        ...(goal.isDraft ? [] : [{ event: "GoalUpdated", entity: "goal", id: goal.id } as const]),
        ...shown(changes),
        { event: "GoalCheckedIn", entity: "checkIn", id: newId },
      ],
      answer: { entity: "checkIn", id: newId, ...(leftOut.length > 0 && { data: { leftOut } }) },
    }
  },
}

const remove: Rule<Removal> = {
  needs: ({ id }) => ({ resultsOf: { checkIns: [id] } }),
  decide: (rows, { id }, { now }) => {
    const checkIn = existing(rows.checkIns.get(id))
    const goal = existing(rows.goals.get(checkIn.goalId))
    const changes = checkIn.values.flatMap(({ keyResultId, before, current }) =>
      rows.keyResults.get(keyResultId)?.current === current ? changed(rows, keyResultId, before, now) : [],
    )
    const isStill = goal.status === checkIn.status && checkIn.statusBefore !== checkIn.status
    return {
      changes: [
        { op: "delete", entity: "checkIn", id },
        {
          op: "update",
          entity: "goal",
          id: goal.id,
          fields: { ...(isStill ? { status: checkIn.statusBefore } : {}), modifiedDate: now },
          along: true,
        },
        ...changes,
      ],
      events: [
        ...(goal.isDraft ? [] : [{ event: "GoalUpdated", entity: "goal", id: goal.id } as const]),
        ...shown(changes),
        { event: "GoalCheckInDeleted", data: { id, goalId: goal.id } },
      ],
    }
  },
}

giveRules({ "checkIn.create": create, "checkIn.remove": remove })
