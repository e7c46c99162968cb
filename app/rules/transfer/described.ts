import { limits } from "~/contract/field"
import { nameInALine } from "~/rules/note-text"
import { headingIn, readMarkdown } from "./markdown"
import { emptyGoal, type Outline } from "./outline"

const bullet = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s/
/** A line of a list without bullets is short and not a sentence. */
const listed = (line: string) => [...line.trim()].length <= 80 && !/[.!?:;,…]$/.test(line.trim())

/** The first sentence, cut to a title's length. */
const titleOfText = (text: string) => {
  const first = /^.*?[.!?](?=\s|$)/.exec(text.trim())?.[0] ?? text
  return nameInALine(first).replace(/[:,;]{1,80}$/, "")
}

/** Text too long for a name is cut, with the whole of it in the line below. */
const short = (text: string, prefix: string, indent: string) =>
  [...text].length > limits.name ? [`${prefix}${nameInALine(text)}`, `${indent}${text}`] : [`${prefix}${text}`]

const isList = (lines: readonly string[]) => {
  const full = lines.filter((line) => line.trim() !== "")
  return full.length > 1 && full.length === lines.length && full.every(listed)
}

/**
 * Makes a plan from a text about it. Headings, lists and lines that are not sentences are read like an imported Markdown outline;
 * other text becomes a goal, or the description of the entry above it. No word is lost.
 */
export const readDescription = (text: string, planName: string): Outline => {
  const lines = text.trim().split(/\r?\n/)
  const outlined = lines.some((line) => headingIn(line) !== null || bullet.test(line))
  if (!outlined && !isList(lines)) return proseOf(text.trim(), planName)
  const listLines = outlined ? lines : lines.map((line) => line.replace(/^(\s*)/, "$1- "))
  const headings = listLines.flatMap((line) => headingIn(line)?.marks ?? [])
  // A single # above ## is the plan's name; otherwise each heading is a goal.
  const titled = headings[0] === "#" && !headings.slice(1).includes("#") && headings.length > 1
  const out: string[] = []
  let named = false
  let under: "nothing" | "goal" | "action" = "nothing"
  for (const line of listLines) {
    const head = headingIn(line)?.words
    const [marker = "", indent = ""] = bullet.exec(line) ?? []
    const entry = marker === "" ? undefined : line.slice(marker.length).trimStart()
    if (head !== undefined && titled && !named) {
      named = true
      if (planName === "" || planName === head) out.push(`# ${head}`)
      else out.push(...short(head, "## ", ""))
    } else if (head !== undefined) {
      out.push(...short(head, "## ", ""))
      under = "goal"
    } else if (entry !== undefined) {
      if (under === "nothing" && planName !== "") out.push(...short(planName, "## ", ""))
      const task = indent !== "" || /^\[[ xX]\]\s/.test(entry)
      out.push(...(task ? [`${indent}- ${entry}`] : short(entry, "- ", "  ")))
      under = "action"
    } else if (line.trim() === "") out.push("")
    else if (under === "action") out.push(`  ${line.trim()}`)
    else if (under === "goal") out.push(line.trim())
    else {
      const title = titleOfText(line)
      out.push(`## ${title}`, ...(title === line.trim().replace(/:$/, "") ? [] : [line.trim()]))
      under = "goal"
    }
  }
  const read = readMarkdown(out.join("\n"), planName)
  return "problem" in read ? proseOf(text.trim(), planName) : read.outline
}

const proseOf = (text: string, planName: string): Outline => {
  const name = titleOfText(text)
  return {
    name: planName,
    effortAndComplexityVisible: true,
    aiInstructions: "",
    goals: [{ ...emptyGoal, name, description: name === text ? "" : text, actions: [] }],
    actions: [],
  }
}
