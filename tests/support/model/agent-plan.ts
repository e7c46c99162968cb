// A plan in memory, as planners of the assistant get it.
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import type { PlanCopy } from "~/domain/agent/plan-copy.server"
import { type Actor, ownAccess } from "~/domain/core/actor"
import { type BoardCards, workingCopy } from "~/rules/agent/working-copy"
import { newFields } from "~/rules/card"

export const at = "2026-11-01T09:00:00.000Z"
export const people = ["Ada Lind", "Samir Haddad", "Mei Tanaka", "Marco Ruiz", "Marco Polo"].map((userName, index) => ({
  id: index + 1,
  userName,
}))

export const goals = ["Open twelve new docks", "Win the city renewal", "Halve repair time"].map(
  (name, index): Goal => ({
    ...newFields("goal", {}),
    id: index + 1,
    planId: 7,
    name,
    color: "#d3395d",
    order: index + 1,
    createdDate: at,
    modifiedDate: at,
    createdBy: { id: 1, userName: "Ada Lind" },
    owner: null,
    ownerId: null,
    progress: null,
    lastCheckIn: null,
  }),
)

const action = (id: number, topic: string, goalId: number, more: Partial<Item> = {}): Item => ({
  ...newFields("item", {}),
  id,
  planId: 7,
  goalId,
  goal: { id: goalId, name: goals[goalId - 1]?.name ?? "", color: "#d3395d" },
  topic,
  order: id,
  completed: false,
  completedDate: null,
  focus: false,
  focusOrder: 0,
  focusDate: null,
  createdById: 1,
  createdDate: at,
  modifiedDate: at,
  owner: null,
  attachmentCount: 0,
  blocked: false,
  ...more,
})
export const items = [
  action(11, "Survey the riverside sites", 1),
  action(12, "Permit package for Old Town", 1, { focus: true, focusDate: at, focusOrder: 1 }),
  action(13, "Ridership report, autumn quarter", 2),
  action(14, "Budget", 2),
  action(15, "Spare-parts forecast", 3),
  action(16, "Old contract", 3, { completed: true, completedDate: at }),
]

export const task = (id: number, description: string, itemId: number, more: Partial<Task> = {}): Task => ({
  ...newFields("task", {}),
  id,
  itemId,
  planId: 7,
  goalId: items.find((item) => item.id === itemId)?.goalId ?? null,
  description,
  color: "#d3395d",
  ownColor: null,
  complete: more.type === 2,
  createdDate: at,
  modified: at,
  completedDate: null,
  order: id,
  type: 0,
  ownerId: null,
  owner: null,
  attachmentCount: 0,
  blocked: false,
  readOnly: false,
  ...more,
})
export const tasks = [
  task(21, "Collect neighbour consents on Mill Lane", 12, {
    ownerId: 4,
    owner: { id: 4, userName: "Marco Ruiz" },
    dueDate: "2026-12-02T00:00:00.000Z",
  }),
  task(22, "Book the heritage office slot", 12, { dueDate: "2026-11-25T00:00:00.000Z" }),
  task(23, "Draft the street-use application", 12, { type: 1, ownerId: 3, owner: { id: 3, userName: "Mei Tanaka" } }),
  task(24, "Talk to Ada", 13),
  task(25, "Budget", 13),
  task(26, "Order brake pads", 15, {
    dueDate: "2026-11-20T00:00:00.000Z",
    ownerId: 3,
    owner: { id: 3, userName: "Mei Tanaka" },
  }),
  task(27, "Call the supplier", 15, { type: 2 }),
]

export const cards: BoardCards = { planId: 7, goals, items, tasks, labels: [], members: people }
export const copy: PlanCopy = {
  seq: 1,
  plan: {} as PlanCopy["plan"],
  cards: cards as PlanCopy["cards"],
  fresh: () => workingCopy(cards),
  pieces: async () => [],
  guard: () => [],
}
export const actor: Actor = {
  userId: 1,
  userName: "Ada Lind",
  systemRole: 3,
  via: "agent",
  ...ownAccess,
  planScope: null,
  clientId: null,
  idempotency: null,
  version: null,
  needs: "readBoard",
}
