// cardText(): a card as a model reads it, with its link. urlOf(): the deep link of a card or note.

import type { Comment } from "~/contract/comment"
import { englishFieldNames } from "~/contract/fields/card-field-texts"
import { type CardField, fieldsWith } from "~/contract/fields/card-fields"
import type { Entity } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Note } from "~/contract/note"
import { goalStatusWords } from "~/contract/shared/bounds"
import { type DeepLink, deepLinkPath, linkTypes } from "~/contract/shared/deep-link"
import type { Task } from "~/contract/task"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { nameOf } from "~/rules/agent/names"

export const nouns = { goal: "goal", item: "action", task: "task" } as const
export const columnsOf = ["to do", "doing", "done"] as const

export const linkOf = (planId: number, type: DeepLink["type"], id: number) =>
  `${accountOptions().publicUrl}${deepLinkPath(planId, { type, id })}`
export const urlOf = (entity: Entity, planId: number, id: number) => linkOf(planId, linkTypes[entity], id)
export const planUrl = (planId: number) => `${accountOptions().publicUrl}/plan/${planId}`

export const linked = <Card extends { id: number; planId: number }>(entity: Entity, card: Card) => ({
  ...card,
  url: urlOf(entity, card.planId, card.id),
})

/** Shown elsewhere. */
const unsaid: ReadonlySet<string> = new Set(["name", "topic", "ownerId", "awaitedOwner"])

/** A line for each field that is not empty. */
export const cardText = (entity: Entity, card: Goal | Item | Task): string => {
  const row = card as unknown as Record<string, unknown>
  const fields = fieldsWith(entity, "kind").flatMap(([name, { kind }]) => {
    const said = unsaid.has(name) ? undefined : valueText(kind, row[name])
    return said === undefined ? [] : [`${fieldWord(entity, name)}: ${said}`]
  })
  const { id, planId } = card
  return [
    `${nouns[entity]} ${id}: ${nameOf(card)}`,
    ...fields,
    ...measured(card),
    `${entity === "task" ? "modified" : "modifiedDate"}: ${row[entity === "task" ? "modified" : "modifiedDate"]}`,
    urlOf(entity, planId, id),
  ].join("\n")
}

/** How far a goal is, and when somebody last said so. */
const measured = (card: Goal | Item | Task): string[] => {
  if (!("progress" in card)) return []
  const { progress, lastCheckIn } = card
  return [
    ...(progress === null ? [] : [`progress: ${progress}`]),
    ...(lastCheckIn
      ? [`last check-in: ${lastCheckIn.createdDate.slice(0, 10)}, ${lastCheckIn.createdBy.userName}`]
      : []),
  ]
}

const fieldWord = (entity: Entity, name: string) =>
  entity === "task" && name === "type" ? "status" : englishFieldNames[name as keyof typeof englishFieldNames]

const valueText = (kind: CardField["kind"], value: unknown): string | undefined => {
  if (kind === "column") return columnsOf[value as 0 | 1 | 2]
  if (kind === "health" && typeof value === "number") return goalStatusWords[value as 0 | 1 | 2]
  if (kind === "hidden") return undefined
  if (value === null || value === undefined || value === "" || value === false || value === 0) return undefined
  if (kind === "day") return String(value).slice(0, 10)
  if (kind === "person") {
    const { id, userName } = value as { id: number | null; userName: string }
    return id === null ? userName : `${userName} (${id})`
  }
  return String(value)
}

const writtenBy = (name: string, agent: string | null) => (agent ? `${agent} for ${name}` : name)

export const commentLines = (comments: readonly Comment[]) =>
  comments.map(
    ({ createdBy, agent, createdDate, content }) =>
      `${writtenBy(createdBy.userName, agent)}, ${createdDate.slice(0, 10)}: ${content}`,
  )

export const noteLinked = (note: Note) => ({ ...note, url: linkOf(note.planId, "note", note.id) })

export const noteText = ({ id, planId, title, createdByName, agent, modifiedDate, content }: Note) =>
  [
    `note ${id}: ${title} [${writtenBy(createdByName, agent)}, ${modifiedDate}]`,
    linkOf(planId, "note", id),
    "",
    content,
  ].join("\n")
