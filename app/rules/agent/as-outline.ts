// asOutline(): what a change set creates, as the text that people type for it.
import type { ChangeSet } from "~/contract/change-set"
import { nameInALine } from "~/rules/line-name"

type Change = ChangeSet["changes"][number]

const textIn = ({ fields }: Change, key: string) => {
  const value = (fields as Record<string, unknown> | undefined)?.[key]
  return typeof value === "string" ? value : ""
}

const below = (text: string, indent: string) =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `${indent}${line.trim()}`)

/** Markdown: `#` goal, `-` action, `  -` task; actions without a goal come first, since a heading would take them. */
export const asOutline = ({ changes }: Pick<ChangeSet, "changes">): string => {
  const created = (entity: Change["entity"]) =>
    changes.filter((change) => change.op === "create" && change.entity === entity)
  const [goals, items, tasks] = [created("goal"), created("item"), created("task")]
  const parentOf = (change: Change, key: "goalId" | "itemId") =>
    (change.fields as Record<string, unknown> | undefined)?.[key] ?? null
  const action = (item: Change): string[] => [
    `- ${nameInALine(textIn(item, "topic") || textIn(item, "description"))}`,
    ...(textIn(item, "topic") ? below(textIn(item, "description"), "  ") : []),
    ...tasks
      .filter((task) => parentOf(task, "itemId") === item.ref)
      .map((task) => {
        const done = (task.fields as { type?: number }).type === 2
        return `  - ${done ? "[x] " : ""}${textIn(task, "description").replace(/\s+/g, " ").trim()}`
      }),
  ]
  const known = new Set<unknown>(goals.map(({ ref }) => ref))
  return [
    ...items.filter((item) => !known.has(parentOf(item, "goalId"))).flatMap(action),
    ...goals.flatMap((goal) => [
      `# ${nameInALine(textIn(goal, "name"))}`,
      ...below(textIn(goal, "description"), ""),
      ...items.filter((item) => parentOf(item, "goalId") === goal.ref).flatMap(action),
    ]),
  ].join("\n")
}
