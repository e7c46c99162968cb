import { expect, test } from "vitest"
import type { Notification } from "~/contract/notification-row"
import { grouped, othersIn } from "./groups"

const hour = 3_600_000
const note = (id: number, hoursAgo: number, more: Partial<Notification> = {}): Notification => ({
  id,
  title: "",
  kind: "comment",
  actor: { id: 1, userName: "Ada" },
  agent: null,
  createdAt: new Date(Date.UTC(2026, 10, 26) - hoursAgo * hour).toISOString(),
  isRead: false,
  planId: 7,
  planName: "Plan",
  goalId: null,
  itemId: null,
  taskId: 3,
  excerpt: null,
  ...more,
})
const ids = (list: Notification[]) => grouped(list).map(({ all }) => all.map(({ id }) => id))

test("unread comments of a card within a day are one row, at the place of the newest", () => {
  expect(ids([note(9, 0), note(8, 1, { taskId: 4 }), note(7, 2, { kind: "mention" }), note(6, 30)])).toEqual([
    [9, 7],
    [8],
    [6],
  ])
})

test("read ones, other kinds, other cards and other plans stay separate rows", () => {
  const rows = [
    note(9, 0),
    note(8, 1, { isRead: true }),
    note(7, 1, { kind: "assigned" }),
    note(6, 1, { planId: 8 }),
    note(5, 1, { taskId: null, itemId: 3 }),
  ]
  expect(ids(rows)).toEqual(rows.map(({ id }) => [id]))
})

test("the other authors are counted once each, the plan's integration too", () => {
  const all = [
    note(9, 0),
    note(8, 1, { actor: { id: 2, userName: "Bo" } }),
    note(7, 1, { actor: null }),
    note(6, 1, { actor: { id: 2, userName: "Bo" } }),
    note(5, 1),
  ]
  expect(othersIn({ newest: all[0] as Notification, all })).toBe(2)
})
