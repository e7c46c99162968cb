import fc from "fast-check"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { UserEventPayload } from "~/contract/event-payload"
import type { Notification } from "~/contract/notification-row"
import { type Calls, openNotifications } from "./notifications"

const made = (id: number, isRead = false, planId = 1 + (id % 2)): Notification => ({
  id,
  title: `Notification ${id}`,
  kind: "mention",
  actor: null,
  agent: null,
  createdAt: new Date(id * 1_000).toISOString(),
  isRead,
  planId,
  planName: `Plan ${planId}`,
  goalId: null,
  itemId: null,
  taskId: id,
  excerpt: null,
})

/** A server with its rows and the tabs that hear its events. Answers and events wait until they are let through. */
const openServer = (pageRows = 3) => {
  const rows: Notification[] = []
  const tabs = new Set<(event: string, payload: UserEventPayload) => void>()
  const waiting: (() => void)[] = []
  let broken = false
  const later = <T>(answer: () => T) =>
    new Promise<T>((resolve, reject) => {
      const result = broken ? undefined : answer()
      const failed = broken
      waiting.push(() => (failed ? reject(new Error("offline")) : resolve(result as T)))
    })
  const emit = (event: string, data: unknown) => {
    const sent = structuredClone(data)
    for (const hear of tabs) {
      waiting.push(() => hear(event, { planId: 1, clientId: null, actorId: null, at: "", data: sent }))
    }
  }
  const unreadRows = () => rows.filter(({ isRead }) => !isRead)
  const calls: Calls = {
    unread: () =>
      later(() => {
        const byPlan: Record<string, number> = {}
        for (const { planId } of unreadRows()) byPlan[planId] = (byPlan[planId] ?? 0) + 1
        return { total: unreadRows().length, byPlan }
      }),
    page: (before = Number.POSITIVE_INFINITY) =>
      later(() => {
        const older = rows.filter(({ id }) => id < before).sort((a, b) => b.id - a.id)
        const page = structuredClone(older.slice(0, pageRows))
        return { rows: page, next: older.length > pageRows ? page.at(-1)?.id : undefined }
      }),
    read: ({ id }) =>
      later(() => {
        const row = rows.find((one) => one.id === id)
        if (!row || row.isRead) return
        row.isRead = true
        emit("UpdateNotifications", row)
      }),
    readAll: (planId) =>
      later(() => {
        for (const row of rows) if (row.planId === planId) row.isRead = true
        emit("UpdateNotifications", null)
      }),
  }
  return {
    rows,
    calls,
    tabs,
    break: (now: boolean) => {
      broken = now
    },
    add: () => {
      const row = made(rows.length + 1)
      rows.push(row)
      emit("SendNotificationToUser", row)
    },
    unread: () => unreadRows().length,
    /** Lets one waiting answer or event through. */
    step: (at: number) => waiting.splice(at % Math.max(1, waiting.length), 1)[0]?.(),
    settle: async () => {
      for (let idle = 0; idle < 3; ) {
        await vi.advanceTimersByTimeAsync(200)
        if (waiting.length === 0) idle++
        else idle = 0
        while (waiting.length > 0) {
          waiting.shift()?.()
          await vi.advanceTimersByTimeAsync(0)
        }
      }
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const openTab = (server: ReturnType<typeof openServer>) => {
  const arrived: number[] = []
  const tab = openNotifications(server.calls, ({ id }) => arrived.push(id))
  server.tabs.add(tab.receive)
  void tab.refresh()
  return { ...tab, arrived }
}

test("a new notification counts at once, shows once, and is read in every tab", async () => {
  const server = openServer()
  const [one, two] = [openTab(server), openTab(server)]
  await server.settle()
  server.add()
  server.step(0)
  expect([one.state.get().unread, one.arrived]).toEqual([1, [1]])
  await server.settle()
  const [first] = one.state.get().list ?? []
  void one.read(first as Notification)
  expect([one.state.get().unread, one.state.get().list?.[0]?.isRead]).toEqual([0, true])
  await server.settle()
  expect([two.state.get().unread, two.state.get().list?.[0]?.isRead]).toEqual([0, true])
  expect([one.arrived, two.arrived]).toEqual([[1], [1]])
})

test("one that a load brings before its event shows once, unless it has been read by then", async () => {
  const server = openServer()
  const tab = openTab(server)
  await server.settle()
  server.tabs.clear()
  const late = (row: Notification) =>
    tab.receive("SendNotificationToUser", { planId: 1, clientId: null, actorId: null, at: "", data: row })
  server.add()
  server.add()
  void tab.refresh()
  await server.settle()
  const [two, one] = tab.state.get().list ?? []
  expect([tab.state.get().unread, tab.arrived]).toEqual([2, []])
  void tab.read(two as Notification)
  for (let times = 0; times < 2; times++) for (const row of [one, two]) late(row as Notification)
  await server.settle()
  expect([tab.state.get().unread, tab.arrived]).toEqual([1, [1]])
})

test("marking one read that fails shows it unread again", async () => {
  const server = openServer()
  const tab = openTab(server)
  server.add()
  await server.settle()
  server.break(true)
  const failed = expect(tab.read(tab.state.get().list?.[0] as Notification)).rejects.toThrow("offline")
  await server.settle()
  await failed
  expect([tab.state.get().unread, tab.state.get().list?.[0]?.isRead]).toEqual([1, false])
})

test("older pages continue the list, and a reload of the first page keeps them", async () => {
  const server = openServer(3)
  for (let n = 0; n < 8; n++) server.add()
  const tab = openTab(server)
  await server.settle()
  expect([tab.state.get().list?.map(({ id }) => id), tab.state.get().more]).toEqual([[8, 7, 6], true])
  void tab.loadMore()
  await server.settle()
  server.add()
  await server.settle()
  expect(tab.state.get().list?.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 3])
  void tab.loadMore()
  await server.settle()
  expect([tab.state.get().list?.length, tab.state.get().more]).toEqual([9, false])
})

test("older ones requested while a reconnect drops the older pages still arrive, after the first page", async () => {
  const server = openServer(3)
  for (let n = 0; n < 12; n++) server.add()
  const tab = openTab(server)
  await server.settle()
  void tab.loadMore()
  await server.settle()
  expect(tab.state.get().list).toHaveLength(6)
  void tab.refresh()
  void tab.loadMore()
  await server.settle()
  expect(tab.state.get().list?.map(({ id }) => id)).toEqual([12, 11, 10, 9, 8, 7])
})

test("badge and list always agree, have no gaps, and converge to the server's state in any order of calls, answers, events and lost connections", async () => {
  const action = fc.oneof(
    fc.constant({ do: "add" as const }),
    fc.record({ do: fc.constant("read" as const), tab: fc.nat(1), at: fc.nat(9) }),
    fc.record({ do: fc.constant("readAll" as const), tab: fc.nat(1) }),
    ...Array.from({ length: 4 }, () => fc.record({ do: fc.constant("step" as const), at: fc.nat(9) })),
    fc.record({ do: fc.constant("wait" as const), ms: fc.nat(150) }),
    fc.record({ do: fc.constant("break" as const), now: fc.boolean() }),
    fc.record({ do: fc.constant("loseEvents" as const), tab: fc.nat(1) }),
    fc.record({ do: fc.constant("refresh" as const), tab: fc.nat(1) }),
    fc.record({ do: fc.constant("more" as const), tab: fc.nat(1) }),
  )
  const given = fc.record({ pageSize: fc.constantFrom(2, 3, 100), actions: fc.array(action, { maxLength: 40 }) })
  const isUnread = ({ isRead }: Notification) => !isRead
  await fc.assert(
    fc.asyncProperty(given, async ({ pageSize, actions }) => {
      const server = openServer(pageSize)
      for (let n = 0; n < 5; n++) server.add()
      const tabs = [openTab(server), openTab(server)] as const
      await server.settle()
      const agree = () => {
        for (const { state } of tabs) {
          const { unread = 0, list = [], more } = state.get()
          const shown = list.filter(isUnread).length
          if (more) expect(unread).toBeGreaterThanOrEqual(shown)
          else expect(unread).toBe(shown)
        }
      }
      for (const each of actions) {
        if (each.do === "add") server.add()
        else if (each.do === "step") server.step(each.at)
        else if (each.do === "break") server.break(each.now)
        else if (each.do === "wait") await vi.advanceTimersByTimeAsync(each.ms)
        else {
          const tab = tabs[each.tab as 0 | 1]
          const one = each.do === "read" ? tab.state.get().list?.[each.at] : undefined
          if (one) void tab.read(one).catch(() => {})
          else if (each.do === "readAll") void tab.readAll().catch(() => {})
          else if (each.do === "more") void tab.loadMore()
          else if (each.do === "loseEvents") server.tabs.delete(tab.receive)
          else void tab.refresh()
        }
        await vi.advanceTimersByTimeAsync(0)
        agree()
      }
      server.break(false)
      for (const tab of tabs) server.tabs.add(tab.receive)
      await server.settle()
      // Back after a lost connection.
      for (const tab of tabs) void tab.refresh()
      await server.settle()
      agree()
      for (const { state } of tabs) {
        const { unread, list = [], more } = state.get()
        expect(unread).toBe(server.unread())
        expect(list.map(({ id, isRead }) => [id, isRead])).toEqual(
          [...server.rows]
            .reverse()
            .slice(0, list.length)
            .map(({ id, isRead }) => [id, isRead]),
        )
        expect(more).toBe(list.length < server.rows.length)
      }
    }),
    { numRuns: 300 },
  )
})
