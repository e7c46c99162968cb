import { expect, test } from "vitest"
import { namedIn, titleParts } from "./notification-title"

/** The title with its strong parts in asterisks. */
const shown = (title: string, author?: string) =>
  titleParts(title, author)
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

test("the card is what the title quotes", () => {
  expect(namedIn("Grace: Notiz zu „Order kerbs“")).toBe("Order kerbs")
  expect(namedIn("A version of the plan has been restored")).toBeUndefined()
})
