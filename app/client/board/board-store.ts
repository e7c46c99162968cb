import type { LoggedEvent } from "~/contract/event-payload"
import type { BoardEntity, Person } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Plan } from "~/contract/plan"
import { isRefusal } from "~/contract/problem"
import type { Task } from "~/contract/task"
import type { Member } from "~/contract/user"
import type { BoardRow } from "~/rules/card"
import { nearIn } from "~/rules/gaps"
import { partsOf, ruleOf, rules, subjectOf } from "~/rules/index"
import { looksOf, type PeopleLooks } from "~/rules/people/person-look"
import { withDistinctNames } from "~/rules/people/person-name"
import { type Decision, inserts, isCardChange, type Rows, type Rule } from "~/rules/rule"
import { entityOfEvent, type ServerRows, serverEvent } from "./board-events"
import { sameRow } from "./board-rows"
import type { BoardStore, ListKey, Missing, PendingCall } from "./board-types"
import { layeredRows } from "./layered-rows"
import { loadRepeat, needsRepeat, nextIdIn, repeatIn } from "./next-tasks"
import { isNewIn, type NamedRows, namedBy, temporaryId, withRealIds } from "./temporary-ids"

type Waiting = PendingCall & {
  entity: BoardEntity
  creates: boolean
  /** Confirmed; its effect stays until the event of this seq arrives. */
  until?: number
}

/**
 * One plan's board: the server's rows, covered by the effects of pending calls. When the server's rows change, the pending
 * calls are undone, the change is made, and their rules run again over the newer rows.
 */
export const openBoardStore = (planId: number): BoardStore => {
  const board = layeredRows()
  const { rows, lists, write, put, remove, applyChange, tasksOf } = board
  let pending: Waiting[] = []

  let plan: Plan | undefined
  let members: readonly Member[] = []
  let shownMembers: readonly Member[] = []
  let looks: PeopleLooks = new Map()
  let memberById = new Map<number, Member>()
  let people = new Map<number, Person>()
  let version = 0
  let seq = 0
  let loaded = false

  const realIds = new Map<number, number>()
  /** By entity and real id: ids are unique in a kind only. */
  const temporaryIds = new Map<string, number>()
  const realId = (id: number) => realIds.get(id) ?? id

  const keyOf = (entity: BoardEntity, id: number) => temporaryIds.get(`${entity}:${id}`) ?? id
  /** By entity and key: the number of this tab's changes up to the card's last one. */
  const changedHere = new Map<string, number>()
  let changesHere = 0

  const listeners = new Map<string, Set<() => void>>()
  const changedKeys = new Set<string>()

  // ---- rules ----

  const lastOf = (list: string): Goal | Item | Task | undefined => {
    const id = lists.peek(list).at(-1)
    if (id === undefined) return undefined
    return list === "*goals" ? rows.goal.get(id) : list.startsWith("*") ? rows.item.get(id) : rows.task.get(id)
  }

  const view: Rows = {
    planId,
    goals: rows.goal,
    items: rows.item,
    tasks: rows.task,
    labels: rows.label,
    keyResults: rows.keyResult,
    checkIns: rows.checkIn,
    get members() {
      return people
    },
    last: {
      goal: () => lastOf("*goals")?.order ?? 0,
      item: () => lastOf("*items")?.order ?? 0,
      focus: () => (lastOf("*focus") as Item | undefined)?.focusOrder ?? 0,
      task: (itemId) => {
        const tasks = tasksOf(itemId)
        return tasks.length === 0 ? 0 : Math.max(...tasks.map((task) => task.order))
      },
    },
    near: ({ list, ...at }) => {
      const ids = lists.peek(
        list.of === "tasks"
          ? `tasks:${list.itemId}:${list.type}`
          : list.of === "results"
            ? `results:${list.goalId}`
            : list.of === "goals"
              ? "*goals"
              : list.of,
      )
      const map: ReadonlyMap<number, BoardRow> = {
        goals: rows.goal,
        list: rows.item,
        lanes: rows.item,
        tasks: rows.task,
        labels: rows.label,
        results: rows.keyResult,
      }[list.of]
      return nearIn(list, ids.length, (index) => map.get(ids[index] as number) as BoardRow, at)
    },
  }

  const decide = (call: PendingCall): Decision => {
    const { name, input, context } = call
    const rule: Rule<unknown> = ruleOf(name)
    const repeat = repeatIn(call)
    return rule.decide(view, withRealIds<unknown>(input, realId), repeat ? { ...context, repeat } : context)
  }

  /** A call that its rule now refuses has no effect here; the server decides. */
  const show = (call: PendingCall) => {
    try {
      // Another version of the product may have stored calls that this one lacks.
      if (Object.hasOwn(rules, call.name)) for (const change of decide(call).changes) applyChange(change)
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
    }
  }

  // ---- transactions ----

  const overServer = (serverWork: () => void) => {
    board.uncover()
    serverWork()
    pending = pending.filter(({ until }) => until === undefined || until > seq)
    overAll(() => pending.forEach(show))
  }

  const overAll = (work: () => void) => {
    try {
      board.cover(work)
    } finally {
      commit()
    }
  }

  const commit = () => {
    for (const key of board.takeChanged()) changedKeys.add(key)
    if (changedKeys.size > 0) {
      version++
      changedKeys.add("any")
    }
    const called = new Set<() => void>()
    for (const key of changedKeys) {
      for (const each of [key, temporaryKey(key)]) {
        for (const listener of (each !== undefined && listeners.get(each)) || []) called.add(listener)
      }
    }
    changedKeys.clear()
    for (const listener of called) listener()
  }

  /** The same key with the id the row had before the server named it. */
  const temporaryKey = (key: string): string | undefined => {
    if (temporaryIds.size === 0) return undefined
    const [, of = "", id] = /\b(\w+):(\d+)/.exec(key) ?? []
    const temporary = temporaryIds.get(`${of in rows ? of : of === "tasks" ? "item" : "goal"}:${id}`)
    return temporary === undefined ? undefined : key.replace(/\d+/, String(temporary))
  }

  const realKey = (key: string) => key.replace(/-\d+/, (id) => String(realId(Number(id))))

  // ---- the server's side ----

  const nameRow = (entity: BoardEntity, temporary: number, id: number) => {
    if (temporary > 0) return
    realIds.set(temporary, id)
    temporaryIds.set(`${entity}:${id}`, temporary)
  }

  const nameReal = (call: Waiting, named: NamedRows) => {
    const temporary = call.context.newId
    const { id } = named
    for (const [before, after] of namedBy(call.context, named))
      nameRow(before === temporary ? call.entity : "task", before, after)
    const { newIds } = call.context
    const real = newIds && Object.fromEntries(Object.entries(newIds).map(([of, each]) => [of, realId(each)]))
    call.context = { ...call.context, newId: realId(temporary), ...(real ? { newIds: real } : {}) }
    if (temporary > 0) return
    // A draft of this tab may have drafts below it, which move to the real id.
    if (call.entity === "item") for (const task of tasksOf(temporary)) write("task", task.id, { ...task, itemId: id })
    if (call.entity === "goal") {
      for (const item of lists.peek(`*items:${temporary}`).slice()) {
        write("item", item, { ...(rows.item.get(item) as Item), goalId: id })
      }
    }
    write(call.entity, temporary, undefined)
  }

  /** The server has made the next one of a repeating task. */
  const nameNext = (call: Waiting, temporary: number, id: number) => {
    nameRow("task", temporary, id)
    const nextIds = Object.entries(call.context.nextIds ?? {}).map(([at, had]) => [at, had === temporary ? id : had])
    call.context = { ...call.context, nextIds: Object.fromEntries(nextIds) }
  }

  const setMembers = (next: readonly Member[]) => {
    if (next.length === members.length && next.every((each, index) => sameRow(each, members[index] as Member))) return
    members = next
    shownMembers = withDistinctNames(next)
    looks = looksOf(next)
    memberById = new Map(shownMembers.map((member) => [member.id, member]))
    people = new Map(next.map(({ id, userName }) => [id, { id, userName }]))
    changedKeys.add("members")
  }

  const server: ServerRows = {
    get: (entity, id) => rows[entity].get(id),
    put,
    remove,
    relabel: board.relabel,
    labels: () => rows.label,
    members: () => members,
    setMembers,
    plan: () => plan,
    setPlan: (next) => {
      if (plan && sameRow(plan, next)) return
      plan = next
      changedKeys.add("plan")
    },
    everyRow: (entity) => rows[entity].values(),
  }

  /** Calls are sent one after another, so an unknown row with this client's id was made by the first unconfirmed call. */
  const recognise = ({ event, payload }: LoggedEvent) => {
    const entity = entityOfEvent(event, "Added")
    const id = (payload.data as { id?: number } | null)?.id ?? payload.id
    if (!entity || typeof id !== "number" || rows[entity].has(id) || temporaryIds.has(`${entity}:${id}`)) return
    const first = pending.find((call) => call.until === undefined)
    if (first?.clientId !== payload.clientId || !first) return
    const { copyOf, nextOf } = (payload.data ?? {}) as { copyOf?: number; nextOf?: number }
    const temporary = nextOf && nextIdIn(first, (each) => realId(each) === nextOf)
    if (temporary) return nameNext(first, temporary, id)
    if (!first.creates) return
    if (copyOf !== undefined) return nameReal(first, { id: first.context.newId, tasks: [{ id, copyOf }] })
    if (first.entity !== entity) return
    nameReal(first, { id })
    // Further events are of the copies of its tasks.
    if (Object.keys(first.context.newIds ?? {}).length === 0) first.until = payload.seq
  }

  const waitingOf = (call: PendingCall): Waiting => {
    const [entity] = partsOf(call.name)
    return { ...call, entity, creates: inserts(call.name) }
  }

  /** Applies an order to drafts, for which no event arrives. */
  const promote = (call: PendingCall) => {
    try {
      for (const change of decide(call).changes) {
        if (change.op !== "update" || !isCardChange(change)) continue
        if (rows[change.entity].get(change.id)?.isDraft) applyChange(change)
      }
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown
    }
  }

  return {
    planId,
    subscribe: (key, listener) => {
      // Stores the snapshot that later ids are compared with.
      lists.get(key)
      const set = listeners.get(key) ?? new Set()
      listeners.set(key, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(key) === set) listeners.delete(key)
      }
    },
    goal: (id) => rows.goal.get(realId(id)),
    item: (id) => rows.item.get(realId(id)),
    task: (id) => rows.task.get(realId(id)),
    label: (id) => rows.label.get(realId(id)),
    keyResult: (id) => rows.keyResult.get(realId(id)),
    checkIn: (id) => rows.checkIn.get(realId(id)),
    list: (key: ListKey) => lists.get(key.includes("-") ? realKey(key) : key),
    tally: (goalId) => lists.tally(realId(goalId)),
    isSaving: (entity, id) => board.isCovered(entity, realId(id)),
    version: () => version,
    plan: () => plan,
    members: () => shownMembers,
    looks: () => looks,
    member: (id) => memberById.get(id),
    keyOf,
    changesHere: () => changesHere,
    changedHere: (entity, id) => changedHere.get(`${entity}:${keyOf(entity, id)}`) ?? 0,
    realId,
    newDraftId: temporaryId,
    putDraft: (entity, row) => overServer(() => put(entity, row)),
    dropDraft: (entity, id) => overServer(() => remove(entity, id)),

    seq: () => seq,
    load: (fresh) =>
      overServer(() => {
        // Nothing subscribes yet while a board is opened: its changes need no tracking then.
        board.replace(fresh, listeners.size > 0)
        server.setPlan(fresh.plan)
        setMembers(fresh.members)
        seq = fresh.seq
        loaded = true
      }),
    snapshot: () => {
      if (!loaded || !plan) return undefined
      return { seq, plan, ...board.onServer(), members: [...members] }
    },
    apply: (events) => {
      const missing: Missing[] = []
      overServer(() => {
        for (const event of events) {
          if (event.payload.planId !== planId || event.seq <= seq) continue
          recognise(event)
          const lacks = serverEvent(server, event)
          if (lacks) missing.push(lacks)
          seq = event.seq
        }
      })
      return missing
    },
    putDrafts: (drafts) => {
      if (!board.hasDrafts() && drafts.goals.length + drafts.items.length + drafts.tasks.length === 0) return true
      let isWhole = true
      overServer(() => {
        isWhole = board.replaceDrafts(drafts)
      })
      return isWhole
    },
    putRow: (entity, id, row) => overServer(() => (row ? put(entity, row) : remove(entity, id))),
    rows: view,
    addPending: (call, before) => {
      const { changes } = decide(call)
      if (changes.length === 0) return false
      before?.(changes)
      const waiting = waitingOf(call)
      pending.push(waiting)
      const id = waiting.creates ? call.context.newId : (subjectOf(call.input) ?? 0)
      changedHere.set(`${waiting.entity}:${keyOf(waiting.entity, realId(id))}`, ++changesHere)
      overAll(() => changes.forEach(applyChange))
      if (needsRepeat(waiting, (id) => rows.task.get(realId(id)))) void loadRepeat().then(() => overServer(() => {}))
      return true
    },
    adoptPending: (calls) => {
      const known = new Map(pending.map((call) => [call.ref, call]))
      if (calls.every(({ ref }) => known.has(ref))) return
      overServer(() => {
        const queue = calls.map((call) => known.get(call.ref) ?? waitingOf(call))
        const confirmed = pending.filter((call) => call.until !== undefined && !queue.includes(call))
        const others = pending.filter((call) => call.until === undefined && !queue.includes(call))
        pending = [...confirmed, ...queue, ...others]
      })
    },
    isLocal: (id) =>
      id <= 0 &&
      !realIds.has(id) &&
      !pending.some(
        ({ creates, context }) =>
          (creates && isNewIn(context, id)) || Object.values(context.nextIds ?? {}).includes(id),
      ),
    settle: (ref, { seq: until, answer, made = [] }) => {
      const call = pending.find((each) => each.ref === ref)
      if (!call) return
      overServer(() => {
        const row = answer as BoardRow | undefined
        if (call.creates && row) nameReal(call, row)
        for (const [temporary, id] of made) if (!realIds.has(temporary)) nameNext(call, temporary, id)
        // Drafts cause no event: only the answer has the row.
        if (row && "isDraft" in row && row.isDraft) put(call.entity, row)
        else if (!row) promote(call)
        if (until !== undefined) call.until = until
        else pending = pending.filter((each) => each !== call)
      })
    },
    drop: (ref) => {
      if (!pending.some((each) => each.ref === ref)) return
      overServer(() => {
        pending = pending.filter((each) => each.ref !== ref)
      })
    },
  }
}
