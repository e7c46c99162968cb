import { afterEach, expect, test, vi } from "vitest"
import { seeded } from "../../../tests/support/model/board-checks"
import { modelTab } from "../../../tests/support/model/model-tab"
import { outboxServer } from "../../../tests/support/services/outbox-server"
import { observable } from "../observable"
import type { PlanSession } from "../plan-session"
import { viewsOf } from "./views"

const { server, open } = outboxServer()
afterEach(() => vi.restoreAllMocks())

const opened = () => {
  const { outbox, kinds } = open()
  const { history } = modelTab(seeded(), "a")
  const session = { planId: 7, outbox, history, onEvent: () => () => {}, live: observable("Connected") }
  const views = viewsOf(session as unknown as PlanSession, 1)
  const names = () => views.list.get()?.map(({ name }) => name) ?? []
  const sent = (count: number) => expect.poll(() => kinds("settled").length).toBe(count)
  return { outbox, history, views, names, sent, kinds }
}

const late = { name: "Late", shared: false, layout: "board", filter: { due: "overdue" } } as const

test("a view is shown before it is sent, and its changes follow it to its real id", async () => {
  const { views, names, sent } = opened()
  server.failures = ["lose the request"]
  const { id } = views.create(late)
  expect([id < 0, names()]).toEqual([true, ["Late"]])
  views.change(id, { name: "Overdue" })
  expect(names()).toEqual(["Overdue"])
  await sent(2)
  const saved = views.find(id)
  expect(saved?.id).toBeGreaterThan(0)
  expect(saved?.name).toBe("Overdue")
  expect(views.keyOf(saved?.id ?? 0)).toBe(id)
  expect(server.done.map(({ path, body }) => [path, body])).toEqual([
    ["/api/View?planId=7", late],
    ["/api/View?planId=7", { id: saved?.id, name: "Overdue" }],
  ])
})

test("saving, changing and deleting a view are undone and redone", async () => {
  const { views, names, history, sent } = opened()
  const { id } = views.create(late)
  views.change(id, { filter: { due: "none" } })
  views.remove(id)
  expect(names()).toEqual([])
  await sent(3)
  expect(history.undo()).toEqual({ done: true })
  expect(views.list.get()).toMatchObject([{ name: "Late", filter: { due: "none" } }])
  await sent(4)
  expect(history.undo()).toEqual({ done: true })
  expect(views.find(id)?.filter).toEqual(late.filter)
  history.undo()
  expect(names()).toEqual([])
  history.redo()
  history.redo()
  expect(views.list.get()).toMatchObject([{ name: "Late", filter: { due: "none" } }])
  history.redo()
  expect([names(), history.state.get()]).toEqual([[], { undo: true, redo: false }])
  await sent(9)
  expect(server.done.map(({ path }) => path).slice(-1)).toEqual([expect.stringMatching(/^\/api\/View\/\d+\?planId=7$/)])
})

test("a load that another one overtakes ends with it, so that nothing older is taken for the server's list", async () => {
  const answers: ((answer: Response) => void)[] = []
  vi.spyOn(globalThis, "fetch").mockImplementation(() => new Promise<Response>((resolve) => answers.push(resolve)))
  const { views, names } = opened()
  const [first, second] = [views.load(), views.load()]
  const ended: string[] = []
  void first.then(() => ended.push("first"))
  const listed = (...rows: object[]) => Response.json(rows)
  const view = { ...late, id: 3, planId: 7, ownerId: 1, order: 1 }
  answers[0]?.(listed(view))
  // A call that nobody overtakes has ended by then.
  await expect.poll(() => answers.length).toBe(2)
  await new Promise((resolve) => setTimeout(resolve))
  expect([ended, names()]).toEqual([[], []])
  answers[1]?.(listed({ ...view, name: "Newer" }))
  await Promise.all([first, second])
  expect([ended, names()]).toEqual([["first"], ["Newer"]])
})

test("an undo is refused once somebody else has changed the view", async () => {
  const { views, history, outbox, sent } = opened()
  const { id } = views.create(late)
  views.change(id, { name: "Mine" })
  await sent(2)
  const now = views.find(id)?.id as number
  const input = { planId: 7, id: now, name: "Theirs" }
  outbox.add({ name: "view.update", input, planId: 7, clientId: "another tab", ref: crypto.randomUUID() })
  await sent(3)
  expect(history.undo()).toEqual({ done: false, why: "changed", name: "Theirs" })
})

test("a refused view goes, also from the history", async () => {
  const { views, names, history, kinds } = opened()
  server.failures = [{ status: 409 }]
  views.create(late)
  await expect.poll(() => kinds("refused").length).toBe(1)
  expect([names(), history.state.get().undo]).toEqual([[], false])
})

test("what brings a deleted view back leaves no deletion to undo", async () => {
  const { views, names, sent } = opened()
  const { id } = views.create(late)
  const bringBack = views.remove(id)
  bringBack()
  expect(names()).toEqual(["Late"])
  await sent(3)
  expect(views.find(id)?.name).toBe("Late")
})
