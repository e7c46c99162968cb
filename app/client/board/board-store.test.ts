import { expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Board } from "~/contract/plan"
import type { Task } from "~/contract/task"
import type { Member } from "~/contract/user"
import { stepsOf } from "../../../tests/support/counts/function-steps"
import { comparable, seeded } from "../../../tests/support/model/board-checks"
import { pendingCall, planId } from "../../../tests/support/model/store-tab"
import { openBoardStore } from "./board-store"
import type { PendingCall, StoreKey } from "./board-types"

test("a change notifies its row and the changed lists, and nothing else", () => {
  const plan = seeded()
  const store = openBoardStore(planId)
  store.load(plan.board())
  const [item] = store.list("lanes") as [number]
  const [task] = store.list(`tasks:${item}:0`) as [number]
  const told: string[] = []
  const watch = (key: StoreKey) => store.subscribe(key, () => told.push(key))
  for (const { id } of plan.views().tasks) watch(`task:${id}`)
  for (const { id } of plan.views().items) {
    watch(`item:${id}`)
    for (const type of [0, 1, 2] as const) watch(`tasks:${id}:${type}`)
  }
  for (const key of ["goals", "list", "lanes", "history", "plan", "members"] as const) watch(key)

  const others = store.list("list")
  store.addPending(pendingCall({ name: "task.update", input: { id: task, description: "New" } }))
  expect(told.splice(0)).toEqual([`task:${task}`])
  store.addPending(pendingCall({ name: "task.updateOrders", input: { orders: [{ id: task, order: 1, type: 1 }] } }))
  expect(told.splice(0).sort()).toEqual([`task:${task}`, `tasks:${item}:0`, `tasks:${item}:1`])
  expect(store.list("list")).toBe(others)

  // Another person's change below pending ones notifies only its own row.
  const [other] = store.list(`tasks:${item}:2`) as [number]
  const seen = store.task(task)
  plan.call("task.update", { id: other, description: "Theirs" })
  store.apply(plan.log.slice(store.seq()))
  expect(told.splice(0)).toEqual([`task:${other}`])
  expect(store.task(task)).toBe(seen)

  // A board loaded again tells what is new in it.
  const fresh = plan.board()
  store.load(fresh)
  expect(told.splice(0)).toEqual(["plan"])
  store.load(structuredClone(fresh))
  expect(told.splice(0)).toEqual([])
  store.load({ ...fresh, members: fresh.members.slice(0, 1) })
  expect(told.splice(0)).toEqual(["members"])
})

test("a card created here keeps its key, is found by both ids, and never appears twice", () => {
  const plan = seeded()
  const store = openBoardStore(planId)
  store.load(plan.board())
  const draftId = store.newDraftId()
  const draft = {
    ...(plan.views().items[0] as Item),
    id: draftId,
    topic: "",
    focus: false,
    completed: false,
    order: 99,
  }
  store.putDraft("item", draft)
  expect(store.list("list")).toContain(draftId)
  expect(store.isLocal(draftId)).toBe(true)

  const call = pendingCall({ name: "item.create", input: { topic: "Mine" } })
  call.context.newId = draftId
  store.addPending(call)
  expect([store.isLocal(draftId), store.isSaving("item", draftId)]).toEqual([false, true])
  const count = store.list("list").length
  let told = 0
  store.subscribe(`item:${draftId}`, () => told++)

  // The event arrives before the answer.
  const { answer, seq } = plan.call("item.create", { topic: "Mine" }, { clientId: "me" })
  const { id } = answer as Item
  store.apply(plan.log.slice(store.seq()))
  expect(store.list("list")).toHaveLength(count)
  expect(store.list("list")).toContain(id)
  store.settle(call.ref, { seq, answer })
  expect([store.keyOf("item", id), store.realId(draftId), store.item(draftId)?.id]).toEqual([draftId, id, id])
  expect(store.isSaving("item", id)).toBe(false)

  const before = told
  plan.call("item.update", { id, topic: "Renamed" })
  store.apply(plan.log.slice(store.seq()))
  expect(told).toBe(before + 1)
  expect(store.item(draftId)?.topic).toBe("Renamed")
})

test("a goal and a task created here get the same number, and stay two rows", () => {
  const plan = seeded()
  const store = openBoardStore(planId)
  const itemId = (plan.views().items[0] as Item).id
  const next = Math.max(...plan.views().tasks.map(({ id }) => id)) + 1
  for (let id = 0; id < next - 1; ) id = (plan.call("goal.create", { name: "Other" }).answer as Goal).id
  store.load(plan.board())
  const goal = pendingCall({ name: "goal.create", input: { name: "Mine" } })
  const task = pendingCall({ name: "task.create", input: { itemId, description: "Mine" } })
  const told: string[] = []
  for (const { name, input, ref, context } of [goal, task]) {
    const call = { name, input, ref, clientId: "me", context } as PendingCall
    store.addPending(call)
    store.subscribe(`${name === "goal.create" ? "goal" : "task"}:${context.newId}`, () => told.push(name))
    const { answer, seq } = plan.call(name, input, { clientId: "me" })
    // The event arrives before the answer.
    store.apply(plan.log.slice(store.seq()))
    expect(store.list(name === "goal.create" ? "goals" : `tasks:${itemId}:0`)).not.toContain(context.newId)
    store.settle(ref, { seq, answer })
  }
  const keys = [store.keyOf("goal", next), store.keyOf("task", next), store.keyOf("item", next)]
  expect(keys).toEqual([goal.context.newId, task.context.newId, next])
  told.length = 0
  plan.call("goal.update", { id: next, name: "Renamed" })
  store.apply(plan.log.slice(store.seq()))
  expect([store.goal(goal.context.newId)?.name, store.task(task.context.newId)?.description]).toEqual([
    "Renamed",
    "Mine",
  ])
  expect(told).toEqual(["goal.create"])
})

test("a pending call of another version, which no longer exists, leaves the board unchanged", () => {
  const plan = seeded()
  const store = openBoardStore(planId)
  const [goal] = plan.board().goals as [Goal]
  const other = pendingCall({ name: "goal.update", input: { id: goal.id, name: "Other" } })
  store.adoptPending([{ ...other, ref: "old", name: "goal.sharpen" } as unknown as PendingCall, other])
  store.load(plan.board())
  expect(store.goal(goal.id)?.name).toBe("Other")
})

test("a refused call is undone; a refused create leaves its draft", () => {
  const plan = seeded()
  const store = openBoardStore(planId)
  store.load(plan.board())
  const [goal] = store.list("goals") as [number]
  const before = store.goal(goal)
  const call = pendingCall({ name: "goal.update", input: { id: goal, name: "Other", color: "#a8660a" } })
  const [task] = plan.views().tasks as [Task]
  store.addPending(call)
  expect(store.task(task.id)?.color).toBe("#a8660a")
  expect(store.item(task.itemId)?.goal?.name).toBe("Other")
  store.drop(call.ref)
  expect(store.goal(goal)).toEqual(before)
  expect(store.task(task.id)).toEqual(task)

  expect(() => store.addPending(pendingCall({ name: "goal.update", input: { id: goal, name: " " } }))).toThrow(/name/)
  expect(store.addPending(pendingCall({ name: "goal.update", input: { id: goal, name: before?.name } }))).toBe(false)

  const draftId = store.newDraftId()
  store.putDraft("goal", { ...(before as Goal), id: draftId, name: "", order: 99 })
  const create = pendingCall({ name: "goal.create", input: { name: "Draft" } })
  create.context.newId = draftId
  store.addPending(create)
  expect(store.goal(draftId)?.name).toBe("Draft")
  store.drop(create.ref)
  expect(store.goal(draftId)?.name).toBe("")
  store.load(plan.board())
  expect(store.list("goals")).toContain(draftId)
  store.dropDraft("goal", draftId)
  expect(store.goal(draftId)).toBeUndefined()
})

test("a goal's new colour is shown by tasks without their own, but not by one whose own colour was equal", () => {
  const plan = seeded()
  const [goal] = plan.views().goals as [Goal]
  const item = plan.views().items.find(({ goalId }) => goalId === goal.id) as Item
  const own = plan.call("task.create", { itemId: item.id, description: "own", color: goal.color }).answer as Task
  const other = plan.call("task.create", { itemId: item.id, description: "goal's" }).answer as Task
  const store = openBoardStore(planId)
  store.load(plan.board())
  const told: number[] = []
  for (const { id } of plan.views().tasks) store.subscribe(`task:${id}`, () => told.push(id))
  store.addPending(pendingCall({ name: "goal.update", input: { id: goal.id, color: "#a8660a" } }))
  const colors = () => [store.task(own.id)?.color, store.task(other.id)?.color]
  expect(colors()).toEqual([goal.color, "#a8660a"])
  const shown = plan.views().tasks.filter(({ itemId, id }) => itemId === item.id && id !== own.id)
  expect(told.sort()).toEqual(shown.map(({ id }) => id).sort())
  plan.call("goal.update", { id: goal.id, color: "#a8660a" })
  store.apply(plan.log.slice(store.seq()))
  expect(colors()).toEqual([goal.color, "#a8660a"])
})

test("events of other plans, drafts and unknown kinds are ignored; empty ones are fetched", () => {
  const plan = seeded()
  const store = openBoardStore(planId)
  store.load(plan.board())
  const [task] = plan.views().tasks as [Task]
  const payload = { planId, clientId: null, actorId: 2, at: "", seq: store.seq() + 1, data: null as unknown }
  const apply = (event: string, more: object) => {
    const seq = store.seq() + 1
    return store.apply([{ seq, event, payload: { ...payload, ...more, seq } }])
  }
  const before = comparable(store.snapshot() as Board)
  expect(apply("TaskUpdated", { planId: 8, data: { ...task, description: "Theirs" } })).toEqual([])
  expect(apply("TaskUpdated", { data: { ...task, isDraft: true, description: "Draft" } })).toEqual([])
  expect(apply("SomethingNew", { data: { id: 1 } })).toEqual([])
  expect(comparable(store.snapshot() as Board)).toEqual(before)
  expect(apply("TaskUpdated", { id: task.id })).toEqual([{ fetch: { entity: "task", id: task.id } }])
  expect(apply("TaskOrderUpdated", {})).toEqual([{ reload: true }])
  // The task's action is somebody else's draft, which caused no event.
  expect(apply("TaskUpdated", { data: { ...task, itemId: 900 } })).toEqual([{ reload: true }])
  expect(apply("TaskOrderUpdated", { data: [{ id: task.id, itemId: 901 }] })).toEqual([{ reload: true }])
  expect(apply("BoardUpdated", {})).toEqual([{ reload: true }])
})

test("members are added, removed and renamed, and owners follow", () => {
  const plan = seeded()
  const [task] = plan.views().tasks as [Task]
  plan.call("task.update", { id: task.id, ownerId: 2 })
  const store = openBoardStore(planId)
  store.load(plan.board())
  const apply = (event: string, data: object) => {
    const seq = store.seq() + 1
    store.apply([{ seq, event, payload: { planId, clientId: null, actorId: 1, at: "", seq, data } }])
  }
  const ben = store.member(2)
  apply("MemberUpdated", { ...ben, userName: "Benjamin" })
  expect(store.task(task.id)?.owner).toEqual({ id: 2, userName: "Benjamin" })
  apply("MemberAdded", { ...ben, id: 3, userName: "Cleo" })
  expect(store.members().map(({ userName }) => userName)).toEqual(["Ada", "Benjamin", "Cleo"])
  apply("MemberRemoved", { id: 2, userName: "Benjamin" })
  expect(store.task(task.id)).toMatchObject({ owner: null, ownerId: null })
  expect(store.member(2)).toBeUndefined()
})

test("members with equal names are numbered on screen, and stored under the names they chose", () => {
  const store = openBoardStore(planId)
  const board = seeded().board()
  const [ada, ben] = board.members as [Member, Member]
  store.load({ ...board, members: [ada, { ...ben, userName: "Ada" }] })
  expect(store.members().map(({ userName }) => userName)).toEqual(["Ada", "Ada (2)"])
  expect(store.member(2)?.userName).toBe("Ada (2)")
  expect(store.looks().get(2)?.userName).toBe("Ada (2)")
  const data = { ...ada, lastSeenAt: "2027-01-01T00:00:00.000Z" }
  const payload = { planId, clientId: null, actorId: 1, at: "", seq: store.seq() + 1, data }
  store.apply([{ seq: payload.seq, event: "MemberUpdated", payload }])
  expect(store.snapshot()?.members.map(({ userName }) => userName)).toEqual(["Ada", "Ada"])
  expect(store.members().map(({ userName }) => userName)).toEqual(["Ada (2)", "Ada"])
})

/** Applies 400 changes of tasks to a board of that many; returns what they cost, in steps, and how many subscribers they called. */
const manyChanges = (tasks: number) => {
  const plan = seeded()
  const board = plan.board()
  const [item] = board.items as [Item]
  const [task] = board.tasks as [Task]
  const items = tasks / 50
  board.items = Array.from({ length: items }, (_, at) => ({ ...item, id: at + 1, order: at, focusOrder: at }))
  board.tasks = Array.from({ length: tasks }, (_, at) => ({
    ...task,
    id: at + 1,
    itemId: (at % items) + 1,
    order: at,
    type: ((at >> 3) % 2) as 0 | 1,
  }))
  const store = openBoardStore(planId)
  store.load(board)
  let told = 0
  for (const { id } of board.tasks) store.subscribe(`task:${id}`, () => told++)

  const change = (round: number) => {
    const id = ((round * 20) % tasks) + 1
    const call = pendingCall(
      round % 2
        ? { name: "task.update", input: { id, description: `Round ${round}` } }
        : {
            name: "task.updateOrders",
            input: { orders: [{ id, order: round, type: 2, itemId: (round % items) + 1 }] },
          },
    )
    store.addPending(call)
    store.settle(call.ref, { seq: store.seq() + 1 })
    store.apply([
      {
        seq: store.seq() + 1,
        event: "TaskUpdated",
        payload: { planId, clientId: "me", actorId: 1, at: "", seq: store.seq() + 1, data: store.task(id) },
      },
    ])
  }
  const steps = stepsOf(() => {
    for (let round = 1; round <= 400; round++) change(round)
  }, /\/app\/(client|rules|contract)\//)
  return { steps, told }
}

test("a change costs the same on boards of 10,000 and of 500 tasks", () => {
  const [small, large] = [manyChanges(500), manyChanges(10_000)]
  expect(large.steps / small.steps).toBeLessThan(1.5)
  for (const { told } of [small, large]) {
    expect(told).toBeGreaterThanOrEqual(400)
    expect(told).toBeLessThan(1_300)
  }
})

test("an added or deleted file changes the count of its action or task, below pending calls too", () => {
  const plan = seeded()
  const store = openBoardStore(planId)
  store.load(plan.board())
  const { items, tasks } = plan.views()
  const [item, task] = [items[0] as Item, tasks[0] as Task]
  const tell = (event: string, data: object) => {
    const seq = store.seq() + 1
    store.apply([{ seq, event, payload: { planId, clientId: null, actorId: 1, at: "", seq, data, id: undefined } }])
  }
  const counts = () => [store.item(item.id)?.attachmentCount, store.task(task.id)?.attachmentCount]
  store.addPending(pendingCall({ name: "task.update", input: { id: task.id, description: "Waits" } }))
  tell("FileAdded", { id: 1, goalId: null, itemId: item.id, taskId: null, noteId: null })
  tell("FileAdded", { id: 2, goalId: null, itemId: null, taskId: task.id, noteId: null })
  tell("FileAdded", { id: 3, goalId: 1, itemId: null, taskId: null, noteId: null })
  expect(counts()).toEqual([1, 1])
  expect(store.task(task.id)?.description).toBe("Waits")
  tell("FileDeleted", { id: 1, itemId: item.id })
  tell("FileDeleted", { id: 2, taskId: task.id })
  tell("FileDeleted", { id: 9, taskId: 999_999 })
  expect(counts()).toEqual([0, 0])
})

test("a card is blocked while one that it waits for is open, which no event of its own says", () => {
  const plan = seeded()
  const [lane] = plan.views().items.filter(({ focus }) => focus) as [Item]
  const [first, second] = plan.views().tasks.filter(({ itemId, type }) => itemId === lane.id && type < 2) as [
    Task,
    Task,
  ]
  plan.call("task.update", { id: second.id, blockedByIds: [first.id] })
  const store = openBoardStore(planId)
  store.load(plan.board())
  const told: number[] = []
  store.subscribe(`task:${second.id}`, () => told.push(told.length))
  const shown = () => [store.task(second.id)?.blockedByIds, store.task(second.id)?.blocked]
  const theirs = (name: Parameters<typeof plan.call>[0], input: object) => {
    plan.call(name, input)
    store.apply(plan.log.slice(store.seq()))
  }
  expect(shown()).toEqual([[first.id], true])
  theirs("task.update", { id: first.id, type: 2 })
  expect([shown(), told.length]).toEqual([[[first.id], false], 1])
  theirs("task.updateOrders", { orders: [{ id: first.id, order: 5, type: 1 }] })
  expect([shown(), told.length]).toEqual([[[first.id], true], 2])
  theirs("task.update", { id: first.id, description: "New" })
  expect([shown(), told.length]).toEqual([[[first.id], true], 2])
  // Deleted here, and refused by the server: the card waits again.
  const call = pendingCall({ name: "task.remove", input: { id: first.id } })
  store.addPending(call)
  expect(shown()).toEqual([[], false])
  store.drop(call.ref)
  expect(shown()).toEqual([[first.id], true])
  theirs("task.remove", { id: first.id })
  expect(shown()).toEqual([[], false])
})
