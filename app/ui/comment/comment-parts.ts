import type { TextPart } from "~/rules/text-parts"

type FilePart = Extract<TextPart, { kind: "file" }>

const isFile = (part: TextPart | undefined): part is FilePart => part?.kind === "file"

/** The files that are alone on a line. */
export const filesInLines = (parts: readonly TextPart[]): ReadonlySet<TextPart> =>
  new Set(
    parts.filter((part, at) => {
      const [before, after] = [parts[at - 1], parts[at + 1]]
      const starts = !before || (before.kind === "text" && /(?:^|\n)[ \t]*$/.test(before.text))
      const ends = !after || (after.kind === "text" && /^[ \t]*(?:\n|$)/.test(after.text))
      return isFile(part) && starts && ends
    }),
  )

/** The text without its last line break and the spaces after it. */
const withoutLastBreak = (text: string) => {
  const line = text.lastIndexOf("\n")
  return line >= 0 && text.slice(line).trim() === "" ? text.slice(0, line) : text.trim() === "" ? "" : text
}

/** The parts without the line breaks around files that are alone on a line, which are drawn as blocks. */
export const withoutBreaks = (parts: readonly TextPart[], inLines: ReadonlySet<TextPart>): TextPart[] => {
  const isBlock = (part: TextPart | undefined) => part !== undefined && inLines.has(part)
  return parts.flatMap((part, at): TextPart[] => {
    if (part.kind !== "text") return [part]
    const start = isBlock(parts[at - 1]) ? part.text.replace(/^[ \t]*\n?/, "") : part.text
    const text = isBlock(parts[at + 1]) ? withoutLastBreak(start) : start
    return text === "" ? [] : [{ kind: "text", text }]
  })
}

/** The parts before the files that end the text, each alone on a line, and those files. */
export const withFilesApart = (parts: readonly TextPart[], inLines: ReadonlySet<TextPart>) => {
  let end = parts.length
  for (let at = end - 1; at >= 0; at--) {
    const part = parts[at]
    if (part && inLines.has(part)) end = at
    else if (part?.kind !== "text" || part.text.trim() !== "") break
  }
  return [parts.slice(0, end), parts.slice(end)] as const
}

/** Whether a text may contain Markdown; plain texts need no parser. */
export const mayBeMarkdown = (parts: readonly TextPart[]): boolean =>
  parts.some(
    (part) =>
      part.kind === "text" &&
      /[*_~`#>]|^[ \t]*(?:[-+]|\d{1,9}[.)])[ \t]|^[ \t]*[-=]+[ \t]*$|^(?: {4}|\t)/m.test(part.text),
  )
