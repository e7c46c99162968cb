import { cardFieldNames } from "~/contract/card-field-texts"
import { type CardField, fieldsWith } from "~/contract/card-fields"
import type { BoardEntity, Entity } from "~/contract/field"
import { escapeHtml } from "~/contract/shared/html"
import { dateFormat } from "~/contract/shared/language/format"
import { auditTexts as texts } from "./audit-texts"
import { repeatWords } from "./repeat/words"
import { nameInALine, plainText } from "./text-parts"

/** A sentence for a log entry: the actor, the change, the row, and the values before → after. */

type Fields = Record<string, unknown>

export type Logged = {
  entityType: string
  entityId: number
  action: string
  before: Fields | null
  after: Fields | null
  by: string
  via: string
  /** The agent that did it for that person. */
  agent?: string | null
}

/** Names of the plan's rows and people at the time of the entry. */
export type Names = {
  goal: ReadonlyMap<number, string>
  item: ReadonlyMap<number, string>
  task: ReadonlyMap<number, string>
  label: ReadonlyMap<number, string>
  person: ReadonlyMap<number, string>
}

/** Longest part of a value in a sentence, and of its text around a difference, in characters. */
const longest = 160
const contextLength = 24

const nounOf = (entity: string) => (Object.hasOwn(texts.nouns, entity) ? texts.nouns[entity] : undefined) ?? entity

const textOf = (value: unknown) => (typeof value === "string" ? value : "")

const cut = (text: string, length = longest) => nameInALine(text, length)

const bold = (text: string) => `<b>${escapeHtml(text)}</b>`

const nameIn = (fields: Fields | null) =>
  textOf(fields?.name) ||
  textOf(fields?.topic) ||
  textOf(fields?.friendlyName) ||
  textOf(fields?.title) ||
  textOf(fields?.description) ||
  textOf(fields?.userName) ||
  textOf(fields?.email)

const named = (entity: string): keyof Names | undefined =>
  entity === "userplan"
    ? "person"
    : entity === "goal" || entity === "item" || entity === "task" || entity === "label"
      ? entity
      : undefined

const nameOf = ({ entityType, entityId, before, after }: Logged, names: Names) => {
  const kind = named(entityType)
  return (kind && names[kind].get(entityId)) || nameIn(after) || nameIn(before)
}

const isInside = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** The largest length up to `most` for which `holds`, as it does for every shorter one. */
const longestTrue = (most: number, holds: (length: number) => boolean) => {
  let [length, beyond] = [0, most + 1]
  while (beyond - length > 1) {
    const middle = (length + beyond) >> 1
    if (holds(middle)) length = middle
    else beyond = middle
  }
  return length
}

/**
 * The differing part of two texts, with the words around it. Found by comparing slices, in a binary search: comparing
 * character by character takes some 20 ms for a page of long texts.
 */
const differing = (before: string, after: string): [string, string] => {
  const most = Math.min(before.length, after.length)
  const start = longestTrue(most, (length) => after.slice(0, length) === before.slice(0, length))
  const end = longestTrue(
    most - start,
    (length) => after.slice(after.length - length) === before.slice(before.length - length),
  )
  const piece = (text: string) => {
    if (text.length <= longest) return cut(text)
    let from = Math.max(0, start - contextLength)
    if (isInside(text, from)) from--
    let to = Math.min(text.length, text.length - end + contextLength)
    if (isInside(text, to)) to++
    return cut(`${from > 0 ? "…" : ""}${text.slice(from, to)}${to < text.length ? "…" : ""}`)
  }
  return [piece(before), piece(after)]
}

const was = (text: string) => `<del>${escapeHtml(text)}</del>`
const is = (text: string) => `<ins>${escapeHtml(text)}</ins>`

/** " from … to …"; empty where nothing differs. */
const fromTo = (before: string, after: string) => {
  const [a, b] = differing(before, after)
  if (a === b) return ""
  return texts.fromTo(a && was(a), b && is(b))
}

const shortDate = dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
const dayText = (value: unknown) => {
  const at = Date.parse(/^\d{4}-\d\d-\d\d/.exec(textOf(value))?.[0] ?? "")
  return Number.isNaN(at) ? "" : shortDate(at).replace("Sept ", "Sep ")
}

/** A moment to the minute; other text unchanged. */
const momentText = (value: unknown) => {
  const [, clock] = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/.exec(textOf(value)) ?? []
  return clock ? texts.moment(dayText(value), clock) : cut(textOf(value))
}

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return texts.switched[value ? "on" : "off"]
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}

const personName = (fields: Fields | null, names: Names): string => {
  const owner = fields?.owner as { id?: number; userName?: string } | null | undefined
  const id = owner?.id ?? (typeof fields?.ownerId === "number" ? fields.ownerId : undefined)
  return (id === undefined ? undefined : names.person.get(id)) ?? owner?.userName ?? ""
}

/** Empty for a deleted row. */
const rowName = (names: ReadonlyMap<number, string>, value: unknown) =>
  typeof value === "number" ? (names.get(value) ?? "") : ""

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
  (key: keyof typeof cardFieldNames, lists: BoardEntity): Phrase =>
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
  goal: { isDraft: published, name: rename("name"), completed },
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

const phrases: Record<string, Record<string, Phrase>> = {
  goal: cardPhrases("goal"),
  item: cardPhrases("item"),
  task: cardPhrases("task"),
  label: { name: rename("name"), color: changeOf(ofCard("color"), "color") },
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

const phrasesOf = (entity: string) => (Object.hasOwn(phrases, entity) ? phrases[entity] : undefined) ?? {}

const placeKeys = new Set(["order", "focusOrder", "modifiedDate", "modified"])

/** An update of the order alone. */
export const isReorder = ({ action, after }: Pick<Logged, "action" | "after">) => {
  const keys = Object.keys(after ?? {})
  return action === "update" && keys.every((key) => placeKeys.has(key)) && keys.some((key) => /order/i.test(key))
}

const place = (logged: Logged, names: Names) => {
  const row = logged.action === "delete" ? logged.before : logged.after
  if (logged.entityType === "task") {
    const item = rowName(names.item, row?.itemId)
    return item ? texts.inAction(bold(cut(item, 80))) : ""
  }
  const goal = logged.entityType === "item" ? rowName(names.goal, row?.goalId) : ""
  return goal ? texts.inGoal(bold(cut(goal, 80))) : ""
}

/** A comment or file, identified by its card, note or plan. */
const attached = (logged: Logged, names: Names) => {
  const { entityType, action, before, after } = logged
  const row = after ?? before
  const kind = (["task", "item", "goal"] as const).find((kind) => typeof row?.[`${kind}Id`] === "number")
  const name = kind && cut(names[kind].get(row?.[`${kind}Id`] as number) ?? "", 80)
  const owner = kind ? rowText(nounOf(kind), name ?? "") : typeof row?.noteId === "number" ? texts.aNote : texts.thePlan
  if (entityType === "comment") {
    const [was_, is_] = [before, after].map((side) => plainText(textOf(side?.content))) as [string, string]
    if (action === "create") return texts.commentAdded(owner, is_ && is(cut(is_)))
    if (action === "delete") return texts.commentDeleted(owner)
    return texts.commentChanged(owner, fromTo(was_, is_))
  }
  const file = (side: Fields | null) => textOf(side?.friendlyName) || textOf(side?.fileName)
  const it = rowText(texts.fileNoun, cut(file(after) || file(before), 80))
  if (action === "create") return texts.fileAdded(it, owner)
  if (action === "delete") return texts.fileDeleted(it, owner)
  return texts.fileRenamed(it, owner, fromTo(file(before), file(after)))
}

const rowText = (noun: string, name: string) => texts.row(noun, name && bold(name))

/** A key has no agent: it has its own name. */
type Proposer = { agent?: string | null; userName?: string }

const proposerIn = ({ agent, userName = "" }: Proposer) => {
  const person = bold(cut(userName, 80))
  return agent ? texts.agentFor(bold(cut(agent, 80)), person) : person
}

const roleText = (fields: Fields | null) => texts.roles[Number(fields?.planRole ?? fields?.role ?? -1)] ?? ""

const done = (logged: Logged, names: Names, it: string): string => {
  const { entityType, action, before, after, by } = logged
  if (entityType === "userplan" && action !== "update") {
    const self = nameOf(logged, names) === by
    if (action === "create") return self ? texts.joined(roleText(after)) : texts.memberAdded(it, roleText(after))
    return self ? texts.left : texts.memberRemoved(it)
  }
  if (entityType === "comment" || entityType === "file") return attached(logged, names)
  if (entityType === "invitation") {
    const who = bold(cut(nameIn(after) || nameIn(before), 80))
    if (action === "delete") return texts.withdrawn(who)
    return action === "update" ? texts.invitedAgain(who, roleText(after)) : texts.invited(who, roleText(after))
  }
  if (action === "create") {
    const isMade = ["goal", "item", "task", "label", "plan", "note"].includes(entityType)
    return isMade ? texts.created(it, place(logged, names)) : texts.added(it, place(logged, names))
  }
  if (action === "delete") return texts.deleted(it, place(logged, names))
  if (action === "restore") return texts.restored(it, place(logged, names))
  if (isReorder(logged)) return texts.reordered(it)
  const [was, is] = [before ?? {}, after ?? {}]
  const parts: string[] = []
  for (const [key, say] of Object.entries(phrasesOf(entityType))) {
    if (!(key in is)) continue
    const first = parts.length === 0
    const text = say({ before: was, after: is, names, it: first ? it : texts.it, of: first ? texts.of(it) : "" })
    if (text !== "") parts.push(text)
  }
  return parts.length > 0 ? texts.listed(parts) : texts.touched(it)
}

const doer = ({ by, via, agent }: Logged) => {
  if (agent) return texts.agentFor(bold(agent), bold(by))
  return via === "agent" ? texts.assistantFor(bold(by)) : bold(by)
}

/** The entry as HTML: escaped text with `<b>`, `<del>` and `<ins>`. */
export const auditMessage = (logged: Logged, names: Names): string => {
  const it = rowText(nounOf(logged.entityType), cut(nameOf(logged, names), 80))
  return texts.sentence(doer(logged), done(logged, names, it))
}
