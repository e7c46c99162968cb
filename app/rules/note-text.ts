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

/** The text of a comment as a person reads it: mentions by name, files by theirs. */
export const plainText = (content: string) =>
  content
    .replace(/@\[([^\]\n]*)\]\([^)\n]*\)/g, "@$1")
    .replace(/!\[[^\]\n]*\]\(laneway-file:[^:)\s]*:[^:)\s]*:?([^)\s]*)\)/g, (_, name: string) => readable(name))

const readable = (name: string) => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
