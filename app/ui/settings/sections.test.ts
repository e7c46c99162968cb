import { expect, test } from "vitest"
import { settingsSections } from "~/contract/shared/deep-link"
import { isFor, sectionsFor } from "./sections"

const open = (planRole: 0 | 1 | 2) => ({ planRole, isArchived: false })

test("admins have every section", () => {
  for (const section of settingsSections) expect(isFor(open(0), section)).toBe(true)
})

test.each([1, 2] as const)(
  "members and viewers see the plan, labels that they can change, their email and the export (role %i)",
  (role) => {
    expect(sectionsFor(open(role)).map(({ section }) => section)).toEqual([
      "plan",
      ...(role === 1 ? ["labels"] : []),
      "email",
      "export",
    ])
    for (const section of ["people", "history", "deleted", "integrations", "delete"] as const)
      expect(isFor(open(role), section)).toBe(false)
  },
)

test("sections in which nothing could be changed are left out of an archived plan", () => {
  const archived = { planRole: 0, isArchived: true } as const
  for (const section of settingsSections) expect(isFor(archived, section)).toBe(!["labels", "ai"].includes(section))
})
