// nameIndex(): the places in a text where a card's whole name is written out. textNaming(): a text of parts, some of which name cards.
import type { NamedCard } from "~/contract/ai"
import type { Entity } from "~/contract/fields/field"
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

/** Finds the names of the given cards: exact, whole words, longest first; names that several cards share are left out. */
export const nameIndex = () => {
  /** Null: several cards have the name, so that it means none. */
  const byName = new Map<string, { entity: Entity; id: number } | null>()
  /** By their beginning, the letters of the longest. */
  const longest = new Map<string, number>()
  return {
    add: (entity: Entity, row: Parameters<typeof nameOf>[0] & { id: number }) => {
      const name = nameOf(row)
      if (name.length < shortest || name === untitled) return
      byName.set(name, byName.has(name) ? null : { entity, id: row.id })
      const start = name.slice(0, shortest)
      longest.set(start, Math.max(longest.get(start) ?? 0, name.length))
    },
    namedIn: (text: string): NamedCard[] => {
      const found: NamedCard[] = []
      const isEnd = Array.from({ length: text.length + 1 }, (_, at) => !letter.test(text[at] ?? ""))
      for (let from = 0; from < text.length && found.length < mostNamed; from++) {
        if (from > 0 && !isEnd[from - 1]) continue
        const most = longest.get(text.slice(from, from + shortest)) ?? 0
        for (let to = Math.min(text.length, from + most); to >= from + shortest; to--) {
          const card = isEnd[to] ? byName.get(text.slice(from, to)) : undefined
          if (card === undefined) continue
          if (card) found.push({ from, to, ...card })
          from = to - 1
          break
        }
      }
      return found
    },
  }
}
