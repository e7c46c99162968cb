import { expect, test } from "vitest"
import type { SystemRole } from "~/contract/role"
import { roleQuestion } from "./role-select"

const asked = (from: SystemRole, to: SystemRole, self = false) =>
  roleQuestion({ userName: "Marco", from, to, self })?.text.split(" ")[0]

test("granting a powerful role asks first, and so does giving up one's own", () => {
  expect(asked(3, 0)).toBe("System")
  expect(asked(2, 1)).toBe("Administrators")
  expect(asked(1, 0)).toBe("System")
  expect([asked(3, 2), asked(0, 3), asked(1, 2)]).toEqual([undefined, undefined, undefined])
  expect(asked(0, 1, true)).toBe("You")
  expect(roleQuestion({ userName: "Marco", from: 3, to: 0, self: false })?.title).toBe(
    "Change the system role of Marco to System Admin?",
  )
})
