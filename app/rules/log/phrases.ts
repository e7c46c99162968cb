// phrasesOf(): how the log says that a field has changed. A card's field without words of its own reads by its kind.

import { cardFieldNames } from "~/contract/fields/card-field-texts"
import { type CardField, fieldsWith } from "~/contract/fields/card-fields"
import type { Entity, Listed } from "~/contract/fields/field"
import { decimals } from "~/contract/shared/bounds"
import { numberFormat } from "~/contract/shared/language/format"
import { repeatWords } from "~/rules/repeat/words"
import { auditTexts as texts } from "./audit-texts"
import {
  bold,
  cut,
  dayText,
  type Fields,
  fromTo,
  is,
  momentText,
  type Names,
  nounOf,
  type Proposer,
  personName,
  plain,
  proposerIn,
  rowName,
  textOf,
  was,
} from "./sentence-parts"

/** Describes one changed field. `it` names the row in full; `of` completes "the x…". */
type Phrase = (change: { before: Fields; after: Fields; it: string; of: string; names: Names }) => string
/** The name of a field, which begins a part of a sentence. */
type Name = () => string

const changeOf =
  (name: Name, key: string, show: (value: unknown) => string = plain): Phrase =>
  ({ before, after, of }) =>
    texts.changed(name(), of, fromTo(show(before[key]), show(after[key])))

const ofCard = (key: keyof typeof cardFieldNames) => () => cardFieldNames[key]
const label = (key: keyof typeof texts.labels) => () => texts.labels[key]

const rename =
  (key: string): Phrase =>
  ({ before, after, it }) =>
    texts.renamed(it, fromTo(textOf(before[key]), textOf(after[key])))

const completed: Phrase = ({ after, it }) => (after.completed ? texts.completed(it) : texts.reopened(it))
const published: Phrase = ({ after, it }) => (after.isDraft ? texts.drafted(it) : texts.published(it))
const owner: Phrase = ({ before, after, it, of, names }) => {
  const [from, to] = [personName(before, names), personName(after, names)]
  if (!to) return texts.taken(it, was(from || texts.itsOwner))
  return from ? texts.ownerChanged(of, fromTo(from, to)) : texts.assigned(it, is(to))
}

const noLongerAwaited: Phrase = ({ before, after, it }) => {
  if ("owner" in after || "ownerId" in after) return ""
  return texts.notAwaited(was(textOf((before.awaitedOwner as Fields | null)?.userName)), it)
}

const moved =
  (kind: "goal" | "item", key: "goalId" | "itemId"): Phrase =>
  ({ before, after, it, names }) => {
    const [from, to] = [before, after].map((side) => cut(rowName(names[kind], side[key]))) as [string, string]
    return texts.moved(it, nounOf(kind), from && was(from), to && is(to))
  }

/** What a list of rows has gained and lost. */
const listed =
  (key: keyof typeof cardFieldNames, lists: Listed): Phrase =>
  ({ before, after, of, names }) => {
    const [had, has] = [before, after].map((side) => (Array.isArray(side[key]) ? (side[key] as number[]) : []))
    const called = (ids: number[] = [], others: number[] = []) =>
      ids.flatMap((id) => {
        const name = names[lists].get(id)
        return name === undefined || others.includes(id) ? [] : bold(cut(name, 80))
      })
    return texts.listChanged(cardFieldNames[key], of, texts.listed(called(has, had)), texts.listed(called(had, has)))
  }

/** Said of a task that stays open: of one that is done or reopened its column is. */
const repetition: Phrase = ({ before, after, it, of }) => {
  if ("type" in after) return ""
  const [had, has] = [before, after].map(({ recurrence }) => textOf(recurrence) && repeatWords(textOf(recurrence)))
  if (has && !had) return texts.repeats(it, is(has))
  return has
    ? texts.changed(cardFieldNames.recurrence, of, fromTo(had ?? "", has))
    : texts.repeatsNoMore(it, was(had ?? ""))
}
const countedFrom: Phrase = ({ after, of }) =>
  texts.changed(cardFieldNames.recurrenceFrom, of, texts.fromTo("", is(texts.starts[after.recurrenceFrom as "due"])))

/** A field that no phrase is for reads by its kind. */
const generic = (key: keyof typeof cardFieldNames, { kind, lists }: CardField): Phrase => {
  if (lists) return listed(key, lists)
  if (kind === "hidden") return ({ of }) => texts.changed(cardFieldNames[key], of, "")
  return changeOf(ofCard(key), key, kind === "day" ? dayText : plain)
}

/** Fields that have words of their own. Null: the log says nothing of them. */
const ownPhrases: Record<Entity, Readonly<Record<string, Phrase | null>>> = {
  goal: {
    isDraft: published,
    name: rename("name"),
    completed,
    owner: null,
    ownerId: owner,
    awaitedOwner: noLongerAwaited,
    status: changeOf(ofCard("status"), "status", (status) => texts.statuses[status as number] ?? ""),
    outcome: changeOf(ofCard("outcome"), "outcome", (outcome) => texts.outcomes[outcome as "missed"] ?? ""),
  },
  item: {
    blocked: null,
    isDraft: published,
    topic: rename("topic"),
    completed,
    completedDate: null,
    focus: ({ after, it }) => (after.focus ? texts.focused(it) : texts.unfocused(it)),
    focusDate: null,
    goalId: moved("goal", "goalId"),
    owner,
    ownerId: null,
    awaitedOwner: noLongerAwaited,
  },
  task: {
    blocked: null,
    isDraft: published,
    description: rename("description"),
    type: ({ before, after, it }) =>
      texts.movedColumn(
        it,
        fromTo(texts.columns[before.type as number] ?? "", texts.columns[after.type as number] ?? ""),
      ),
    completedDate: null,
    itemId: moved("item", "itemId"),
    owner: null,
    ownerId: owner,
    awaitedOwner: noLongerAwaited,
    recurrence: repetition,
    recurrenceFrom: countedFrom,
    color: (change) => ("itemId" in change.after ? "" : changeOf(ofCard("color"), "color")(change)),
  },
}

export const number = numberFormat({ maximumFractionDigits: decimals })
const measure = (value: unknown) => (typeof value === "number" ? number(value) : "")

/** A card that is published comes before what else has changed; then the order is the table's. */
const cardPhrases = (entity: Entity): Record<string, Phrase> => ({
  isDraft: published,
  ...Object.fromEntries(
    fieldsWith(entity, "kind").flatMap(([name, field]): [string, Phrase][] => {
      const own = ownPhrases[entity][name]
      return own === null ? [] : [[name, own ?? generic(name as keyof typeof cardFieldNames, field)]]
    }),
  ),
})

const webhookPhrases = Object.fromEntries(
  (["webhookMade", "webhookChanged", "webhookDeleted", "webhookSecret", "webhookOff"] as const).map(
    (key): [string, Phrase] => [key, ({ after, of }) => texts[key](of, is(cut(textOf(after[key]))))],
  ),
)

const phrases: Record<string, Record<string, Phrase>> = {
  goal: cardPhrases("goal"),
  item: cardPhrases("item"),
  task: cardPhrases("task"),
  label: { name: rename("name"), color: changeOf(ofCard("color"), "color") },
  keyResult: {
    name: rename("name"),
    ...Object.fromEntries(
      (["start", "target", "current"] as const).map((key) => [key, changeOf(() => texts.measures[key], key, measure)]),
    ),
    unit: changeOf(() => texts.measures.unit, "unit"),
  },
  plan: {
    isDraft: published,
    name: rename("name"),
    type: changeOf(ofCard("type"), "type"),
    effortAndComplexityVisible: ({ after, of }) =>
      after.effortAndComplexityVisible ? texts.estimatesShown(of) : texts.estimatesHidden(of),
    aiInstructions: changeOf(label("aiInstructions"), "aiInstructions"),
    aiEnabled: ({ after, of }) => (after.aiEnabled ? texts.aiOn(of) : texts.aiOff(of)),
    isTemplate: ({ after, it }) => (after.isTemplate ? texts.templateMade(it) : texts.templateEnded(it)),
    isArchived: ({ after, it }) => (after.isArchived ? texts.archived(it) : texts.unarchived(it)),
    snapshotDescription: changeOf(label("snapshotDescription"), "snapshotDescription"),
    snapshot: ({ after, of }) => texts.version(of, textOf(after.snapshot) && is(cut(textOf(after.snapshot)))),
    integration: ({ after, of }) =>
      texts.key[after.integration === "enable" || after.integration === "rotate" ? after.integration : "end"](of),
    keyMade: ({ after, of }) => texts.keyMade(of, is(cut(textOf(after.keyMade)))),
    keyDeleted: ({ after, of }) => texts.keyDeleted(of, was(cut(textOf(after.keyDeleted)))),
    ...webhookPhrases,
    publicLink: ({ after, of }) => (after.publicLink ? texts.linkMade(of) : texts.linkEnded(of)),
    proposal: ({ after }) => {
      const { applied = 0, of = 0, ...by } = (after.proposal ?? {}) as { applied?: number; of?: number } & Proposer
      return texts.proposalApplied(applied, of, proposerIn(by))
    },
    rejected: ({ after }) => {
      const {
        changes = 0,
        comment,
        ...by
      } = (after.rejected ?? {}) as { changes?: number; comment?: string } & Proposer
      return texts.proposalRejected(changes, proposerIn(by), comment ? is(cut(comment)) : "")
    },
    assistant: ({ after }) => {
      if (after.proposal) return ""
      const { created = 0, updated = 0, deleted = 0 } = (after.assistant ?? {}) as Record<string, number>
      return texts.assistantMade(created, updated, deleted)
    },
    drafts: ({ after }) => {
      const { published = 0, discarded = 0 } = (after.drafts ?? {}) as Record<string, number>
      return texts.drafts(published, discarded)
    },
    ownerId: owner,
    versions: ({ of }) => texts.versionsDeleted(of),
    restored: ({ after, it }) => texts.versionRestored(it, is(momentText(after.restored))),
  },
  view: {
    name: rename("name"),
    layout: changeOf(label("layout"), "layout", () => ""),
    filter: ({ of }) => texts.changed(texts.labels.filter, of, ""),
  },
  userplan: {
    planRole: changeOf(label("role"), "planRole", (role) => texts.roles[role as number] ?? ""),
    userName: rename("userName"),
  },
}

export const phrasesOf = (entity: string) => (Object.hasOwn(phrases, entity) ? phrases[entity] : undefined) ?? {}
