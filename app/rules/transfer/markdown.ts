import { blockOf, inline, labelledLine } from "./markdown-text"
import type { Outline, OutlineAction } from "./outline"

const indented = (lines: string[], by: string) => lines.map((line) => (line === "" ? "" : `${by}${line}`))

/** `#` plan, `##` goal, `-` action with its description below it, nested `- [ ]` and `- [x]` tasks; `#label` at the end of an action or task. */
export const writeMarkdown = ({ name, goals, actions }: Outline) => {
  const out: string[] = [`# ${inline(name)}`]
  const list = (all: OutlineAction[]) => {
    for (const { topic, description, tasks, labels } of all) {
      out.push(`- ${labelledLine(inline(topic), labels)}`.trimEnd(), ...indented(blockOf(description), "  "))
      for (const { type, description, labels } of tasks) {
        const [first = "", ...more] = blockOf(description, true)
        out.push(`  - [${type === 2 ? "x" : " "}] ${labelledLine(first, labels)}`, ...indented(more, "    "))
      }
    }
  }
  if (actions.length > 0) {
    out.push("")
    list(actions)
  }
  for (const goal of goals) {
    out.push("", `## ${inline(goal.name)}`)
    const description = blockOf(goal.description)
    if (description.length > 0) out.push("", ...description)
    if (goal.actions.length > 0) {
      out.push("")
      list(goal.actions)
    }
  }
  return `${out.join("\n")}\n`
}
