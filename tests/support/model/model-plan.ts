import "~/rules/copy"
import "~/rules/check-in"
import "~/rules/label"
import type { CheckIn } from "~/contract/check-in"
import type { LoggedEvent } from "~/contract/event-payload"
import type { BoardEntity } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { KeyResult } from "~/contract/key-result"
import type { Label } from "~/contract/label"
import type { Board, Drafts } from "~/contract/plan"
import type { Task } from "~/contract/task"
import { partsOf, type RuleName, rules } from "~/rules"
import type { BoardRow } from "~/rules/card"
import { dayOf } from "~/rules/dates"
import { openTasksOf } from "~/rules/decide"
import { byOrder, listOf, nearIn, orderIn } from "~/rules/gaps"
import { noGoalColor } from "~/rules/goal-palette"
import { exchanged } from "~/rules/labelled"
import { meanProgress } from "~/rules/progress"
import { repeating } from "~/rules/repeat/repeated"
import { type Change, type Decision, isCardChange, type Rows, type Rule } from "~/rules/rule"
import { isHolding } from "~/rules/waiting"

/**
 * A plan in memory that decides by the rules and stores rows as the database does: an action has its goal's id, a task
 * its own colour or none; everything else is derived on read. Slow and simple, as a reference to compare with.
 */

export const people = [
  { id: 1, userName: "Ada" },
  { id: 2, userName: "Ben" },
]

const waitsIn = <Card extends Item | Task>(cards: ReadonlyMap<number, Card>, { blockedByIds }: Card) => {
  const there = blockedByIds.flatMap((id) => cards.get(id) ?? [])
  return { blockedByIds: there.map(({ id }) => id), blocked: there.some(isHolding) }
}

export const modelPlan = (planId = 7) => {
  const goals = new Map<number, Goal>()
  const items = new Map<number, Item>()
  const tasks = new Map<number, Task>()
  const labels = new Map<number, Label>()
  const keyResults = new Map<number, KeyResult>()
  const deletedResults = new Map<number, KeyResult>()
  const checkIns = new Map<number, CheckIn>()
  const log: LoggedEvent[] = []
  const answers = new Map<string, unknown>()
  /** By kind, as the database counts them: rows of two kinds have the same id. */
  const lastIds = { goal: 100, item: 100, task: 100, label: 100, keyResult: 100, checkIn: 100 }
  let clock = Date.UTC(2026, 0, 31, 9)

  const goalView = (goal: Goal): Goal => {
    const of = ({ goalId }: { goalId: number }) => goalId === goal.id
    const last = [...checkIns.values()]
      .filter(of)
      .sort((a, b) => a.id - b.id)
      .at(-1)
    const { createdDate, status, confidence, createdBy } = last ?? {}
    return {
      ...goal,
      progress: meanProgress([...keyResults.values()].filter(of)),
      lastCheckIn: (last ? { createdDate, status, confidence, createdBy } : null) as Goal["lastCheckIn"],
    }
  }

  const itemView = (item: Item): Item => {
    const goal = item.goalId === null ? undefined : goals.get(item.goalId)
    return {
      ...item,
      labelIds: exchanged(labels, item.labelIds, {}),
      ...waitsIn(items, item),
      goal: goal ? { id: goal.id, name: goal.name, color: goal.color } : null,
    }
  }

  const taskView = (task: Task): Task => {
    const item = items.get(task.itemId) as Item
    const goal = item.goalId === null ? undefined : goals.get(item.goalId)
    return {
      ...task,
      labelIds: exchanged(labels, task.labelIds, {}),
      ...waitsIn(tasks, task),
      goalId: item.goalId,
      color: task.ownColor ?? goal?.color ?? noGoalColor,
      readOnly: item.completed,
    }
  }

  const views = () => ({
    goals: [...goals.values()].map(goalView),
    items: [...items.values()].map(itemView),
    tasks: [...tasks.values()].map(taskView),
    labels: [...labels.values()].sort(byOrder),
    keyResults: [...keyResults.values()].sort(byOrder),
  })

  const highest = (orders: number[]) => (orders.length === 0 ? 0 : Math.max(...orders))

  const rowsNow = (): Rows => {
    const now = views()
    const byId = <Row extends { id: number }>(list: Row[]) => new Map(list.map((row) => [row.id, row]))
    return {
      planId,
      goals: byId(now.goals),
      items: byId(now.items),
      tasks: byId(now.tasks),
      labels: byId(now.labels),
      keyResults: byId(now.keyResults),
      deletedResults: new Map(deletedResults),
      checkIns: new Map(checkIns),
      members: new Map(people.map((person) => [person.id, person])),
      last: {
        goal: () => highest(now.goals.map((row) => row.order)),
        item: () => highest(now.items.map((row) => row.order)),
        focus: () => highest(now.items.filter((row) => row.focus).map((row) => row.focusOrder)),
        task: (itemId) => highest(now.tasks.filter((row) => row.itemId === itemId).map((row) => row.order)),
      },
      near: ({ list, ...at }) => {
        const own = JSON.stringify(list)
        const all = {
          goals: now.goals,
          list: now.items,
          lanes: now.items,
          tasks: now.tasks,
          labels: now.labels,
          results: now.keyResults,
        }[list.of]
        const rows = (all as BoardRow[])
          .filter((row) => JSON.stringify(listOf(row)) === own)
          .sort((a, b) => orderIn(list, a) - orderIn(list, b) || a.id - b.id)
        return nearIn(list, rows.length, (index) => rows[index] as BoardRow, at)
      },
    }
  }

  const write = (change: Change) => {
    if (change.entity === "checkIn") {
      if (change.op === "insert") checkIns.set(change.row.id, change.row)
      else checkIns.delete(change.id)
    } else if (change.entity === "keyResult") {
      const { op } = change
      const before = keyResults.get(op === "insert" ? change.row.id : change.id)
      if (op === "insert") {
        keyResults.set(change.row.id, change.row)
        deletedResults.delete(change.row.id)
      }
      if (op === "update") keyResults.set(change.id, { ...(before as KeyResult), ...change.fields })
      if (op === "delete") {
        keyResults.delete(change.id)
        deletedResults.set(change.id, before as KeyResult)
      }
    } else if (!isCardChange(change)) {
      if (change.op === "insert") labels.set(change.row.id, change.row)
      else if (change.op === "delete") labels.delete(change.id)
      else labels.set(change.id, { ...(labels.get(change.id) as Label), ...change.fields })
    } else if (change.op === "delete") {
      const { entity, id } = change
      if (entity === "goal") {
        for (const item of [...items.values()])
          if (item.goalId === id) write({ op: "delete", entity: "item", id: item.id })
        for (const rows of [keyResults, checkIns])
          for (const row of [...rows.values()]) if (row.goalId === id) rows.delete(row.id)
      }
      if (entity === "item") for (const task of [...tasks.values()]) if (task.itemId === id) tasks.delete(task.id)
      ;({ goal: goals, item: items, task: tasks })[entity].delete(id)
    } else if (change.entity === "goal") {
      if (change.op === "insert") goals.set(change.row.id, change.row)
      else goals.set(change.id, { ...(goals.get(change.id) as Goal), ...change.fields })
    } else if (change.entity === "item") {
      if (change.op === "insert") items.set(change.row.id, change.row)
      else {
        items.set(change.id, { ...(items.get(change.id) as Item), ...change.fields })
        if ("goalId" in change.fields) {
          for (const task of tasks.values())
            if (task.itemId === change.id) tasks.set(task.id, { ...task, ownColor: null })
        }
      }
    } else if (change.op === "insert") tasks.set(change.row.id, change.row)
    else {
      tasks.set(change.id, { ...(tasks.get(change.id) as Task), ...change.fields })
    }
  }

  const entityNow = (entity: BoardEntity, id: number): BoardRow | undefined => {
    const { goals, items, tasks, labels, keyResults } = views()
    const all = {
      goal: goals,
      item: items,
      task: tasks,
      label: labels,
      keyResult: keyResults,
      checkIn: [...checkIns.values()],
    }
    return (all[entity] as BoardRow[]).find(({ id: each }) => each === id)
  }

  return {
    planId,
    views,
    /** Newest last. */
    checkIns: () => [...checkIns.values()],
    /** The rows as a rule gets them. */
    rows: rowsNow,
    log,
    seq: () => log.length,
    board: (): Board => ({
      seq: log.length,
      ...views(),
      members: people.map((person, tint) => ({
        ...person,
        avatarUrl: null,
        lastSeenAt: null,
        lastSeenInPlanAt: null,
        planRole: 1,
        tint,
      })),
      plan: {
        id: planId,
        name: "Model",
        ownerId: 1,
        ownerName: "Ada",
        type: 0,
        planRole: 1,
        lastEdit: new Date(clock).toISOString(),
        lastSnapshot: null,
        snapshotDescription: null,
        effortAndComplexityVisible: true,
        aiInstructions: "",
        aiEnabled: true,
        imageUrl: "",
        integrationEnabled: false,
        createdDate: new Date(clock).toISOString(),
        isDraft: false,
        isTemplate: false,
        isArchived: false,
      },
    }),
    drafts: (): Drafts => {
      const { goals, items, tasks } = views()
      const ofDraft = ({ isDraft }: { isDraft: boolean }) => isDraft
      return { goals: goals.filter(ofDraft), items: items.filter(ofDraft), tasks: tasks.filter(ofDraft) }
    },
    /** Throws the rule's refusal. A repeat under the same key gets the answer without a seq, as from the API. */
    call: (name: RuleName, input: object, by: { clientId?: string; key?: string } = {}) => {
      if (by.key !== undefined && answers.has(by.key))
        return { answer: answers.get(by.key), seq: undefined, decision: undefined }
      clock += 1_000
      const [entity] = partsOf(name)
      const sources = name === "item.copy" ? openTasksOf(rowsNow(), (input as { id: number }).id) : []
      const newIds = Object.fromEntries(sources.map(({ id }, at) => [id, lastIds.task + 1 + at]))
      const decision: Decision = (rules[name] as Rule<unknown>).decide(
        rowsNow(),
        { planId, ...input },
        {
          now: new Date(clock).toISOString(),
          actor: people[0] as { id: number; userName: string },
          newId: lastIds[entity] + 1,
          newIds,
          // Ids that no other task takes.
          repeat: repeating({
            today: () => dayOf(new Date(clock).toISOString()),
            newId: (at) => 50_000 + lastIds.task + at,
          }),
        },
      )
      for (const { op, entity } of decision.changes) if (op === "insert") lastIds[entity] += 1
      decision.changes.forEach(write)
      for (const emission of decision.events) {
        const data =
          "entity" in emission ? { ...entityNow(emission.entity, emission.id), ...emission.data } : emission.data
        const seq = log.length + 1
        log.push({
          seq,
          event: emission.event,
          payload: {
            planId,
            clientId: by.clientId ?? null,
            actorId: 1,
            at: new Date(clock).toISOString(),
            seq,
            data: structuredClone(data),
          },
        })
      }
      const { answer: told } = decision
      const answer = told && structuredClone({ ...entityNow(told.entity, told.id), ...told.data })
      if (by.key !== undefined) answers.set(by.key, answer)
      return { answer, seq: decision.events.length > 0 ? log.length : undefined, decision }
    },
  }
}

export type ModelPlan = ReturnType<typeof modelPlan>
