import { limits } from "~/contract/shared/bounds"
import { leftOutList } from "./left-out"
import { looksLikeMeasure, readMeasure } from "./markdown-measures"
import {
  bulletIn,
  closes,
  fenceIn,
  headingIn,
  indentOf,
  isBreak,
  marksAtEnd,
  outdented,
  unescaped,
  widthOf,
} from "./markdown-text"
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

/** One line at a time: all at once would take many times the text's memory. Files of old systems have carriage returns only. */
const linesOf = function* (text: string) {
  let at = 0
  for (const { index, 0: end } of text.matchAll(/\r{0,2}\n|\r/g)) {
    yield text.slice(at, index)
    at = index + end.length
  }
  yield text.slice(at)
}

/** A card's text, which may go on over several lines. */
type Block = {
  text: string
  length: number
  /** The least indentation of a line that belongs to it. */
  least: number
  /** Taken off its lines: the indentation of the first one that does not follow a bullet. */
  base?: number
  take(text: string): void
}

const blockAt = (least: number, take: Block["take"], text = ""): Block => ({
  text,
  length: [...text].length,
  least,
  take,
})

/** An escaped text may be several times as long. */
const longestLine = 10 * limits.description

const longerThan = (most: number) => `it has more than ${most} characters.`

type Marks = { labels?: string[]; waitsFor?: string[] }

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
  /** The texts of the open goal and action, and the one that the last line belongs to. */
  let ofGoal: Block | undefined
  let ofAction: Block | undefined
  let open: Block | undefined
  let fence: ReturnType<typeof fenceIn>
  /** Blank lines since the last line with words. */
  let blanks = 0

  const openHeading = (marks: string, name: string) => {
    action = undefined
    ofAction = undefined
    if (marks === "#" && outline.name === "") outline.name = name
    else {
      const opened: OutlineGoal = { ...emptyGoal, name, actions: [] }
      goal = opened
      outline.goals.push(opened)
      ofGoal = blockAt(0, (text) => Object.assign(opened, { description: text }))
    }
    open = ofGoal
  }
  const openAction = (topic: string, more: Marks = {}) => {
    const opened: OutlineAction = { ...emptyAction, topic, ...more, tasks: [] }
    action = opened
    ;(goal?.actions ?? outline.actions).push(opened)
    ofAction = blockAt(1, (text) => Object.assign(opened, { description: text }))
    open = ofAction
    return opened
  }
  const openTask = (description: string, isDone: boolean, width: number, more: Marks) => {
    const opened = { ...emptyTask, description, ...more, type: isDone ? 2 : 0 } as const
    const { tasks } = action ?? openAction("Tasks")
    tasks.push(opened)
    open = blockAt(width + 1, (text) => Object.assign(opened, { description: text }), description)
  }

  const isWithin = (width: number, block: Block | undefined) => block !== undefined && width >= block.least
  /** What a line of text belongs to. One that is not indented goes on with the line above it, unless it opens a fence. */
  const belongsTo = (width: number, isFence: boolean): Block | undefined => {
    if (isWithin(width, open)) return open
    if (isWithin(width, ofAction)) return ofAction
    return blanks === 0 && !isFence && open !== undefined ? open : ofGoal
  }

  const append = (line: number, words: string) => {
    if (!open) return leftOut.add("strayLines", words.trim() === "" ? 0 : 1, { first: { line, words } })
    if (open.length > limits.description) return
    const gap = open.text === "" ? "" : "\n".repeat(blanks + 1)
    open.text += `${gap}${words}`
    open.length += gap.length + [...words].length
    if (open.length > limits.description) {
      open.text = [...open.text].slice(0, limits.description).join("")
      leftOut.add("cut", 1, { name: String(limits.description) })
    }
    open.take(open.text)
  }

  let line = 0
  for (const raw of linesOf(text.replace(/^\uFEFF/, ""))) {
    line++
    const fault = (reason: string) => ({ problem: `Line ${line}: ${reason}` })
    if (raw.length > longestLine) return fault(longerThan(limits.description))
    const isBlank = raw.trim() === "" || (!fence && isBreak(raw))
    const width = widthOf(indentOf(raw))
    // The end of a list's entry is the end of a fence in it.
    if (fence && !isBlank && open && !isWithin(width, open)) fence = undefined
    if (isBlank && !fence) {
      blanks++
      continue
    }
    const measure = goal && open === ofGoal && ofGoal?.text === "" && looksLikeMeasure(raw) && readMeasure(raw, goal)
    if (goal && measure) {
      Object.assign(goal, measure)
      blanks = 0
      continue
    }
    const heading = fence ? null : headingIn(raw)
    const bullet = fence ? null : bulletIn(raw)
    if (heading ?? bullet) {
      const none = { words: heading?.words ?? "", labels: [], waitsFor: [] }
      const { words: said, labels, waitsFor } = bullet ? marksAtEnd(bullet.words) : none
      const words = unescaped(said)
      const isTask = bullet !== null && (bullet.indent !== "" || bullet.box !== undefined)
      const most = isTask ? limits.description : limits.name
      if ([...words].length > most) return fault(longerThan(most))
      if ([...labels, ...waitsFor].some((name) => [...name].length > limits.name)) return fault(longerThan(limits.name))
      if (heading && words !== "") openHeading(heading.marks, words)
      const more = { ...(labels.length > 0 ? { labels } : {}), ...(waitsFor.length > 0 ? { waitsFor } : {}) }
      if (bullet && isTask && words !== "") openTask(words, (bullet.box ?? " ") !== " ", widthOf(bullet.indent), more)
      if (bullet && !isTask) openAction(words, more)
    } else if (fence) {
      append(line, outdented(raw, open?.base ?? 0))
      if (closes(raw, fence)) fence = undefined
    } else {
      const opened = fenceIn(raw)
      const to = belongsTo(width, opened !== undefined)
      // What follows the actions of a goal is separated from what precedes them.
      if (to === ofGoal && open !== to) blanks = Math.max(blanks, 1)
      open = to
      if (to && isWithin(width, to)) to.base ??= width
      const words = outdented(raw, to?.base ?? 0)
      fence = opened
      append(line, opened ? words : unescaped(words.trimEnd()))
    }
    blanks = 0
  }
  const all = [outline, ...outline.goals]
  for (const list of all) list.actions = list.actions.filter(isNotBlank).map(withTopic)
  if (outline.goals.length === 0 && outline.actions.length === 0) {
    return { problem: "Line 1: there is no goal (##) and no action (-) in the file." }
  }
  outline.name ||= fallbackName
  return { outline, leftOut: leftOut.all() }
}

/** A bullet alone opens an action that has a description only. */
const isNotBlank = ({ topic, description, tasks }: OutlineAction) =>
  topic !== "" || description !== "" || tasks.length > 0
const withTopic = (action: OutlineAction) =>
  action.topic === "" && action.description === "" ? { ...action, topic: "Tasks" } : action
