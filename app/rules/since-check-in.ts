// sinceCheckIn(): what happened to a goal's cards since its last check-in, from the log. sinceNote(): the same as a note.
import type { CardsSince, SinceCheckIn } from "~/contract/check-in"
import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"
import { shortDay } from "./dates"
import { nameInALine } from "./line-name"

type Fields = { type?: number; completed?: boolean; dueDate?: string | null }

/** A card as it is now, with its entries in the log since then, oldest first. */
export type ChangedCard = {
  entity: "item" | "task"
  id: number
  name: string
  isDone: boolean
  dueDate: string | null
  entries: { action: string; before: Fields | null; after: Fields | null }[]
}

/** Cards named of each kind. */
const named = 5

const isDone = ({ type, completed }: Fields) => (type === undefined ? completed : type === 2)

/** The value of a field before the first entry that changed it; undefined: it has not changed. */
const before = <Value>({ entries }: ChangedCard, of: (fields: Fields) => Value | undefined): Value | undefined => {
  for (const { action, before, after } of entries) {
    if (action === "update" && of(after ?? {}) !== undefined) return of(before ?? {})
  }
  return undefined
}

const some = (cards: ChangedCard[]): CardsSince => ({
  count: cards.length,
  cards: cards.slice(0, named).map(({ entity, id, name }) => ({ entity, id, name })),
})

/** Each card is in the first list that fits: done, added, slipped. */
export const sinceCheckIn = (cards: readonly ChangedCard[]): Omit<SinceCheckIn, "since"> => {
  const done: ChangedCard[] = []
  const added: ChangedCard[] = []
  const slipped: ChangedCard[] = []
  for (const card of cards) {
    const isNew = card.entries.some(({ action }) => action === "create")
    const due = before(card, ({ dueDate }) => dueDate)
    if (card.isDone && (isNew || before(card, isDone) === false)) done.push(card)
    else if (card.isDone) continue
    else if (isNew) added.push(card)
    else if (due && card.dueDate && card.dueDate > due) slipped.push(card)
  }
  return {
    done: some(done),
    added: some(added),
    slipped: {
      count: slipped.length,
      cards: slipped.slice(0, named).map((card) => ({
        entity: card.entity,
        id: card.id,
        name: card.name,
        from: before(card, ({ dueDate }) => dueDate) as string,
        to: card.dueDate as string,
      })),
    },
  }
}

const line = (label: string, count: number, names: string[]) =>
  count === 0 ? [] : [sinceTexts.line(label, sinceTexts.names(names, count - names.length))]

/** A line for each kind of which there are any. */
export const sinceLines = ({ done, added, slipped }: Omit<SinceCheckIn, "since">): string[] => {
  const names = ({ cards }: CardsSince) => cards.map(({ name }) => nameInALine(name, 80))
  const moved = slipped.cards.map(({ name, from, to }) =>
    sinceTexts.moved(nameInALine(name, 80), shortDay(from), shortDay(to)),
  )
  return [
    ...line(sinceTexts.done, done.count, names(done)),
    ...line(sinceTexts.added, added.count, names(added)),
    ...line(sinceTexts.slipped, slipped.count, moved),
  ]
}

export const sinceNote = (since: Omit<SinceCheckIn, "since">): string => sinceLines(since).join("\n")

export const sinceTexts = localized("sinceTexts", {
  done: "Done",
  added: "Added",
  slipped: "Slipped",
  line: (label: string, names: string) => `${label}: ${names}`,
  moved: (name: string, from: string, to: string) => `${name} from ${from} to ${to}`,
  names: (names: readonly string[], more: number) =>
    `${names.join("; ")}${more > 0 ? ` ${counted(more, { other: "and # more" })}` : ""}`,
})
