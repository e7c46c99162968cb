import { expect, test } from "vitest"
import { authorIn, excerptText, namedIn, notificationLink, titleParts } from "./notification"

/** The title with its strong parts in asterisks. */
const shown = (title: string, userName?: string, agent: string | null = null) =>
  titleParts({ title, actor: userName === undefined ? null : { id: 1, userName }, agent })
    .map(({ text, strong }) => (strong ? `*${text}*` : text))
    .join("")

test("a title's author and card are strong, in English and German", () => {
  expect(shown("Grace mentioned you in “Order kerbs”", "Grace")).toBe("*Grace* mentioned you in “*Order kerbs*”")
  expect(shown("Grace (2) accepted your invitation", "Grace")).toBe("*Grace (2)* accepted your invitation")
  expect(shown("Grace: Notiz zu „Order kerbs“", "Grace")).toBe("*Grace*: Notiz zu „*Order kerbs*“")
  expect(shown("You now own “Say “yes” twice”", "Grace")).toBe("You now own “*Say “yes” twice*”")
  expect(shown("“Two\nlines” is due tomorrow")).toBe("“*Two\nlines*” is due tomorrow")
  expect(shown("A version of the plan has been restored", "Grace")).toBe("A version of the plan has been restored")
  expect(shown("Grace accepted your invitation", "Grace")).toBe("*Grace* accepted your invitation")
  expect(shown("Unknown User commented on “”", undefined)).toBe("Unknown User commented on “”")
})

test("an agent is strong together with its person", () => {
  const proposed = ["Claude for Mira Sato proposes 2 changes", "Mira Sato", "Claude"] as const
  expect(shown(...proposed)).toBe("*Claude for Mira Sato* proposes 2 changes")
  expect(shown("Claude für Mira (2): Notiz zu „Kerbs“", "Mira", "Claude")).toBe(
    "*Claude für Mira (2)*: Notiz zu „*Kerbs*“",
  )
  expect(shown("Mira commented on “Claude”", "Mira", "Claude")).toBe("*Mira* commented on “*Claude*”")
  expect(shown("You now own “Kerbs”", "Mira", "Claude")).toBe("You now own “*Kerbs*”")
  const mira = { actor: { id: 1, userName: "Mira" }, agent: "Claude" }
  expect(authorIn({ title: "Claude for Mira (2) commented on “Kerbs”", ...mira })).toBe("Claude for Mira (2)")
  expect(authorIn({ title: "You now own “Kerbs”", ...mira })).toBe("Mira")
})

test("the card is what the title quotes", () => {
  expect(namedIn("Grace: Notiz zu „Order kerbs“")).toBe("Order kerbs")
  expect(namedIn("A version of the plan has been restored")).toBeUndefined()
})

test.each([
  ["@[Ada Lind](7) can the lease\ntake another week?", "@Ada Lind can the lease take another week?"],
  ["# Heading\n- **one**\n- `two`", "Heading one two"],
  ["See ![kerb](laneway-file:7:kerb.jpg:Kerb%20photo.jpg)", "See Kerb photo.jpg"],
  ["5 * 3 = 15, a - b", "5 * 3 = 15, a - b"],
  ["Cut off at @[Ada Li", "Cut off at"],
  ["Cut off at @[Ada Lind](1", "Cut off at"],
  ["  ", ""],
  [null, ""],
])("%j reads %j", (content, text) => {
  expect(excerptText(content)).toBe(text)
})

const nothing = { taskId: null, itemId: null, goalId: null }

test("a task's and an action's notification open its comments, a goal's its activity", () => {
  expect(notificationLink({ ...nothing, kind: "comment", taskId: 3 })).toEqual({ type: "task", id: 3, menu: "notes" })
  expect(notificationLink({ ...nothing, kind: "mention", itemId: 3 })).toEqual({ type: "card", id: 3, menu: "notes" })
  expect(notificationLink({ ...nothing, kind: "comment", goalId: 3 })).toEqual({
    type: "goal",
    id: 3,
    menu: "activity",
  })
})

test("others open what they are about in the plan's settings or its review list", () => {
  expect(notificationLink({ ...nothing, kind: "accepted" })).toEqual({ type: "settings", section: "people" })
  expect(notificationLink({ ...nothing, kind: "transferred" })).toEqual({ type: "settings", section: "plan" })
  expect(notificationLink({ ...nothing, kind: "imported" })).toBeUndefined()
  expect(notificationLink({ ...nothing, kind: "proposed" })).toEqual({ type: "review", page: "open" })
  expect(notificationLink({ ...nothing, kind: "decided" })).toEqual({ type: "review", page: "decided" })
})
