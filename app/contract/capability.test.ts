import { expect, test } from "vitest"
import { type Capability, can, canInSystem, capabilities, leastRole, mayEnable, type Standing } from "./capability"

const everything = Object.keys(capabilities) as Capability[]

test("a lower role has at least the rights of a higher one, and strangers have none", () => {
  for (const what of everything) {
    expect(can(0, what), what).toBe(true)
    if (can(2, what)) expect(can(1, what), what).toBe(true)
    expect(can(leastRole(what), what)).toBe(true)
    for (const role of [0, 1, 2] as const) expect(can(role, what)).toBe(role <= leastRole(what))
    for (const nobody of [null, undefined]) expect(can(nobody, what)).toBe(false)
  }
})

test("a viewer reads, takes part and writes notes; a key reads and changes the board", () => {
  const of = (standing: Standing) => everything.filter((what) => can(standing, what))
  expect(of(2)).toEqual(["readBoard", "writeTexts", "keepPrivateNotes", "takePart"])
  expect(of("key")).toEqual(["readBoard", "changeBoard", "writeTexts"])
})

test("only a SystemAdmin changes system roles; an Administrator enables lower accounts", () => {
  expect([0, 1, 2, 3].map((role) => canInSystem(role as 0, "changeSystemRoles"))).toEqual([true, false, false, false])
  expect([0, 1, 2, 3].map((other) => mayEnable(0, other as 0))).toEqual([true, true, true, true])
  expect([0, 1, 2, 3].map((other) => mayEnable(1, other as 0))).toEqual([false, false, true, true])
  expect([0, 1, 2, 3].map((other) => mayEnable(2, other as 0))).toEqual([false, false, false, false])
})
