import { afterEach, expect, test, vi } from "vitest"
import { personCookieAt } from "~/contract/shared/shell"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import { forgetEverything } from "../outbox/browser-database"
import type { PlanSession } from "../plan-session"
import { conversationOf } from "./conversation-of"

browserDatabase()
afterEach(async () => {
  vi.unstubAllGlobals()
  await forgetEverything()
})

/** The plan as a person has it open. */
const sessionOf = (userId: number, planId = 7) => ({ planId, userId }) as PlanSession
const remembered = (value: string) => {
  vi.stubGlobal("location", { origin: "http://localhost" })
  vi.stubGlobal("document", { cookie: value && `${personCookieAt(location.origin)}=${value}` })
}

test("a plan has one conversation of a person, whenever the browser remembers who that is", () => {
  remembered("")
  const typed = conversationOf(sessionOf(1))
  for (const person of ["1", "2", ""]) {
    remembered(person)
    expect(conversationOf(sessionOf(1))).toBe(typed)
  }
  expect(conversationOf(sessionOf(2))).not.toBe(typed)
  expect(conversationOf(sessionOf(1, 8))).not.toBe(typed)
})
