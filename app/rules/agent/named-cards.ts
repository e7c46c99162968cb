// cardsNamed(): the places in a text where a card's whole name is written out. textNaming(): a text of parts, some of which name cards.
import type { NamedCard } from "~/contract/ai"
import type { Entity } from "~/contract/field"
import type { Rows } from "../rule"
import { nameOf, untitled } from "./names"

export type NamingText = { text: string; cards: NamedCard[] }
/** The name of a card, as it is written in the text. */
export type CardName = { entity: Entity; id: number; name: string }

export const textNaming = (parts: readonly (string | CardName | NamingText)[]): NamingText => {
  let text = ""
  const cards: NamedCard[] = []
  for (const part of parts) {
    const from = text.length
    if (typeof part === "string") text += part
    else if ("name" in part) {
      text += part.name
      cards.push({ from, to: text.length, entity: part.entity, id: part.id })
    } else {
      text += part.text
      cards.push(...part.cards.map((card) => ({ ...card, from: card.from + from, to: card.to + from })))
    }
  }
  return { text, cards }
}

/** Shorter names are words of any sentence. */
const shortest = 3
const mostNamed = 200
/** Of scripts that have spaces between words. */
const letter = /(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}])[\p{L}\p{N}\p{M}_]/u

/** Ids by name and by the beginning of the name; null: several cards have the name, so that it means none. */
const namesIn = ({ goals, items, tasks }: Rows) => {
  const byName = new Map<string, { entity: Entity; id: number } | null>()
  for (const [entity, rows] of [
    ["goal", goals],
    ["item", items],
    ["task", tasks],
  ] as const)
    for (const row of rows.values()) {
      const name = nameOf(row)
      if (name.length >= shortest && name !== untitled)
        byName.set(name, byName.has(name) ? null : { entity, id: row.id })
    }
  const byStart = new Map<string, string[]>()
  for (const name of byName.keys()) {
    const start = name.slice(0, shortest)
    const alike = byStart.get(start)
    if (alike) alike.push(name)
    else byStart.set(start, [name])
  }
  for (const alike of byStart.values()) alike.sort((a, b) => b.length - a.length)
  return { byName, byStart }
}

/** Exact names, as whole words, the longest first; only those that one card alone has. */
export const cardsNamed = (text: string, rows: Rows): NamedCard[] => {
  const { byName, byStart } = namesIn(rows)
  const found: NamedCard[] = []
  for (let from = 0; from < text.length && found.length < mostNamed; from++) {
    const alike = byStart.get(text.slice(from, from + shortest))
    if (!alike || letter.test(text[from - 1] ?? "")) continue
    const name = alike.find((each) => text.startsWith(each, from) && !letter.test(text[from + each.length] ?? ""))
    if (name === undefined) continue
    const card = byName.get(name)
    const to = from + name.length
    if (card) found.push({ from, to, ...card })
    from = to - 1
  }
  return found
}
