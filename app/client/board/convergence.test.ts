import fc from "fast-check"
import { expect, test } from "vitest"
import type { Board } from "~/contract/plan"
import { type AnyCall, anyCall } from "../../../tests/support/model/any-call"
import { comparable, inOrder, seeded, shown, visibleIds } from "../../../tests/support/model/board-checks"
import { modelTab, settled } from "../../../tests/support/model/model-tab"

/** A change's whole path, from one tab through the server to another, over an unreliable network. */

const step = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom(
    "do",
    "do",
    "do",
    "undo",
    "redo",
    "send",
    "send",
    "lose the answer",
    "receive",
    "receive",
    "hear",
    "hear",
    "hear twice",
    "lose",
    "answer",
  ),
  seed: fc.nat(),
})

test.each([false, true])(
  "two tabs converge to the server's state over an unreliable network (drafts: %s)",
  async (drafts) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 70, size: "max" }), async (steps) => {
        const plan = seeded()
        const tabs = [modelTab(plan, "a"), modelTab(plan, "b")] as const
        for (const { who, what, seed } of steps) {
          const tab = tabs[who] as (typeof tabs)[0]
          if (what === "do") {
            const [call] = fc.sample(anyCall(visibleIds(tab.store), drafts), { seed, numRuns: 1 }) as [AnyCall]
            tab.do(call)
          } else if (what === "undo") tab.history.undo()
          else if (what === "redo") tab.history.redo()
          else if (what === "send" || what === "lose the answer") tab.send(what !== "send")
          else if (what === "receive") await tab.receive()
          else if (what === "hear" || what === "hear twice") tab.hear(seed, what !== "hear")
          else if (what === "lose") tab.lose(seed)
          else tab.answer()
          if (seed % 2 === 0) await settled()
        }
        for (let rounds = 0; tabs.some(({ queue }) => queue.length > 0); rounds++) {
          expect(rounds).toBeLessThan(300)
          for (const tab of tabs) {
            tab.send()
            await tab.receive()
          }
        }
        const server = comparable(plan.views())
        for (const tab of tabs) {
          await tab.rest()
          expect(comparable(tab.store.snapshot() as Board)).toEqual(server)
          expect(comparable(shown(tab.store))).toEqual(server)
          inOrder(tab.store)
          for (const { id } of server.tasks) expect(tab.store.isSaving("task", id)).toBe(false)
        }
      }),
      { numRuns: 100 },
    )
  },
  60_000,
)
