import type { Person } from "~/contract/fields/field"
import type { Problem } from "~/contract/problem"

const fields = ["name", "topic", "description", "explanation"] as const
type Texts = Partial<Record<(typeof fields)[number], string>>

/** The card as it was when a text of it was changed: its version, and the texts that were replaced. */
export type Base = { version: string; texts: Texts }

/** The texts in a card, or in what is sent of one. */
export const textsIn = (value: unknown): Texts => {
  const given = value as Record<string, unknown>
  return Object.fromEntries(fields.filter((name) => typeof given[name] === "string").map((name) => [name, given[name]]))
}

/** The text typed in a change; undefined without one. */
export const typedText = (input: unknown): string | undefined => {
  const typed = Object.values(textsIn(input)).filter((text) => text.trim() !== "")
  return typed.length > 0 ? typed.join("\n") : undefined
}

const versionOf = (card: { modified?: string; modifiedDate?: string }) => card.modified ?? card.modifiedDate ?? ""

/** Undefined where no text is changed. */
export const baseOf = (card: object | undefined, input: unknown): Base | undefined => {
  const typed = Object.keys(textsIn(input))
  if (!card || typed.length === 0) return undefined
  const texts = Object.entries(textsIn(card)).filter(([name]) => typed.includes(name))
  return { version: versionOf(card), texts: Object.fromEntries(texts) }
}

/** The card's version now, if no one else has changed the texts that this change replaces; otherwise undefined. */
export const unchangedSince = (base: Base, input: unknown, now: object): string | undefined => {
  const mine = textsIn(input)
  const theirs = textsIn(now)
  const isFree = (name: keyof Texts) => theirs[name] === base.texts[name] || theirs[name] === mine[name]
  return (Object.keys(mine) as (keyof Texts)[]).every(isFree) ? versionOf(now) : undefined
}

/** Two texts for one card: somebody changed it while the person's own change waited. */
export type Conflict = { mine: string; theirs: string; at: string; by: Person | undefined }

/** Undefined where the server refused the change for another reason. */
export const conflictOf = ({ status, current, changedBy }: Problem, input: unknown): Conflict | undefined => {
  if (status !== 409 || typeof current !== "object" || current === null) return undefined
  const mine = textsIn(input)
  const theirs = textsIn(current)
  const contested = (Object.keys(mine) as (keyof Texts)[]).filter((name) => theirs[name] !== mine[name])
  if (contested.length === 0) return undefined
  const said = (texts: Texts) => contested.map((name) => texts[name] ?? "").join("\n")
  return { mine: said(mine), theirs: said(theirs), at: versionOf(current), by: changedBy }
}
