/** What is read from the text of notes: their titles, names in one line. */

const untitled = "Untitled note"
const titleWords = 12
const titleLength = 80

const block =
  /^\s*(?:#{1,6}(?=\s|$)|>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)|\[[ xX]\](?=\s|$)|`{3,}\S*|~{3,}\S*|(?:[-*_=]\s*){3,}$)/
const inline = /^(\*{1,3}|_{1,3}|~~|`)(?=\S)/

/** The line without the markdown markers it begins with, and without the closing one of an emphasis that it begins with. */
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

/** The title of a note that was given none: the first line that says something, to 12 words and 80 characters. */
export const deriveTitle = (content: string): string => {
  for (const line of content.split(/\r\n|\r|\n/)) {
    const words = withoutMarkers(line).split(/\s+/).filter(Boolean)
    if (words.length > 0) return cut(words.slice(0, titleWords).join(" "), titleLength)
  }
  return untitled
}

/** The note's title as it is kept: what was given, or the one derived. */
export const titleOf = (title: string | null | undefined, content: string) =>
  title === null || title === undefined || title.trim() === "" ? deriveTitle(content) : title

/** A text as the name of something, on one line and not long. */
export const nameInALine = (text: string, length = titleLength) => {
  const line = text.replace(/\s+/g, " ").trim()
  const characters = [...line]
  return characters.length > length
    ? `${characters
        .slice(0, length - 1)
        .join("")
        .trim()}…`
    : line
}

// Bounded, so that reading takes no longer than the text is long.
const mention = /@\[([^\]\n]{0,200})\]\((\d{1,15})\)/
const file = /!\[[^\]\n]{0,200}\]\(laneway-file:(\d{1,15}):([^:)\s]{1,100}):?([^)\s]{0,2000})\)/
const address = /https?:\/\/(?:[^\s()<>"]|\([^\s()]{0,500}\))+/
const named = new RegExp(`\\[([^\\]\\n]{1,200})\\]\\((${address.source})\\)`)

/** The text of a comment as a person reads it: mentions by name, files by theirs. */
export const plainText = (content: string) =>
  mentionsAsText(content).replace(
    new RegExp(file, "g"),
    (_, _plan, fileName: string, name: string) => readable(name) || fileName,
  )

/** The text with those mentioned by name alone. */
export const mentionsAsText = (content: string) => content.replace(new RegExp(mention, "g"), "@$1")

const readable = (name: string) => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

export type NoteFile = { planId: number; fileName: string; name: string }

/** What a note's text is made of, in its order. */
export type NotePart =
  | { kind: "text"; text: string }
  | { kind: "mention"; personId: number; name: string }
  | { kind: "link"; href: string; text: string }
  | ({ kind: "file" } & NoteFile)

const anyPart = new RegExp([mention, file, named, address].map(({ source }) => `(?:${source})`).join("|"), "gi")

const fileOf = (plan: string, fileName: string, name: string): NoteFile => ({
  planId: Number(plan),
  fileName,
  name: readable(name) || fileName,
})

const endsSentence = /[.,;:!?'*_~\]}]/

/** What ends a sentence does not belong to the address. */
const bareAddress = (address: string) => {
  let end = address.length
  while (endsSentence.test(address.charAt(end - 1))) end--
  return address.slice(0, end)
}

const anyLink = new RegExp(`${named.source}|${address.source}`, "gi")

/** The links of a text, in their order; `from` and `to` are places in it. */
export const linksOf = (content: string): { from: number; to: number; href: string; text: string }[] =>
  [...content.matchAll(anyLink)].map(({ 0: whole, 1: text, 2: named, index: from }) => {
    const href = named ?? bareAddress(whole)
    return { from, to: from + (named ? whole : href).length, href, text: text ?? href }
  })

/** Mentions, files, and links: those that markdown names and those that only begin with http:// or https://. */
export const noteParts = (content: string): NotePart[] => {
  const parts: NotePart[] = []
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

/** The ids of those mentioned, each once. */
export const mentionedIn = (content: string): number[] => [
  ...new Set(noteParts(content).flatMap((part) => (part.kind === "mention" ? [part.personId] : []))),
]

const fileLine = new RegExp(`^[ \\t]*${file.source}[ \\t]*$`)

/** The text of a note apart from the lines that are files. */
export const withoutFiles = (content: string): { text: string; files: NoteFile[] } => {
  const files: NoteFile[] = []
  const lines = content.split("\n").filter((line) => {
    const match = fileLine.exec(line)
    if (match) files.push(fileOf(match[1] ?? "", match[2] ?? "", match[3] ?? ""))
    return !match
  })
  return { text: files.length > 0 ? lines.join("\n").trimEnd() : content, files }
}

/**
 * Whether a note says the same as before, and names more files. A name that stood in the place of a file that came later counts as
 * the file.
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

/** The text with a line for each file below it. */
export const withFiles = (text: string, files: readonly NoteFile[]): string =>
  [
    ...(text.trim() === "" ? [] : [text.trimEnd()]),
    ...files.map(({ planId, fileName, name }) => {
      const escaped = encodeURIComponent(name).replace(/[()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
      return `![file](laneway-file:${planId}:${fileName}:${escaped})`
    }),
  ].join("\n")
