// saidOf(): what the assistant proposes for a request without a model, in short lines.

import { offline } from "~/domain/agent/offline.server"
import type { PlanCopy } from "~/domain/agent/plan-copy.server"
import { type BoardCards, workingCopy } from "~/rules/agent/working-copy"
import { actor, copy } from "./agent-plan"

export const copyOf = (cards: BoardCards): PlanCopy => ({
  ...copy,
  cards: cards as PlanCopy["cards"],
  fresh: () => workingCopy(cards),
})

/** "+task Call Bob {item: Budget}", and a question or an answer as "? …"; what is said beside changes as "! …". */
export const saidOf =
  (cards: BoardCards, timeZone = "Europe/Berlin") =>
  async (request: string): Promise<string[]> => {
    const { goals, items, tasks, members } = cards
    const nameOf = (entity: string, id: unknown) =>
      typeof id === "string"
        ? id
        : entity === "goal"
          ? goals.find((goal) => goal.id === id)?.name
          : entity === "item"
            ? items.find((item) => item.id === id)?.topic
            : tasks.find((task) => task.id === id)?.description
    const { changes, text, unclear = [], leftOut } = await offline(actor, copyOf(cards), { request, timeZone })
    if (!changes) return [`? ${text?.split("\n")[0]}`]
    const lines = changes.map(({ op, entity, id, fields = {} }) => {
      const { name, topic, ...rest } = fields
      const title =
        op === "create" ? (name ?? topic ?? (entity === "task" ? rest.description : entity)) : nameOf(entity, id)
      const shown = Object.entries(op === "create" ? rest : fields)
        .filter(([key]) => !(op === "create" && entity === "task" && key === "description"))
        .map(([key, value]) => {
          if (key === "goalId" || key === "itemId" || key === "taskId")
            return `${key.slice(0, -2)}: ${nameOf(key.slice(0, -2), value)}`
          if (key === "ownerId") return `owner: ${members.find((person) => person.id === value)?.userName ?? "nobody"}`
          if (key === "dueDate") return `due: ${value === null ? "none" : String(value).slice(0, 10)}`
          return `${key}: ${value}`
        })
      return `${{ create: "+", update: "~", delete: "-" }[op]}${entity} ${title}${shown.length > 0 ? ` {${shown.join(", ")}}` : ""}`
    })
    return [
      ...lines,
      ...[...(text ?? leftOut?.text ?? "").split("\n").filter(Boolean), ...unclear.map(({ text }) => text)].map(
        (line) => `! ${line}`,
      ),
    ]
  }
