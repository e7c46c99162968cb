import { limits } from "~/contract/field"
import { leftOutList } from "./left-out"
import {
  emptyAction,
  emptyGoal,
  emptyTask,
  type Imported,
  type Outline,
  type OutlineAction,
  type OutlineGoal,
  type Unreadable,
} from "./outline"

/** Joins the lines of a text with spaces. */
const line = (text: string) =>
  text
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .join(" ")
const indented = (text: string) => text.split("\n").map((each) => (each.trim() === "" ? "" : `  ${each}`))

/** `#` plan, `##` goal, `-` action with its description below it, nested `- [ ]` and `- [x]` tasks. */
export const writeMarkdown = ({ name, goals, actions }: Outline) => {
  const out: string[] = [`# ${line(name)}`]
  const list = (all: OutlineAction[]) => {
    for (const { topic, description, tasks } of all) {
      out.push(`- ${line(topic) || line(description)}`)
      if (topic.trim() !== "" && description.trim() !== "") out.push(...indented(description))
      for (const task of tasks) out.push(`  - [${task.type === 2 ? "x" : " "}] ${line(task.description)}`)
    }
  }
  if (actions.length > 0) {
    out.push("")
    list(actions)
  }
  for (const goal of goals) {
    out.push("", `## ${line(goal.name)}`)
    if (goal.description.trim() !== "") out.push("", goal.description.trim())
    if (goal.actions.length > 0) {
      out.push("")
      list(goal.actions)
    }
  }
  return `${out.join("\n")}\n`
}

/** A heading's level and text, without closing marks. Linear in the line's length. */
export const headingIn = (text: string): { marks: string; words: string } | null => {
  const [, marks] = /^(#{1,6})\s/.exec(text) ?? []
  if (marks === undefined) return null
  const rest = text.slice(marks.length).trimStart()
  let end = rest.length
  while (rest[end - 1] === "#") end--
  return { marks, words: rest.slice(0, end).trim() }
}

/** A bullet's indentation, text and the mark in its box. Linear in the line's length. */
const bulletIn = (text: string): { indent: string; box?: string; words: string } | null => {
  const [marker, indent = ""] = /^(\s*)[-*+]\s/.exec(text) ?? []
  if (marker === undefined) return null
  const rest = text.slice(marker.length).trimStart()
  const box = /^\[([ xX])\]\s/.exec(rest)?.[1]
  return { indent, box, words: box === undefined ? rest : rest.slice(3).trimStart() }
}

/** One line at a time: all at once would take many times the text's memory. */
function* linesOf(text: string) {
  let at = 0
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", at)) {
    yield text.slice(at, text[end - 1] === "\r" ? Math.max(at, end - 1) : end)
    at = end + 1
  }
  yield text.slice(at)
}

export const readMarkdown = (text: string, fallbackName: string): Imported | Unreadable => {
  const outline: Outline = {
    name: "",
    effortAndComplexityVisible: true,
    aiInstructions: "",
    goals: [],
    actions: [],
  }
  const leftOut = leftOutList()
  let goal: OutlineGoal | undefined
  let action: OutlineAction | undefined
  let lines = 0
  for (const raw of linesOf(text.replace(/^\uFEFF/, ""))) {
    const number = ++lines
    const fault = (reason: string) => ({ problem: `Line ${number}: ${reason}` })
    if (raw.length > 4 * limits.description) return fault(`it has more than ${limits.description} characters.`)
    const heading = headingIn(raw)
    const bullet = bulletIn(raw)
    const content = (heading?.words ?? bullet?.words ?? raw).trim()
    if (content === "") continue
    const nested = bullet !== null && (bullet.indent !== "" || bullet.box !== undefined)
    const short = heading !== null || (bullet !== null && !nested)
    if (short && [...content].length > limits.name) return fault(`it has more than ${limits.name} characters.`)
    if ([...content].length > limits.description) return fault(`it has more than ${limits.description} characters.`)
    if (heading) {
      action = undefined
      if (heading.marks === "#" && outline.name === "") outline.name = content
      else {
        goal = { ...emptyGoal, name: content, actions: [] }
        outline.goals.push(goal)
      }
    } else if (bullet && nested) {
      if (!action) {
        action = { ...emptyAction, topic: "Tasks", tasks: [] }
        ;(goal?.actions ?? outline.actions).push(action)
      }
      const done = bullet.box !== undefined && bullet.box !== " "
      action.tasks.push({ ...emptyTask, description: content, type: done ? 2 : 0 })
    } else if (bullet) {
      action = { ...emptyAction, topic: content, tasks: [] }
      ;(goal?.actions ?? outline.actions).push(action)
    } else if (action && /^\s/.test(raw)) {
      action.description = action.description === "" ? content : `${action.description}\n${content}`
    } else if (goal && !action) {
      goal.description = goal.description === "" ? content : `${goal.description}\n${content}`
    } else leftOut.add(`Line ${number} is neither a heading nor a list: "${content.slice(0, 60)}"`)
  }
  if (outline.goals.length === 0 && outline.actions.length === 0) {
    return { problem: "Line 1: there is no goal (##) and no action (-) in the file." }
  }
  outline.name ||= fallbackName
  return { outline, leftOut: leftOut.texts() }
}
