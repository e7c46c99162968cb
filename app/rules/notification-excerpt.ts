import { nameInALine, plainText } from "./note-text"

const longest = 240

/** The beginning of a quoted note as it reads: without mentions' markup, marks of lists, headings and emphasis. */
export const excerptText = (excerpt: string | null | undefined): string => {
  if (!excerpt) return ""
  // The server cuts long notes, maybe within a mention, file or link.
  const whole = excerpt.replace(/[@!]?\[[^\]\n]{0,200}(\]\([^)\n]{0,2000})?$/, "")
  const lines = plainText(whole)
    .replace(/^[ \t]{0,8}(#{1,6}|[-*+>]|\d{1,9}[.)])[ \t]+/gm, "")
    .replace(/(\*\*|__|~~|`)/g, "")
  return nameInALine(lines, longest)
}
