import { expect, test } from "vitest"
import { startIn, startRequest, withoutDraftMark } from "./start-request"

test("the starter's request has the plan's name in its first line and the description below", () => {
  expect(startRequest(" Bike share ", "# Docks\n- Permits\n")).toBe("[Plan: Bike share]\n# Docks\n- Permits")
  expect(startRequest("Docks [old]\nand new", "Twelve")).toBe("[Plan: Docks [old and new]\nTwelve")
  expect(startRequest("x".repeat(200), "Twelve")).toHaveLength(215)
})

test.each(["Bike share", "", "Docks [old] and new", "x".repeat(200)])("the description is read back for %s", (name) => {
  expect(startIn(startRequest(name, "# Docks\n- Permits"))).toBe("# Docks\n- Permits")
})

test("a request that begins with the mark on the same line is a request", () => {
  expect(startIn('[Plan: Harbour] Add a goal "Pier"')).toBeUndefined()
  expect(withoutDraftMark('[Plan: Harbour] Add a goal "Pier"')).toBe(' Add a goal "Pier"')
  expect(startIn("# Docks\n- Permits")).toBeUndefined()
})
