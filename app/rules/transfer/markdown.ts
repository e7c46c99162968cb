import { looksLikeMeasure, measureLines } from "./markdown-measures"
import { blockOf, inline, markedLine } from "./markdown-text"
import type { Outline, OutlineAction } from "./outline"

const indented = (lines: string[], by: string) => lines.map((line) => (line === "" ? "" : `${by}${line}`))

/** `#` plan, `##` goal, `-` action with its description below it, nested `- [ ]` and `- [x]` tasks; `> Result:` and the like below a goal; `#label`, and `⛔[card]` for what it waits for, at the end of an action or task. */
export const writeMarkdown = ({ name, goals, actions }: Outline) => {
  const out: string[] = [`# ${inline(name)}`]
  const list = (all: OutlineAction[]) => {
    for (const { topic, description, tasks, ...marks } of all) {
      out.push(`- ${markedLine(inline(topic), marks)}`.trimEnd(), ...indented(blockOf(description), "  "))
      for (const { type, description, ...marks } of tasks) {
        const [first = "", ...more] = blockOf(description, true)
        out.push(`  - [${type === 2 ? "x" : " "}] ${markedLine(first, marks)}`, ...indented(more, "    "))
      }
    }
  }
  if (actions.length > 0) {
    out.push("")
    list(actions)
  }
  for (const goal of goals) {
    out.push("", `## ${inline(goal.name)}`)
    const measures = measureLines(goal)
    if (measures.length > 0) out.push("", ...measures)
    const description = blockOf(goal.description).map((line) => (looksLikeMeasure(line) ? `\\${line}` : line))
    if (description.length > 0) out.push("", ...description)
    if (goal.actions.length > 0) {
      out.push("")
      list(goal.actions)
    }
  }
  return `${out.join("\n")}\n`
}
