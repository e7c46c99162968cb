// Parses the texts of notes, comments and messages: titles, mentions, files, links.
import { bare, bareAddress, named } from "./text-links"

const untitled = "Untitled note"
const titleWords = 12
const titleLength = 80
/** How far a line, and how many lines without words, are read for a title: removing a marker costs the whole rest. */
const lineLength = 1_000
const mostLines = 1_000

const block =
  /^\s*(?:#{1,6}(?=\s|$)|>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)|\[[ xX]\](?=\s|$)|`{3,}\S*|~{3,}\S*|(?:[-*_=]\s*){3,}$)/
const inline = /^(\*{1,3}|_{1,3}|~~|`)(?=\S)/

/** The line without its leading Markdown markers and the closing marker of a leading emphasis. */
const withoutMarkers = (line: string) => {
  let rest = line
  for (let match = block.exec(rest); match && match[0] !== ""; match = block.exec(rest))
    rest = rest.slice(match[0].length)
  rest = rest.trim()
  for (let match = inline.exec(rest); match; match = inline.exec(rest)) {
    const marker = match[1] ?? ""
    const closing = rest.indexOf(marker, marker.length)
    rest =
      rest.slice(marker.length, closing === -1 ? undefined : closing) +
      (closing === -1 ? "" : rest.slice(closing + marker.length))
  }
  return rest.trim()
}

const cut = (text: string, length: number) => [...text].slice(0, length).join("").trim()

/** The derived title of a note: its first non-empty line, cut to 12 words and 80 characters. */
export const deriveTitle = (content: string): string => {
  let read = 0
  for (const line of linesIn(content.trimStart())) {
    const words = withoutMarkers(line.trim().slice(0, lineLength)).split(/\s+/).filter(Boolean)
    if (words.length > 0) return cut(words.slice(0, titleWords).join(" "), titleLength)
    if (++read === mostLines) break
  }
  return untitled
}

const linesIn = function* (text: string) {
  let at = 0
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    yield text.slice(at, index)
    at = index + end.length
  }
  yield text.slice(at)
}

/** The note's stored title: the given one, or the derived one. */
export const titleOf = (title: string | null | undefined, content: string) =>
  title === null || title === undefined || title.trim() === "" ? deriveTitle(content) : title

// No part can contain the start of another, which keeps matching linear in the text's length.
const mention = /@\[([^[\]\n]{0,200})\]\((\d{1,15})\)/
const file = /!\[[^[\]\n]{0,200}\]\(laneway-file:(\d{1,15}):([^:)\s]{1,100})(?::([^)\s[]{0,2000}))?\)/
/** The plain text of a comment: mentions and files by name. */
export const plainText = (content: string) =>
  mentionsAsText(content).replace(
    new RegExp(file, "g"),
    (_, _plan, fileName: string, name = "") => readable(name) || fileName,
  )

/** The text with mentions replaced by names. */
export const mentionsAsText = (content: string) => content.replace(new RegExp(mention, "g"), "@$1")

/** The text in another plan: a file that is there too by its name there, else by what it is called; mentions of others by their names. */
export const textIn = (content: string, planId: number, files: ReadonlyMap<string, string>, memberId: number) =>
  content
    .replace(new RegExp(mention, "g"), (as: string, name: string, id: string) =>
      Number(id) === memberId ? as : `@${name}`,
    )
    .replace(new RegExp(file, "g"), (as: string, plan: string, fileName: string, name = "") => {
      const there = files.get(fileName)
      return there
        ? as.replace(`laneway-file:${plan}:${fileName}`, `laneway-file:${planId}:${there}`)
        : readable(name) || fileName
    })

const readable = (name: string) => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

export type FileInText = { planId: number; fileName: string; name: string }

/** One part of a text, in reading order. */
export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "mention"; personId: number; name: string }
  | { kind: "link"; href: string; text: string }
  | ({ kind: "file" } & FileInText)

const anyPart = new RegExp([mention, file, named, bare].map(({ source }) => `(?:${source})`).join("|"), "gi")

const fileOf = (plan: string, fileName: string, name: string): FileInText => ({
  planId: Number(plan),
  fileName,
  name: readable(name) || fileName,
})

/** Mentions, files and links, both Markdown links and bare http:// or https:// addresses. */
export const textParts = (content: string): TextPart[] => {
  const parts: TextPart[] = []
  let at = 0
  const textTo = (end: number) => {
    if (end > at) parts.push({ kind: "text", text: content.slice(at, end) })
  }
  for (const match of content.matchAll(anyPart)) {
    const [whole, person, personId, plan, fileName, name = "", text, href] = match
    let end = match.index + whole.length
    textTo(match.index)
    if (person !== undefined) parts.push({ kind: "mention", personId: Number(personId), name: person })
    else if (plan !== undefined) parts.push({ kind: "file", ...fileOf(plan, fileName ?? "", name) })
    else if (text !== undefined) parts.push({ kind: "link", href: href ?? "", text })
    else {
      const bare = bareAddress(whole)
      end = match.index + bare.length
      parts.push({ kind: "link", href: bare, text: bare })
    }
    at = end
  }
  textTo(content.length)
  return parts
}

/** The ids of the people mentioned, without repeats. */
export const mentionedIn = (content: string): number[] => [
  ...new Set(textParts(content).flatMap((part) => (part.kind === "mention" ? [part.personId] : []))),
]

const fileLine = new RegExp(`^[ \\t]*${file.source}[ \\t]*$`)

/** A text without its file lines. */
export const withoutFiles = (content: string): { text: string; files: FileInText[] } => {
  const files: FileInText[] = []
  const lines = content.split("\n").filter((line) => {
    const match = fileLine.exec(line)
    if (match) files.push(fileOf(match[1] ?? "", match[2] ?? "", match[3] ?? ""))
    return !match
  })
  return { text: files.length > 0 ? lines.join("\n").trimEnd() : content, files }
}

/**
 * Whether an edit only adds files. A line with just the name of an added file is its placeholder and may be removed.
 */
export const onlyAddsFiles = (before: string, after: string): boolean => {
  const [was, is] = [withoutFiles(before), withoutFiles(after)]
  const had = new Set(was.files.map(({ fileName }) => fileName))
  const added = is.files.filter(({ fileName }) => !had.has(fileName))
  if (added.length === 0 || is.files.length - added.length < had.size) return false
  const names = new Set(added.map(({ name }) => name))
  const words = was.text.split("\n").filter((line) => !names.has(line))
  return words.join("\n").trimEnd() === is.text.trimEnd()
}

/** The text followed by a line for each file. */
export const withFiles = (text: string, files: readonly FileInText[]): string =>
  [
    ...(text.trim() === "" ? [] : [text.trimEnd()]),
    ...files.map(({ planId, fileName, name }) => {
      const escaped = encodeURIComponent(name).replace(/[()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
      return `![file](laneway-file:${planId}:${fileName}:${escaped})`
    }),
  ].join("\n")
