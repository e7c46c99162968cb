import fc from "fast-check"
import { expect, test } from "vitest"
import type { Item } from "~/contract/item"
import type { Board } from "~/contract/plan"
import { type AnyCall, anyCall } from "../../../tests/support/model/any-call"
import { comparable, inOrder, seeded, shown, visibleIds } from "../../../tests/support/model/board-checks"
import { storeTab } from "../../../tests/support/model/store-tab"

const step = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom("do", "do", "send", "lose", "receive", "hear", "hear all"),
  seed: fc.nat(),
})

test.each([false, true])("any interleaving of own calls and events converges to the server (drafts: %s)", (drafts) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60, size: "max" }), (steps) => {
      const plan = seeded()
      const tabs = [storeTab(plan, "a"), storeTab(plan, "b")] as const
      for (const { who, what, seed } of steps) {
        const one = tabs[who] as (typeof tabs)[0]
        if (what === "do") {
          const [call] = fc.sample(anyCall(visibleIds(one.store), drafts), { seed, numRuns: 1 }) as [AnyCall]
          one.do(call)
        } else if (what === "send" || what === "lose") one.send(what === "lose")
        else if (what === "receive") one.receive()
        else one.hear(what === "hear" ? 1 : Number.POSITIVE_INFINITY)
      }
      for (let rounds = 0; tabs.some(({ queue }) => queue.length > 0); rounds++) {
        expect(rounds).toBeLessThan(200)
        for (const one of tabs) {
          one.send(false)
          one.receive()
        }
      }
      for (const { store, hear } of tabs) {
        hear(Number.POSITIVE_INFINITY)
        // Like the session: a list that a published card may have left has the board loaded.
        if (drafts && !store.putDrafts(plan.drafts())) store.load(plan.board())
        const server = comparable(plan.views())
        expect(comparable(store.snapshot() as Board)).toEqual(server)
        expect(comparable(shown(store))).toEqual(server)
        inOrder(store)
        for (const { id } of server.tasks) expect(store.isSaving("task", id)).toBe(false)
      }
    }),
    { numRuns: 200 },
  )
})

test("a draft action that left its goal before the goal was deleted keeps its tasks", () => {
  const plan = seeded()
  const { store, hear } = storeTab(plan, "b")
  const item = plan.views().items.find(({ goalId }) => goalId === 102) as Item
  expect(plan.views().tasks.some(({ itemId }) => itemId === item.id)).toBe(true)
  plan.call("item.update", { id: item.id, isDraft: true })
  hear()
  plan.call("item.moveActionToGoal", { itemId: item.id, goalId: 101 })
  plan.call("goal.remove", { id: 102 })
  hear()
  expect(store.putDrafts(plan.drafts())).toBe(true)
  expect(comparable(store.snapshot() as Board)).toEqual(comparable(plan.views()))
})

test("a draft action that moved to another goal reloads the board, since its tasks' colours may be older or newer", () => {
  const plan = seeded()
  const { store, hear } = storeTab(plan, "b")
  const { id } = plan.views().items.find(({ goalId }) => goalId === 102) as Item
  plan.call("item.update", { id, isDraft: true })
  hear()
  plan.call("item.moveActionToGoal", { itemId: id, goalId: 101 })
  plan.call("task.create", { itemId: id, description: "Call the supplier", color: "#222222" })
  hear()
  if (!store.putDrafts(plan.drafts())) store.load(plan.board())
  expect(comparable(store.snapshot() as Board)).toEqual(comparable(plan.views()))
})
