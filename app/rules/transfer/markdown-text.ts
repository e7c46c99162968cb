// How a text is written in a Markdown outline: what would be read as structure is escaped, and code fences stay as they are.

/** A heading's level and text, without closing marks. Linear in the line's length. */
export const headingIn = (text: string): { marks: string; words: string } | null => {
  const [, marks] = /^(#{1,6})(?:\s|$)/.exec(text) ?? []
  if (marks === undefined) return null
  const rest = text.slice(marks.length).trim()
  let end = rest.length
  while (rest[end - 1] === "#") end--
  const isClosed = end < rest.length && (end === 0 || /\s/.test(rest.charAt(end - 1)))
  return { marks, words: isClosed ? rest.slice(0, end).trimEnd() : rest }
}

/** "* * *": a line across the page, and no bullet. */
export const isBreak = (line: string) => /^[ \t]*([-*])(?:[ \t]+\1){2,}[ \t]*$/.test(line)

type Bullet = { indent: string; box?: string; words: string }

/** A bullet's indentation, text and the mark in its box. Linear in the line's length. */
export const bulletIn = (text: string): Bullet | null => {
  const [marker, indent = ""] = /^(\s*)[-*+](?=\s|$)/.exec(text) ?? []
  if (marker === undefined) return null
  const rest = text.slice(marker.length).trim()
  const box = /^\[([ xX])\](?=\s|$)/.exec(rest)?.[1]
  return { indent, box, words: box === undefined ? rest : rest.slice(3).trimStart() }
}

export const widthOf = (indent: string) => indent.replaceAll("\t", "    ").length

/** The indentation of a line. */
export const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0] ?? ""

/** Takes at most this many columns off a line's indentation. */
export const outdented = (line: string, columns: number) => {
  let at = 0
  for (let left = columns; left > 0 && at < line.length; at++) {
    const character = line[at]
    if (character !== " " && character !== "\t") break
    left -= character === "\t" ? 4 : 1
  }
  return line.slice(at)
}

type Fence = { character: "`" | "~"; length: number }

/** The fence that a line opens. Linear in the line's length. */
export const fenceIn = (line: string): Fence | undefined => {
  const rest = line.trimStart()
  const character = rest.charAt(0)
  if (character !== "`" && character !== "~") return undefined
  let length = 1
  while (rest[length] === character) length++
  return length < 3 || (character === "`" && rest.includes("`", length)) ? undefined : { character, length }
}

export const closes = (line: string, { character, length }: Fence) => {
  const marks = line.trim()
  return marks.length >= length && [...marks].every((each) => each === character)
}

/** Which lines are in fences, with those that open and close them. One that nothing closes reaches to the end. */
export const fencedIn = (lines: readonly string[]): boolean[] => {
  let fence: Fence | undefined
  return lines.map((line) => {
    const open = fence
    if (!open) fence = fenceIn(line)
    else if (closes(line, open)) fence = undefined
    return open !== undefined || fence !== undefined
  })
}

const asEntities = (space: string) => [...space].map((each) => `&#${each.codePointAt(0)};`).join("")

/** Spaces at the ends of a line count only where they are written as entities. */
const withEdges = (line: string) => {
  const whole = line.trim()
  if (whole === "") return asEntities(line)
  const start = line.indexOf(whole)
  return `${asEntities(line.slice(0, start))}${whole}${asEntities(line.slice(start + whole.length))}`
}

const withoutMeaning = (line: string) =>
  line
    .replace(/\\/g, "\\\\")
    .replace(/&(?=#\d{1,7};)/g, "\\&")
    .replace(/[\v\f\r\u0085\u2028\u2029]/g, asEntities)

/** A text in one line, such as a heading's or a bullet's. */
export const inline = (text: string) =>
  withEdges(withoutMeaning(text).replace(/\n/g, "&#10;"))
    .replace(/^\[(?=[ xX]\](?:\s|$))/, "\\[")
    .replace(/^-(?=(?:[ \t]+-)+$)/, "\\-")
    .replace(/(^|\s)(#+)$/, "$1\\$2")

/** A line of a text that is not in a fence. Its indentation stays. */
const escapedLine = (line: string, isFirst: boolean) => {
  const indent = isFirst || line.trim() === "" ? "" : indentOf(line)
  const safe = withEdges(withoutMeaning(line.slice(indent.length)))
  const isFence = fenceIn(safe) !== undefined
  return `${indent}${isFence ? "\\" : ""}${safe}`.replace(/^([ \t]*)(?=[-*+](?:\s|$)|#{1,6}(?:\s|$))/, "$1\\")
}

/**
 * The lines of a text, without an indentation of their own. `bullet`: the first one follows a bullet, so that the
 * next one sets the indentation of the others.
 */
export const blockOf = (text: string, bullet = false): string[] => {
  const whole = text.trim()
  const start = text.indexOf(whole)
  if (whole === "") return text === "" ? [] : [asEntities(text)]
  const lines = whole.split("\n")
  const last = lines.length - 1
  const base = bullet ? lines.findIndex((line, at) => at > 0 && line !== "") : 0
  const lead = asEntities(text.slice(0, start))
  const trail = asEntities(text.slice(start + whole.length))
  const from = bullet || lead !== "" ? 1 : 0
  const raw = text.includes("\r") ? [] : fenced(lines, from, trail === "" ? lines.length : last, base)
  return lines.map((line, at) => {
    if (raw[at] || line === "") return line
    return `${at === 0 ? lead : ""}${escapedLine(line, at === base)}${at === last ? trail : ""}`
  })
}

/** Which lines, of those from `from` to before `to`, are in closed fences, and are written as they are. */
const fenced = (lines: readonly string[], from: number, to: number, base: number): boolean[] => {
  const raw = lines.map(() => false)
  // The longest fence from a line on, by character: a text of fences that nothing closes is read once.
  const longest = { "`": 0, "~": 0 }
  const after = lines.map((): typeof longest => longest)
  for (let at = to - 1; at >= from; at--) {
    after[at] = { ...longest }
    const marks = (lines[at] as string).trim()
    for (const character of ["`", "~"] as const)
      if (closes(marks, { character, length: 3 })) longest[character] = Math.max(longest[character], marks.length)
  }
  for (let at = from; at < to; at++) {
    const line = lines[at] as string
    const fence = fenceIn(line)
    if (!fence || (at === base && indentOf(line) !== "")) continue
    if ((after[at] as typeof longest)[fence.character] < fence.length) continue
    raw[at] = true
    while (!raw[at + 1] && at + 1 < to) {
      at++
      raw[at] = true
      if (closes(lines[at] as string, fence)) break
    }
  }
  return raw
}

/** The text of a line with its escapes and entities. */
export const unescaped = (line: string) =>
  line.replace(/\\([!-/:-@[-`{-~])|&#(\d{1,7});/g, (as: string, mark?: string, code?: string) => {
    if (mark !== undefined) return mark
    const point = Number(code)
    const isLetter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
    return isLetter ? String.fromCodePoint(point) : as
  })

/** At the end of a bullet: a label, `#urgent` or `#[two words]`, and a card that it waits for, `⛔[Dredge]`. */
const markAtEnd = /(?:^|\s)(?:#(\p{L}[\p{L}\p{M}\p{N}_-]*)|(#|⛔)\[((?:[^[\]\\]|\\.)+)\])$/u
const bare = /^\p{L}[\p{L}\p{M}\p{N}_-]*$/u
/** More letters than a mark's name has, with escapes. */
const longestMark = 2_000

/** Only the end of a line is looked at, so that a long one is read in the time of its length. */
const endingMark = (line: string) => markAtEnd.exec(line.length <= longestMark ? line : `x${line.slice(-longestMark)}`)

const inBrackets = (name: string) => `[${withEdges(withoutMeaning(name)).replace(/[[\]]/g, "\\$&")}]`
const asLabel = (name: string) => `#${bare.test(name) ? name : inBrackets(name)}`

type Marks = { labels?: string[]; waitsFor?: string[] }

/** A bullet's line with its marks. The end of its own words is none. */
export const markedLine = (line: string, { labels = [], waitsFor = [] }: Marks) => {
  const [found = "", , sign] = endingMark(line) ?? []
  // A backslash has a meaning before signs of ASCII only.
  const at = line.length - found.trimStart().length + (sign === "⛔" ? sign.length : 0)
  const own = found === "" ? line : `${line.slice(0, at)}\\${line.slice(at)}`
  const marks = [...labels.map(asLabel), ...waitsFor.map((name) => `⛔${inBrackets(name)}`)]
  return [own, ...marks].filter((part) => part !== "").join(" ")
}

/** The marks at the end of a bullet's words, and the words before them. */
export const marksAtEnd = (words: string): { words: string; labels: string[]; waitsFor: string[] } => {
  const labels: string[] = []
  const waitsFor: string[] = []
  let rest = words
  for (let found = endingMark(rest); found; found = endingMark(rest)) {
    const [all, plain, sign, bracketed] = found
    const list = sign === "⛔" ? waitsFor : labels
    list.unshift(plain ?? unescaped(bracketed ?? ""))
    rest = rest.slice(0, -all.length).trimEnd()
  }
  return { words: rest, labels, waitsFor }
}
