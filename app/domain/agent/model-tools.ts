// tools: what a model may call. lookUp(): what it is answered about the plan, as data. cardsNamed(): what its words name.
import * as z from "zod/mini"
import type { NamedCard } from "~/contract/ai"
import { changeFields, changesAtMost } from "~/contract/change-set"
import { parse } from "~/contract/parse"
import { turn } from "~/domain/core/turn"
import type { ModelTool, ToolCall } from "~/outside/model.server"
import { itemText } from "~/rules/agent/board-text"
import { nameIndex } from "~/rules/agent/named-cards"
import { nameOf } from "~/rules/agent/names"
import type { WorkingCopy } from "~/rules/agent/working-copy"

/** Characters that are searched in one turn of the event loop. */
const searchedAtOnce = 1_048_576

const schemaOf = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Record<string, unknown>

export const tools: ModelTool[] = [
  {
    name: "propose_changes",
    description: `Proposes changes to the plan, which the person sees before anything is written. At most ${changesAtMost}. A created card has a ref ("new-1"), which later changes name as goalId or itemId.`,
    parameters: {
      type: "object",
      properties: {
        changes: {
          type: "array",
          items: {
            type: "object",
            properties: {
              op: { enum: ["create", "update", "delete"] },
              entity: { enum: ["goal", "item", "task", "comment"], description: "An item is an action." },
              id: { type: ["integer", "null"], description: "Of what exists." },
              ref: { type: ["string", "null"], description: 'Of what is created: "new-1", "new-2", …' },
              fields: {
                anyOf: Object.values(changeFields).map(schemaOf),
                description: "Of a goal, an action, a task, or a note on a card. Empty for a deletion.",
              },
            },
            required: ["op", "entity"],
          },
        },
        summary: { type: "string", description: "One sentence to the person about the proposal." },
      },
      required: ["changes"],
    },
  },
  {
    name: "get_action",
    description: "An action with its description and all of its tasks.",
    parameters: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
  },
  {
    name: "find_cards",
    description: "The goals, actions and tasks whose text contains all the words, with their ids.",
    parameters: { type: "object", properties: { words: { type: "string" } }, required: ["words"] },
  },
]

const closing = /<(?=\/\s*(?:plan|file)\b)/gi

/** A block of what people have written, which nothing in it can end. */
export const asData = (tag: "plan" | "file", text: string, name?: string) => {
  const named = name === undefined ? "" : ` name=${JSON.stringify(name).replace(closing, "< ")}`
  return `<${tag}${named}>\n${text.replace(closing, "< ")}\n</${tag}>`
}

const found = async (copy: WorkingCopy, words: string) => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  const { goals, items, tasks } = copy.rows
  const lines: string[] = []
  let characters = 0
  const look = async (kind: string, rows: Iterable<{ id: number; description: string }>) => {
    for (const row of rows) {
      if (lines.length >= 60) return
      const text = `${nameOf(row)} ${row.description}`.toLowerCase()
      if (wanted.every((word) => text.includes(word))) lines.push(`${kind} ${row.id}: ${nameOf(row)}`)
      characters += text.length
      if (characters < searchedAtOnce) continue
      characters = 0
      await turn()
    }
  }
  if (wanted.length > 0) {
    await look("goal", goals.values())
    await look("action", items.values())
    await look("task", tasks.values())
  }
  return lines.length > 0 ? lines.join("\n") : "Nothing fits."
}

/** Cards whose names are read in one turn of the event loop. */
const namedAtOnce = 2_000

/** The cards of the plan that a text names. */
export const cardsNamed = async (text: string, { rows }: WorkingCopy): Promise<NamedCard[]> => {
  if (text === "") return []
  const index = nameIndex()
  let count = 0
  for (const [entity, cards] of [
    ["goal", rows.goals],
    ["item", rows.items],
    ["task", rows.tasks],
  ] as const)
    for (const card of cards.values()) {
      index.add(entity, card)
      if (++count % namedAtOnce === 0) await turn()
    }
  return index.namedIn(text)
}

/** Some models write the text of a text. */
export const argumentsOf = (call: ToolCall): unknown => {
  try {
    const given: unknown = JSON.parse(call.arguments)
    return typeof given === "string" ? JSON.parse(given) : given
  } catch {
    return undefined
  }
}

const actionAsked = z.object({ id: z.number() })
const cardsAsked = z.object({ words: z.string() })

export const lookUp = async (copy: WorkingCopy, call: ToolCall): Promise<string> => {
  const given = argumentsOf(call)
  if (call.name === "get_action") {
    const { data } = parse(actionAsked, given)
    return (data && itemText(copy, data.id)) ?? "There is no such action in this plan."
  }
  const { data } = parse(cardsAsked, given)
  return data ? found(copy, data.words) : 'Send {"words": "…"}.'
}
