import type { UserEventPayload } from "~/contract/event-payload"
import type { Problem } from "~/contract/problem"
import type { OwnTask, Task, TaskType } from "~/contract/task"
import { dueChange } from "~/rules/dates"
import type { RuleInput } from "~/rules/index"
import { isOutOfReach } from "../api"
import type { PendingCall } from "../board/board-types"
import { type Observable, observable } from "../observable"
import type { Outbox } from "../outbox/outbox"
import type { OutboxEntry } from "../outbox/outbox-entry"
import { serverNow } from "../server-clock"
import { shownTasks } from "./shown-tasks"

export type Refused = { problem: Problem; retry(): void }

export type WorkState = {
  /** The tasks with pending changes applied; undefined until the first page is there. */
  tasks: ReadonlyMap<number, OwnTask> | undefined
  /** The last load got no answer. */
  failed: boolean
  /** All pages are there. */
  complete: boolean
  /** Tasks done here a moment ago, by id, with their type before: they stay in place for a while. */
  ticked: ReadonlyMap<number, TaskType>
  /** Tasks with a change that the server has not confirmed. */
  saving: ReadonlySet<number>
  refused: ReadonlyMap<number, Refused>
}

/** The pages of the list; `onPage` gets each as it arrives. `planId`: of one plan. */
export type LoadTasks = (wanted: {
  done: boolean
  planId?: number
  onPage?(tasks: readonly OwnTask[]): void
}) => Promise<readonly OwnTask[]>

export type MyWork = {
  state: Observable<WorkState>
  /** Loads the list again, or what was missed while there was no connection. */
  refresh(): void
  /** Also shows done tasks. */
  showDone(done: boolean): void
  /** Shows a change at once and sends it. */
  change(id: number, change: { type?: TaskType; dueDate?: string | null }): void
  /** A message on the person's own topic. */
  receive(event: string, payload: UserEventPayload): void
  close(): void
}

type Options = {
  user: { id: number; userName: string }
  clientId: string
  outbox: Pick<Outbox, "add" | "listen" | "queue">
  load: LoadTasks
  /** The list as an earlier page of this tab showed it. */
  last?: ReadonlyMap<number, OwnTask>
  /** A change was refused. */
  onRefused?(task: OwnTask | undefined, problem: Problem): void
  /** The person may have joined or left a plan, or have another role in one. */
  onPlansChanged?(): void
}

/** The time for which a completed task stays in place, ms. */
export const staysFor = 5_000
/** Events are gathered for this long before their plans are loaded, ms. */
const gather = 250
/** More changed plans than this are loaded as the whole list. */
const mostPlans = 4

const nothing: WorkState = {
  tasks: undefined,
  failed: false,
  complete: false,
  ticked: new Map(),
  saving: new Set(),
  refused: new Map(),
}

/**
 * The person's tasks of all plans. Changes go through the outbox like those of a board, and the same rule shows them. A plan in which somebody
 * changed a task of theirs is loaded again; a row that was saved here since is newer than one that was read before.
 */
export const openMyWork = (options: Options): MyWork => {
  const { user, clientId, outbox, load, onRefused, onPlansChanged } = options
  let rows = new Map<number, OwnTask>(options.last)
  let loaded = options.last !== undefined
  let withDone = false
  let closed = false
  const ticked = new Map<number, TaskType>()
  const refused = new Map<number, Refused>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const state = observable<WorkState>(nothing)

  const publish = (change: Partial<WorkState> = {}) => {
    if (closed) return
    const { tasks, saving } = shownTasks(rows, outbox.queue)
    state.set({
      ...state.get(),
      tasks: loaded ? tasks : undefined,
      saving,
      ticked: new Map(ticked),
      refused: new Map(refused),
      ...change,
    })
  }

  // ---- loading ----

  const newer = (row: OwnTask): OwnTask => {
    const known = rows.get(row.id)
    return known && known.modified > row.modified ? known : row
  }

  /** Tasks saved since the running load began: it may have missed them. */
  const savedSince = new Set<number>()

  /** The read rows take the place of the ones in `scope`. Those ticked a moment ago, being saved or just saved here stay. */
  const replace = (read: readonly OwnTask[], scope: (row: OwnTask) => boolean) => {
    const { saving } = state.get()
    const stays = (id: number) => ticked.has(id) || saving.has(id) || savedSince.has(id)
    const next = new Map([...rows].filter(([id, row]) => !scope(row) || stays(id)))
    for (const row of read) next.set(row.id, newer(row))
    rows = next
  }

  const dirty = new Set<number>()
  let everything = false
  let running = false
  let gathering: ReturnType<typeof setTimeout> | undefined

  const loadAll = async () => {
    const done = withDone
    const first = !loaded
    const read = await load({
      done,
      onPage: (page) => {
        if (!first || closed) return
        for (const row of page) rows.set(row.id, row)
        loaded = true
        publish()
      },
    })
    // "Show done" was pressed since: the list is loaded again.
    if (done !== withDone) return
    replace(read, () => true)
    loaded = true
    publish({ complete: true, failed: false })
  }

  const loadPlan = async (planId: number) => {
    try {
      const read = await load({ done: withDone, planId })
      replace(read, (row) => row.planId === planId)
    } catch (thrown) {
      if (!isOutOfReach(thrown)) throw thrown
      rows = new Map([...rows].filter(([, row]) => row.planId !== planId))
    }
    publish()
  }

  const work = async () => {
    if (running || closed) return
    running = true
    try {
      while (!closed && (everything || dirty.size > 0)) {
        savedSince.clear()
        if (everything || dirty.size > mostPlans) {
          everything = false
          dirty.clear()
          await loadAll()
        } else {
          const [planId = 0] = dirty
          dirty.delete(planId)
          await loadPlan(planId)
        }
      }
    } catch {
      // Tried again when the connection is back, or by the person.
      publish({ failed: true })
    } finally {
      running = false
    }
  }

  const refresh = () => {
    everything = true
    void work()
  }

  // ---- changes ----

  const untick = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    ticked.delete(id)
  }

  const tick = (id: number, before: TaskType) => {
    untick(id)
    ticked.set(id, before)
    const leave = () => {
      untick(id)
      publish()
    }
    timers.set(id, setTimeout(leave, staysFor))
  }

  const send = (task: OwnTask, input: RuleInput<"task.update">) => {
    refused.delete(task.id)
    const context = { now: new Date(serverNow()).toISOString(), actor: user, newId: 0 }
    const call: PendingCall = { name: "task.update", input, ref: crypto.randomUUID(), clientId, context }
    outbox.add({ ...call, planId: task.planId })
  }

  const taskNow = (id: number) => state.get().tasks?.get(id)

  const change: MyWork["change"] = (id, { type, dueDate }) => {
    const task = taskNow(id)
    if (!task) return
    const same = (type === undefined || type === task.type) && (dueDate === undefined || dueDate === task.dueDate)
    if (same) return
    if (type === 2) tick(id, task.type)
    else if (type !== undefined) untick(id)
    send(task, { planId: task.planId, id, type, ...(dueDate === undefined ? {} : dueChange(task, dueDate)) })
  }

  const settled = (entry: OutboxEntry, answer: unknown) => {
    if (entry.name !== "task.update") {
      dirty.add(entry.planId)
      return
    }
    savedSince.add(entry.input.id)
    const known = rows.get(entry.input.id)
    if (known && isTask(answer)) rows.set(known.id, { ...known, ...answer })
  }

  const stop = outbox.listen((event) => {
    const { entry, kind } = event
    if (!entry.name.startsWith("task.") || !("context" in entry)) return
    if (kind === "settled") settled(entry, event.answer)
    if (kind === "refused") {
      const task = entry.name === "task.update" ? rows.get(entry.input.id) : undefined
      if (task && entry.name === "task.update") {
        const { input } = entry
        untick(task.id)
        refused.set(task.id, {
          problem: event.problem,
          retry: () => {
            if (input.type === 2) tick(task.id, task.type)
            send(task, input)
          },
        })
      }
      dirty.add(entry.planId)
      if (entry.clientId === clientId || event.orphan) onRefused?.(task, event.problem)
    }
    publish()
    if (dirty.size > 0) void work()
  })

  publish()
  refresh()

  return {
    state,
    refresh,
    showDone: (done) => {
      if (done === withDone) return
      withDone = done
      publish({ complete: false })
      refresh()
    },
    change,
    receive: (event, { planId, data }) => {
      if (event !== "MyWorkUpdated" || planId === null) return
      dirty.add(planId)
      clearTimeout(gathering)
      gathering = setTimeout(() => void work(), gather)
      if (concernsPlan(data)) onPlansChanged?.()
    },
    close: () => {
      closed = true
      stop()
      clearTimeout(gathering)
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

const concernsPlan = (data: unknown) =>
  typeof data === "object" && data !== null && "plan" in data && data.plan === true

const isTask = (answer: unknown): answer is Task =>
  typeof answer === "object" && answer !== null && "modified" in answer && "itemId" in answer
