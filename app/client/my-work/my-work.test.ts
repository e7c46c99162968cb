import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { refusal } from "~/contract/problem"
import type { OwnTask } from "~/contract/task"
import { newFields } from "~/rules/card"
import { dueOn } from "~/rules/dates"
import { openOutbox } from "../outbox/outbox"
import { type LoadTasks, type MyWork, openMyWork, staysFor } from "./my-work"

/** A server of one person's tasks, behind the real outbox. */
const task = (id: number, more: Partial<OwnTask> = {}): OwnTask => ({
  ...newFields("task", {}),
  id,
  itemId: 1,
  planId: 1,
  goalId: null,
  description: `Task ${id}`,
  color: "#000000",
  ownColor: null,
  complete: false,
  createdDate: "2026-11-22T08:00:00.000Z",
  modified: "2026-11-22T08:00:00.000Z",
  completedDate: null,
  order: id,
  type: 0,
  ownerId: 7,
  owner: null,
  attachmentCount: 0,
  blocked: false,
  readOnly: false,
  planName: "Plan",
  itemTopic: "Action",
  goalName: null,
  ...more,
})

let server: Map<number, OwnTask>
let refuse: number | undefined
let loads: (number | undefined)[]
let work: MyWork
let close: () => void
const onRefused = vi.fn()
const onPlansChanged = vi.fn()

/** Holds the answers of loads that have read their rows. */
let held: Promise<void> | undefined

const load: LoadTasks = async ({ done, planId, onPage }) => {
  loads.push(planId)
  if (planId === 404) throw refusal(404, "Not there.")
  const rows = [...server.values()].filter(
    (row) => (planId === undefined || row.planId === planId) && (done || !row.complete),
  )
  await held
  onPage?.(rows)
  return rows
}

const open = (last?: ReadonlyMap<number, OwnTask>) => {
  const outbox = openOutbox({
    userId: 7,
    storage: {
      all: async () => [],
      whenLost: () => () => undefined,
      put: async () => {},
      remove: async () => undefined,
      ids: async () => new Map(),
      putId: async () => undefined,
    },
    delay: () => 1,
    send: async ({ input }) => {
      if (refuse) throw refusal(refuse, "Not now.")
      const { id, type = 0, dueDate } = input as { id: number; type?: 0 | 1 | 2; dueDate?: string | null }
      const before = server.get(id)
      if (!before) throw refusal(404, "Not there.")
      const after = {
        ...before,
        ...("type" in input ? { type, complete: type === 2 } : {}),
        ...(dueDate === undefined ? {} : { dueDate }),
        modified: new Date(Date.parse(before.modified) + 1_000).toISOString(),
      }
      server.set(id, after)
      const { planName, itemTopic, goalName, ...answer } = after
      return { answer, seq: 1 }
    },
  })
  work = openMyWork({
    user: { id: 7, userName: "Ada" },
    clientId: "tab",
    outbox,
    load,
    last,
    onRefused,
    onPlansChanged,
  })
  close = () => {
    work.close()
    outbox.close()
  }
}

const shown = () => [...(work.state.get().tasks?.values() ?? [])].map(({ id, type }) => `${id}:${type}`).sort()
const settled = () => vi.waitFor(() => expect(work.state.get().saving.size).toBe(0))
const told = (planId: number, data: unknown = { plan: false }) =>
  work.receive("MyWorkUpdated", { planId, clientId: null, actorId: 1, at: "", data })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true })
  server = new Map([1, 2, 3].map((id) => [id, task(id, { planId: id === 3 ? 2 : 1 })]))
  refuse = undefined
  held = undefined
  loads = []
})
afterEach(() => {
  close()
  vi.useRealTimers()
  vi.clearAllMocks()
})

test("shows a change at once, and keeps a ticked task in place for a while", async () => {
  open()
  await vi.waitFor(() => expect(shown()).toEqual(["1:0", "2:0", "3:0"]))
  work.change(1, { type: 2 })
  expect(shown()).toEqual(["1:2", "2:0", "3:0"])
  expect(work.state.get().ticked.get(1)).toBe(0)
  expect([...work.state.get().saving]).toEqual([1])
  await settled()
  told(1)
  await vi.waitFor(() => expect(loads).toContain(1))
  expect(work.state.get().ticked.has(1)).toBe(true)
  expect(shown()).toContain("1:2")
  await vi.advanceTimersByTimeAsync(staysFor)
  expect(work.state.get().ticked.size).toBe(0)
})

test("a task set back before it leaves is open again", async () => {
  open()
  await vi.waitFor(() => expect(shown()).toHaveLength(3))
  work.change(2, { type: 2 })
  work.change(2, { type: 1 })
  expect(work.state.get().ticked.size).toBe(0)
  await settled()
  expect(shown()).toContain("2:1")
  expect(server.get(2)?.type).toBe(1)
})

test("a refused change is reverted with its reason, and can be retried", async () => {
  open()
  await vi.waitFor(() => expect(shown()).toHaveLength(3))
  refuse = 409
  work.change(1, { type: 2 })
  await vi.waitFor(() => expect(work.state.get().refused.get(1)?.problem.status).toBe(409))
  expect(shown()).toContain("1:0")
  expect(work.state.get().ticked.size).toBe(0)
  expect(onRefused).toHaveBeenCalledTimes(1)
  refuse = undefined
  work.state.get().refused.get(1)?.retry()
  expect(shown()).toContain("1:2")
  await settled()
  expect(work.state.get().refused.size).toBe(0)
  expect(server.get(1)?.complete).toBe(true)
})

test("loads the plan that changed, drops one that the person has left, and reports plans", async () => {
  open()
  await vi.waitFor(() => expect(shown()).toHaveLength(3))
  server.set(9, task(9, { planId: 2, dueDate: dueOn("2026-11-20") }))
  server.delete(3)
  told(2)
  await vi.waitFor(() => expect(shown()).toEqual(["1:0", "2:0", "9:0"]))
  expect(onPlansChanged).not.toHaveBeenCalled()
  server.set(10, task(10, { planId: 404 }))
  work.refresh()
  await vi.waitFor(() => expect(shown()).toContain("10:0"))
  told(404, { plan: true })
  await vi.waitFor(() => expect(shown()).toEqual(["1:0", "2:0", "9:0"]))
  expect(onPlansChanged).toHaveBeenCalledTimes(1)
  work.receive("SendMessageToUser", { planId: 1, clientId: null, actorId: 1, at: "", data: null })
  work.receive("MyWorkUpdated", { planId: null, clientId: null, actorId: 1, at: "", data: "nonsense" })
})

test("a row saved here is not replaced by an older one that was read before", async () => {
  open()
  await vi.waitFor(() => expect(shown()).toHaveLength(3))
  const old = [...server.values()]
  work.change(1, { dueDate: dueOn("2026-12-01") })
  await settled()
  server = new Map(old.map((row) => [row.id, row]))
  work.refresh()
  await vi.waitFor(() => expect(loads.length).toBeGreaterThan(1))
  expect(work.state.get().tasks?.get(1)?.dueDate).toBe(dueOn("2026-12-01"))
})

test.each(["before", "after"])(
  "a task set back %s the server confirms it stays while a load that missed it answers",
  async (when) => {
    open()
    await vi.waitFor(() => expect(shown()).toHaveLength(3))
    work.change(1, { type: 2 })
    await settled()
    let answer = () => {}
    held = new Promise((resolve) => {
      answer = resolve
    })
    work.refresh()
    await vi.waitFor(() => expect(loads).toHaveLength(2))
    if (when === "before") refuse = 503
    work.change(1, { type: 0 })
    if (when === "after") await settled()
    const seen: string[][] = []
    const stop = work.state.subscribe(() => seen.push(shown()))
    answer()
    await vi.waitFor(() => expect(seen).not.toEqual([]))
    stop()
    for (const rows of seen) expect(rows).toContain("1:0")
    refuse = undefined
    await settled()
    expect(shown()).toContain("1:0")
  },
)

test("shows the last list while it loads, and done tasks on request", async () => {
  server.set(4, task(4, { complete: true, type: 2 }))
  open(new Map([[1, task(1)]]))
  expect(shown()).toEqual(["1:0"])
  expect(work.state.get().complete).toBe(false)
  await vi.waitFor(() => expect(work.state.get().complete).toBe(true))
  expect(shown()).toEqual(["1:0", "2:0", "3:0"])
  work.showDone(true)
  await vi.waitFor(() => expect(shown()).toContain("4:2"))
})
