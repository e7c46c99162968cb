import fc from "fast-check"
import { expect, test } from "vitest"
import type { Board } from "~/contract/plan"
import { type AnyCall, anyCall } from "../../../tests/support/model/any-call"
import { comparable, inOrder, seeded, shown, visibleIds } from "../../../tests/support/model/board-checks"
import { modelDevice } from "../../../tests/support/model/model-device"
import { people } from "../../../tests/support/model/model-plan"
import { settled } from "../../../tests/support/model/model-tab"

/** Two devices that edit without a connection, close and open their pages, and return in any order. */

const step = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom(
    "do",
    "do",
    "do",
    "do",
    "undo",
    "leave",
    "return",
    "return and lose an answer",
    "close the page",
    "send in the background",
  ),
  seed: fc.nat(),
})

test("two devices that were offline converge to the server's state in any order of return, without losing typed text", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 60, size: "max" }), async (steps) => {
      const plan = seeded()
      const devices = people.map((who) => modelDevice(plan, who)) as [
        ReturnType<typeof modelDevice>,
        ReturnType<typeof modelDevice>,
      ]
      let typed = 0
      try {
        for (const device of devices) {
          device.page()
          device.leave()
        }
        for (const { who, what, seed } of steps) {
          const device = devices[who] as (typeof devices)[0]
          if (what === "do") {
            const ids = visibleIds(device.page().store)
            const [call] = fc.sample(anyCall(ids), { seed, numRuns: 1 }) as [AnyCall]
            device.do(withOwnWords(call, `${who} ${++typed}`))
          } else if (what === "undo") device.page().history.undo()
          else if (what === "leave") device.leave()
          else if (what === "close the page") device.close()
          else if (what === "send in the background") await device.sendInBackground()
          else await device.return(what !== "return")
          if (seed % 2 === 0) await settled()
        }
        let rounds = 0
        do {
          expect(rounds++).toBeLessThan(100)
          for (const device of devices) {
            device.page()
            await device.return()
            for (let turn = 0; turn < 20; turn++) await settled()
          }
        } while (devices.some((device) => !device.isSent()))
        const server = comparable(plan.views())
        for (const device of devices) {
          const { store, catchUp } = device.page()
          await catchUp()
          for (let turn = 0; turn < 20; turn++) await settled()
          expect(comparable(store.snapshot() as Board)).toEqual(server)
          expect(comparable(shown(store))).toEqual(server)
          inOrder(store)
          for (const { id } of server.tasks) expect(store.isSaving("task", id)).toBe(false)
          expect(device.lost()).toEqual([])
          const order = device.queued.map(({ ref }) => ref).filter((ref) => device.taken.includes(ref))
          expect(device.taken).toEqual(order)
        }
      } finally {
        for (const device of devices) device.close()
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)

/** The call with words that no other call has. */
const withOwnWords = ({ name, input }: AnyCall, words: string): AnyCall => ({
  name,
  input: Object.fromEntries(
    Object.entries(input).map(([field, value]) => [
      field,
      ["name", "topic", "description"].includes(field) && String(value).trim() !== "" ? `${value} ${words}` : value,
    ]),
  ),
})
