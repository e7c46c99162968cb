import { expect, test } from "vitest"
import { settingsSections } from "~/contract/shared/deep-link"
import { isFor, sectionsFor } from "./sections"

test("admins have every section", () => {
  for (const section of settingsSections) expect(isFor(0, section)).toBe(true)
})

test.each([1, 2] as const)(
  "members and viewers see the plan, labels that they can change, their email and the export (role %i)",
  (role) => {
    expect(sectionsFor(role).map(({ section }) => section)).toEqual([
      "plan",
      ...(role === 1 ? ["labels"] : []),
      "email",
      "export",
    ])
    for (const section of ["people", "history", "deleted", "integrations", "delete"] as const)
      expect(isFor(role, section)).toBe(false)
  },
)
