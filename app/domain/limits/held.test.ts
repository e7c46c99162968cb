import { afterEach, beforeEach, expect, test } from "vitest"
import { defaultLimits } from "~/contract/limits"
import { heldBytes, holding, openHeld } from "./held.server"
import { openLimits } from "./limits.server"

beforeEach(() => {
  const plans = { plan_memory: 10, plan_memory_per_caller: 10 }
  openLimits({ ...defaultLimits, body_memory: 100, body_memory_per_caller: 30, ...plans })
})
afterEach(() => {
  openLimits(defaultLimits)
  openHeld()
})

const refusal = (status: number) =>
  expect.objectContaining({ problem: expect.objectContaining({ status, retryAfter: 5 }) })

test("a caller holds one thing of any size, and several of so many bytes together", () => {
  const large = holding("bodies", "u1")
  large.claim(40)
  large.claim(10)
  const small = holding("bodies", "u1")
  expect(() => small.claim(1)).toThrow(refusal(429))
  large.release()
  small.claim(20)
  const other = holding("bodies", "u1")
  other.claim(10)
  expect(() => other.claim(1)).toThrow(refusal(429))
  expect(heldBytes("bodies")).toBe(30)
  for (const each of [small, other, other]) each.release()
  expect(heldBytes("bodies")).toBe(0)
})

test("while the process is full, nothing more is held", () => {
  let full = true
  openHeld(() => full)
  const hold = holding("bodies", "u1")
  expect(() => hold.claim(1)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ status: 503, retryAfter: 30 }) }),
  )
  full = false
  hold.claim(1)
  hold.release()
})

test("all callers together hold so many bytes, of each kind", () => {
  const held = [1, 2, 3].map((person) => holding("bodies", `u${person}`))
  for (const each of held) each.claim(30)
  const late = holding("bodies", "u4")
  expect(() => late.claim(20)).toThrow(refusal(503))
  late.claim(10)
  const plan = holding("plans", "u4")
  plan.claim(10)
  for (const each of [...held, late, plan]) each.release()
  expect([heldBytes("bodies"), heldBytes("plans")]).toEqual([0, 0])
})
