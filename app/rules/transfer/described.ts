import { limits } from "~/contract/shared/bounds"
import { nameInALine } from "~/rules/line-name"
import { closes, fencedIn, fenceIn, headingIn } from "./markdown-text"
import { emptyAction, emptyGoal, type Outline, type OutlineGoal } from "./outline"
import { readProse } from "./prose"
import { readMarkdown } from "./read-markdown"

/** Also of lists pasted from a document. */
const bullet = /^(\s*)(?:[-*+•◦▪‣–]|\d{1,3}[.)]|[a-zA-Z]\))\s/
/** The indentation and the text of a line that begins like an entry of a list. */
const entryIn = (line: string) => {
  const [marker, indent = ""] = bullet.exec(line) ?? []
  return marker === undefined ? undefined : { indent, entry: line.slice(marker.length).trimStart() }
}
export const isEntry = (line: string) => bullet.test(line)

const widthOf = (indent: string) => indent.replaceAll("\t", "    ").length

/** A list three deep, without headings, has goals, actions and tasks: as the headings and lists of two levels that it means. */
const asHeadings = (lines: readonly string[]): readonly string[] => {
  const above: number[] = []
  let deepest = 0
  const levels = lines.map((line) => {
    const found = entryIn(line)
    if (!found) return undefined
    const width = widthOf(found.indent)
    while (above.length > 0 && (above.at(-1) ?? 0) >= width) above.pop()
    above.push(width)
    deepest = Math.max(deepest, above.length)
    return { level: above.length, entry: found.entry }
  })
  if (deepest < 3 || lines.some((line) => headingIn(line) !== null)) return lines
  return levels.map((found, at) => {
    if (!found) return lines[at] ?? ""
    // Only tasks have boxes.
    const words = found.entry.replace(/^\[[ xX]\]\s/, "")
    if (found.level === 1) return `## ${words}`
    return found.level === 2 ? `- ${words}` : `  - ${found.entry}`
  })
}
/** A line of a list without bullets is short and not a sentence. */
const listed = (line: string) => [...line.trim()].length <= 80 && !/[.!?:;,…]$/.test(line.trim())

/** Text too long for a name is cut, with the whole of it in the line below. */
const short = (text: string, prefix: string, indent: string) =>
  [...text].length > limits.name ? [`${prefix}${nameInALine(text)}`, `${indent}${text}`] : [`${prefix}${text}`]

const isList = (lines: readonly string[]) => {
  const full = lines.filter((line) => line.trim() !== "")
  return full.length > 1 && full.length === lines.length && full.every(listed)
}

/** The name of a goal that the text does not name. */
const firstGoal = "First goal"

const isOutlined = (lines: readonly string[]) =>
  lines.some((line) => headingIn(line) !== null || isEntry(line)) || isList(lines)

/** Lines in a code fence are text, unless all of them are in one: an answer of a model, say. */
const linesIn = (text: string) => {
  const lines = text.trim().split(/\r?\n/)
  const fence = fenceIn(lines[0] ?? "")
  const end = fence ? lines.findIndex((line, at) => at > 0 && closes(line, fence)) : -1
  const all = end > 0 && end === lines.length - 1 ? lines.slice(1, -1) : lines
  const isFenced = fencedIn(all)
  return { all, isFenced, others: all.filter((_, at) => !isFenced[at]) }
}

/** Whether a text has neither headings nor lists. */
export const isProse = (text: string) => !isOutlined(linesIn(text).others)

/**
 * Makes a plan from a text about it. Headings, lists and lines that are not sentences are read like an imported Markdown outline;
 * of other text each sentence becomes an action. Every action has a goal, named like the plan unless the text names it.
 */
export const readDescription = (text: string, planName: string): Outline => {
  const { all: lines, others, isFenced } = linesIn(text)
  const outlined = others.some((line) => headingIn(line) !== null || isEntry(line))
  if (!outlined && !(others.length === lines.length && isList(lines))) return proseOf(lines, planName)
  const withBullets = outlined ? others : others.map((line) => line.replace(/^(\s*)/, "$1- "))
  const listLines = asHeadings(withBullets)
  const headings = listLines.flatMap((line) => headingIn(line)?.marks ?? [])
  // A single # above ## is the plan's name; otherwise each heading is a goal.
  const titled = headings[0] === "#" && !headings.slice(1).includes("#") && headings.length > 1
  const out: string[] = []
  let named = false
  let usual = planName || firstGoal
  let under = "nothing" as "nothing" | "goal" | "action"
  const openGoal = (name: string) => {
    out.push(...short(name, "## ", ""))
    under = "goal"
  }
  let next = 0
  for (const [at, given] of lines.entries()) {
    if (isFenced[at]) {
      if (under === "nothing") openGoal(usual)
      out.push(under === "action" ? `  ${given}` : given)
      continue
    }
    const line = listLines[next++] ?? ""
    const head = headingIn(line)?.words
    const { indent = "", entry } = entryIn(line) ?? {}
    if (head !== undefined && titled && !named) {
      named = true
      if (planName === "" || planName === head) {
        out.push(`# ${head}`)
        usual = nameInALine(head)
      } else openGoal(head)
    } else if (head !== undefined) {
      openGoal(head)
    } else if (entry !== undefined) {
      if (under === "nothing") openGoal(usual)
      const task = indent !== "" || /^\[[ xX]\]\s/.test(entry)
      out.push(...(task ? [`${indent}- ${entry}`] : short(entry, "- ", "  ")))
      under = "action"
    } else if (line.trim() === "") out.push("")
    else if (under === "action") out.push(`  ${line.trim()}`)
    else if (under === "goal") out.push(line.trim())
    else {
      const title = line.trim().replace(/:{1,80}$/, "")
      if (listed(title)) openGoal(title)
      else {
        openGoal(usual)
        out.push(line.trim())
      }
    }
  }
  const read = readMarkdown(out.join("\n"), planName)
  return "problem" in read ? proseOf(lines, planName) : read.outline
}

/** A short line that isn't a sentence, above one that is, names a goal. */
const isTitle = (line: string, next: string | undefined) =>
  line.trim() !== "" && listed(line) && next !== undefined && next.trim() !== "" && !listed(next)

const proseOf = (lines: readonly string[], planName: string): Outline => {
  const parts: { title: string; lines: string[] }[] = [{ title: "", lines: [] }]
  for (const [index, line] of lines.entries()) {
    const part = parts.at(-1)
    if (isTitle(line, lines[index + 1])) parts.push({ title: line.trim(), lines: [] })
    else part?.lines.push(line)
  }
  const goals = parts.flatMap(({ title, lines }): OutlineGoal[] => {
    const text = lines.join("\n")
    if (title === "" && text.trim() === "") return []
    const { wanted, todo } = readProse(text)
    const name = title || planName || wanted?.name || firstGoal
    const actions = todo.map((action) => ({ ...emptyAction, ...action, tasks: [] }))
    const said = wanted !== null && name === wanted.name && !name.endsWith("…")
    return [{ ...emptyGoal, name, description: said ? "" : (wanted?.sentence ?? ""), actions }]
  })
  return { name: planName, effortAndComplexityVisible: true, aiInstructions: "", goals, actions: [] }
}
