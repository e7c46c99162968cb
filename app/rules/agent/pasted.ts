// pastedIn(): a pasted list, mail, chat or minutes, as the outline that it means, with the lines that are left out.
import { isEntry } from "../transfer/described"
import { headingIn } from "../transfer/markdown-text"
import { type Details, detailsIn } from "./details"

/** `isCard`: a heading that is a goal's or an action's name. */
type Reading = {
  isPerson(text: string): boolean
  isDate(text: string): boolean
  isCard(text: string): boolean
}

/** Of minutes: `heading` is the one above it. */
export type ActionItem = Details & { isTask: boolean; isDone: boolean; heading?: string }
export type Pasted = { text: string; items: ActionItem[]; leftOut: string[] }

/** Longer lines are no entries. */
const longestLine = 600
const bullet = /^\s*(?:[-*+•◦▪‣–]|\d{1,3}[.)])\s+/
const openBox = /^(?:\[ ?\]|[☐⬜□◻])\s*/u
const doneBox = /^(?:\[[xX✓✔]\]|[☑☒✅✔✓]\ufe0f?)\s*/u

const mailHeader =
  /^(?:from|to|cc|bcc|sent|date|subject|reply-to|re|fwd?|von|an|gesendet|datum|betreff|kopie|aw|wg)\s?:\s/i
const greeting =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[r]?|guten (?:morgen|tag|abend)|moin|servus|sehr geehrte[r]?)\b[^.?]{0,60}[,!:]?$/i
const farewells = [
  /^(?:--|best|thanks|thank you|thx|cheers|regards|sincerely|yours|danke|vielen dank)(?:,.{0,40})?[!.]?$/i,
  /^(?:(?:best|kind|warm|many) (?:regards|wishes|thanks)|(?:viele|liebe|beste|herzliche|schöne|freundliche) grüße|mit freundlichen grüßen|gruß|grüße|lg|vg|mfg)(?:[ ,!.].{0,40})?$/i,
]
/** "[10:32, 24.11.2026] Bo:", "10:32 Bo:", "Bo 10:32" */
const chatTime =
  /^\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{0,4},? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?(?:, ?\d{1,4}[./-]\d{1,2}[./-]\d{0,4})?\]?(?: [-–])? */
const chatSpeaker = /^[\p{Lu}@][\p{L}.'-]{0,30}(?: \p{Lu}[\p{L}.'-]{0,30}){0,2}: /u
const chatHeader = /^[\p{Lu}@][\p{L}.'-]{0,30}(?: \p{Lu}[\p{L}.'-]{0,30}){0,2},? +\d{1,2}:\d\d(?: ?[AaPp][Mm])?$/u

const marks: [start: RegExp, isTask: boolean][] = [
  [/^(?:action(?: item| point)?|ai|next step|aktion|maßnahme|nächster schritt) ?: */i, false],
  [/^(?:todo|to do|to-do|task|aufgabe|zu erledigen) ?: */i, true],
  [/^todo /i, true],
]
/** The lines below are to be done. */
const listHeading =
  /^(?:to-?dos?|to do|action items?|action points?|actions|next steps|tasks|aufgaben|aktionen|maßnahmen|nächste schritte|offene punkte)$/i

const withoutColon = (text: string) => text.trim().replace(/:$/, "").trim()

type Line = {
  raw: string
  indent: string
  words: string
  isEntry: boolean
  box?: "open" | "done"
  isTask?: boolean
  isMarked: boolean
}

const lineOf = (raw: string): Line => {
  const marker = bullet.exec(raw)?.[0] ?? ""
  const indent = /^\s*/.exec(raw)?.[0] ?? ""
  const text = raw.slice(marker === "" ? indent.length : marker.length).trim()
  const box = openBox.test(text) ? "open" : doneBox.test(text) ? "done" : undefined
  const boxed = box ? text.replace(box === "open" ? openBox : doneBox, "") : text
  const mark =
    raw.length > longestLine ? undefined : marks.find(([start]) => start.test(boxed) && boxed.replace(start, "") !== "")
  const words = mark ? boxed.replace(mark[0], "").trim() : boxed
  const isTask = mark?.[1] ?? (box ? true : undefined)
  return {
    raw,
    indent,
    words,
    isEntry: marker !== "" || box !== undefined || isEntry(raw),
    box,
    isTask,
    isMarked: mark !== undefined,
  }
}

/** What surrounds a mail or a chat is left out. */
const withoutFrame = (text: string) => {
  const leftOut: string[] = []
  const lines: string[] = []
  let isOver = false
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim().replace(/^(?:> ?)+/, "")
    const time = chatTime.exec(line)?.[0] ?? ""
    const isBullet = lineOf(line).isEntry
    if (isBullet || headingIn(line)) isOver = false
    if (line !== "" && !isBullet && farewells.some((farewell) => farewell.test(line)) && lines.length > 0) isOver = true
    const isFrame = isOver || mailHeader.test(line) || greeting.test(line) || chatHeader.test(line)
    if (line !== "" && !isBullet && isFrame) leftOut.push(line)
    else if (time !== "" && time.length < line.length) {
      const rest = line.slice(time.length)
      const speaker = chatSpeaker.exec(rest)?.[0] ?? ""
      leftOut.push(`${time}${speaker}`.trim())
      lines.push(rest.slice(speaker.length))
    } else lines.push(raw.replace(/^\s*(?:> ?)+/, ""))
  }
  return { lines, leftOut }
}

/** A short line above a list. */
const isHeading = ({ words, isEntry, isMarked, raw }: Line, next: Line | undefined) =>
  !isEntry &&
  !isMarked &&
  words !== "" &&
  raw.trim() === words &&
  next !== undefined &&
  (next.isEntry || next.isMarked) &&
  words.length <= 80 &&
  !/[.!?;,…]$/.test(words)

const nextOf = (lines: readonly Line[], at: number) => lines.slice(at + 1, at + 3).find(({ words }) => words !== "")

/** "** Footer" below "* Homepage" */
const starred = (line: string) =>
  line.replace(/^(\*{2,6}) (?=\S)/, (_, stars: string) => `${"  ".repeat(stars.length - 1)}* `)

/** "Action items" below something else that is no list. */
const isListBelow = (lines: readonly Line[], at: number) => {
  const line = lines[at] as Line
  const head = headingIn(line.raw)?.words ?? (isHeading(line, nextOf(lines, at)) ? line.words : undefined)
  if (head === undefined || !listHeading.test(withoutColon(head))) return false
  return lines.slice(0, at).some(({ words }) => words !== "") && lines.slice(0, at).every(({ isEntry }) => !isEntry)
}

export const pastedIn = (text: string, reading: Reading): Pasted => {
  const frame = withoutFrame(text)
  const hasStars = frame.lines.some((line) => line.startsWith("* "))
  const lines = (hasStars ? frame.lines.map(starred) : frame.lines).map(lineOf)
  const isMinutes = lines.some(({ isMarked }, at) => isMarked || isListBelow(lines, at))
  return isMinutes ? minutes(lines, frame.leftOut, reading) : { ...frame, items: [], text: outline(lines) }
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const minutes = (lines: readonly Line[], frame: readonly string[], reading: Reading): Pasted => {
  const leftOut = [...frame]
  const items: ActionItem[] = []
  let heading: string | undefined
  let isList = false
  for (const [at, line] of lines.entries()) {
    const { words, isMarked, box, isTask = true, isEntry: isInList } = line
    if (words === "") continue
    const head = headingIn(line.raw)?.words ?? (isHeading(line, nextOf(lines, at)) ? words : undefined)
    if (head !== undefined) {
      isList = listHeading.test(withoutColon(head))
      heading = isList ? heading : withoutColon(head)
      if (!isList && !reading.isCard(withoutColon(head))) leftOut.push(line.raw.trim())
    } else if (isMarked || box || (isList && isInList)) {
      const details = detailsIn(words, reading)
      const own = capitalised(details.text.replace(/[.,;:–-]$/, "").trim())
      if (own !== "") items.push({ ...details, text: own, isTask, isDone: box === "done", heading })
    } else leftOut.push(words)
  }
  return { text: "", items, leftOut }
}

/** Headings of flat lists with boxes are actions, those of other lists goals; boxes are those of Markdown. */
const outline = (lines: readonly Line[]): string => {
  const out: string[] = []
  let isUnderAction = false
  let hasGoal = false
  for (const [at, line] of lines.entries()) {
    const { indent, words, box, isEntry: isInList, raw } = line
    const marked = headingIn(raw)
    const head = marked?.words ?? (isHeading(line, nextOf(lines, at)) ? withoutColon(words) : undefined)
    if (head !== undefined && indent === "") {
      const below = sectionBelow(lines, at)
      isUnderAction =
        below.length > 0 &&
        below.every(({ box, indent }) => box !== undefined && indent === below[0]?.indent) &&
        (!hasGoal || marked?.marks !== "#")
      if (!isUnderAction) hasGoal = true
      out.push(isUnderAction ? `- ${head}` : `${marked?.marks ?? "##"} ${head}`)
    } else if (box) out.push(`${isUnderAction ? "  " : indent}- [${box === "done" ? "x" : " "}] ${words}`)
    else {
      if (words !== "" && !isInList) isUnderAction = false
      out.push(raw)
    }
  }
  return out.join("\n")
}

/** The entries below a heading. */
const sectionBelow = (lines: readonly Line[], at: number): Line[] => {
  const below: Line[] = []
  for (const [index, line] of lines.entries()) {
    if (index <= at || line.words === "") continue
    if (!line.isEntry) break
    below.push(line)
  }
  return below
}
