// nameInALine(), nameInMail(): a text as the name of a thing, in one line and as mails carry it.
import { unprintable } from "~/contract/shared/bounds"

const mostCharacters = 80

/** A text shortened to a one-line name, without marks that would turn or hide the text around it. */
export const nameInALine = (text: string, length = mostCharacters) => {
  const whole = text.trim()
  const start = whole.slice(0, 20 * length)
  const line = start.replace(/\s+/g, " ").replace(new RegExp(unprintable, "gu"), "")
  const characters = [...line]
  return characters.length > length || start.length < whole.length
    ? `${characters
        .slice(0, length - 1)
        .join("")
        .trim()}…`
    : line
}

/** A text whose dots, colons and at signs don't make mail programs link it; it looks the same. */
export const unlinked = (text: string) => text.replace(/[.:@\u3002\uff0e\uff61](?=[^\s.])/g, "$&\u200c")

/** A name as mails carry it: in a line, and no link to anywhere that its author chose. */
export const nameInMail = (name: string, most?: number) => unlinked(nameInALine(name, most))
