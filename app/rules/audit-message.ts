import { escapeHtml } from "~/contract/html"
import { plainText } from "./note-text"

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
}

/** Current names of the plan's rows and people. */
export type Names = {
  goal: ReadonlyMap<number, string>
  item: ReadonlyMap<number, string>
  task: ReadonlyMap<number, string>
  person: ReadonlyMap<number, string>
}

/** Longest part of a value in a sentence, in code points. */
const longest = 160
const contextLength = 24

const nounOf = (entity: string) => (entity === "item" ? "action" : entity === "userplan" ? "member" : entity)

const textOf = (value: unknown) => (typeof value === "string" ? value : "")

/** Cut to `length` code points, on one line. */
const cut = (text: string, length = longest) => {
  const points = [...text.trim().replace(/\s+/g, " ")]
  return points.length <= length ? points.join("") : `${points.slice(0, length - 1).join("")}…`
}

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
  entity === "userplan" ? "person" : entity === "goal" || entity === "item" || entity === "task" ? entity : undefined

const nameOf = ({ entityType, entityId, before, after }: Logged, names: Names) => {
  const kind = named(entityType)
  return (kind && names[kind].get(entityId)) || nameIn(after) || nameIn(before)
}

/** The differing part of two texts, with the words around it. */
const differing = (before: string, after: string): [string, string] => {
  const [a, b] = [[...before], [...after]]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const piece = (text: string[]) => {
    const from = text.length <= longest ? 0 : Math.max(0, start - contextLength)
    const to = text.length <= longest ? text.length : Math.min(text.length, text.length - end + contextLength)
    return cut(`${from > 0 ? "…" : ""}${text.slice(from, to).join("")}${to < text.length ? "…" : ""}`)
  }
  return [piece(a), piece(b)]
}

const was = (text: string) => `<del>${escapeHtml(text)}</del>`
const is = (text: string) => `<ins>${escapeHtml(text)}</ins>`

/** " from … to …", without an empty side. */
const fromTo = (before: string, after: string) => {
  const [a, b] = differing(before, after)
  if (a === b) return ""
  return `${a && ` from ${was(a)}`}${b ? ` to ${is(b)}` : a && " to nothing"}`
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const dayText = (value: unknown) => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(textOf(value)) ?? []
  return year ? `${Number(day)} ${months[Number(month) - 1]} ${year}` : ""
}

/** A moment to the minute; other text unchanged. */
const momentText = (value: unknown) => {
  const [, clock] = /^\d{4}-\d\d-\d\dT(\d\d:\d\d)/.exec(textOf(value)) ?? []
  return clock ? `${dayText(value)}, ${clock} UTC` : cut(textOf(value))
}

const columns = ["To Do", "Doing", "Done"]
const roles = ["Admin", "Member", "Viewer"]

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return value ? "on" : "off"
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

const value =
  (label: string, key: string, show: (value: unknown) => string = plain): Phrase =>
  ({ before, after, of }) =>
    `changed the ${label}${of}${fromTo(show(before[key]), show(after[key]))}`

const rename =
  (key: string): Phrase =>
  ({ before, after, it }) =>
    `renamed ${it}${fromTo(textOf(before[key]), textOf(after[key]))}`

const completed: Phrase = ({ after, it }) => `${after.completed ? "completed" : "reopened"} ${it}`
const published: Phrase = ({ after, it }) => `${after.isDraft ? "made a draft of" : "published"} ${it}`
const silently =
  (label: string): Phrase =>
  ({ of }) =>
    `changed the ${label}${of}`

const owner: Phrase = ({ before, after, it, of, names }) => {
  const [from, to] = [personName(before, names), personName(after, names)]
  if (!to) return `took ${it} from ${was(from || "its owner")}`
  return from ? `changed the owner${of}${fromTo(from, to)}` : `assigned ${it} to ${is(to)}`
}

const noLongerAwaited: Phrase = ({ before, after, it }) => {
  if ("owner" in after || "ownerId" in after) return ""
  return `no longer waits for ${was(textOf((before.awaitedOwner as Fields | null)?.userName))} as the owner of ${it}`
}

const moved =
  (kind: "goal" | "item", key: "goalId" | "itemId"): Phrase =>
  ({ before, after, it, names }) => {
    const [from, to] = [before, after].map((side) => rowName(names[kind], side[key])) as [string, string]
    const noun = nounOf(kind)
    return `moved ${it}${from && ` from the ${noun} ${was(cut(from))}`}${to ? ` to the ${noun} ${is(cut(to))}` : ` out of its ${noun}`}`
  }

const common = { isDraft: published }

const phrases: Record<string, Record<string, Phrase>> = {
  goal: {
    ...common,
    name: rename("name"),
    description: value("description", "description"),
    explanation: value("explanation", "explanation"),
    color: value("colour", "color"),
    completed,
    type: value("type", "type"),
    iconName: value("icon", "iconName"),
    imageBase64: silently("picture"),
    videoLink: value("video link", "videoLink"),
    downloadLink: value("download link", "downloadLink"),
  },
  item: {
    ...common,
    topic: rename("topic"),
    description: value("description", "description"),
    businessValue: value("value", "businessValue"),
    effortAndComplexity: value("effort", "effortAndComplexity"),
    completed,
    focus: ({ after, it }) => (after.focus ? `moved ${it} into Focus` : `moved ${it} out of Focus`),
    goalId: moved("goal", "goalId"),
    owner,
    awaitedOwner: noLongerAwaited,
    dueDate: value("due date", "dueDate", dayText),
    dotVoting: value("votes", "dotVoting"),
    type: value("type", "type"),
  },
  task: {
    ...common,
    description: rename("description"),
    type: ({ before, after, it }) =>
      `moved ${it}${fromTo(columns[before.type as number] ?? "", columns[after.type as number] ?? "")}`,
    itemId: moved("item", "itemId"),
    ownerId: owner,
    awaitedOwner: noLongerAwaited,
    dueDate: value("due date", "dueDate", dayText),
    color: (change) => ("itemId" in change.after ? "" : value("colour", "color")(change)),
  },
  plan: {
    ...common,
    name: rename("name"),
    type: value("type", "type"),
    effortAndComplexityVisible: ({ after, of }) =>
      `${after.effortAndComplexityVisible ? "showed" : "hid"} value and effort${of}`,
    aiInstructions: value("AI instructions", "aiInstructions"),
    aiEnabled: ({ after, of }) => `switched the AI model ${after.aiEnabled ? "on" : "off"}${of}`,
    snapshotDescription: value("snapshot description", "snapshotDescription"),
    snapshot: ({ after, of }) =>
      `kept a version${of}${textOf(after.snapshot) && ` as ${is(cut(textOf(after.snapshot)))}`}`,
    integration: ({ after, of }) =>
      `${after.integration === "enable" ? "made" : after.integration === "rotate" ? "replaced" : "ended"} the API key${of}`,
    publicLink: ({ after, of }) => `${after.publicLink ? "made a" : "ended the"} public link${of}`,
    assistant: ({ after }) => `made ${changesText(after.assistant)}`,
    versions: ({ of }) => `deleted all versions${of}`,
    restored: ({ after, it }) => `restored ${it} to ${is(momentText(after.restored))}`,
  },
  userplan: {
    planRole: value("role", "planRole", (role) => roles[role as number] ?? ""),
    userName: rename("userName"),
  },
}

const changesText = (counts: unknown) => {
  const { created = 0, updated = 0, deleted = 0 } = (counts ?? {}) as Record<string, number>
  const parts = [
    [created, "addition"],
    [updated, "change"],
    [deleted, "deletion"],
  ] as const
  return listed(parts.flatMap(([count, noun]) => (count ? `${count} ${noun}${count === 1 ? "" : "s"}` : [])))
}

const phrasesOf = (entity: string) => (Object.hasOwn(phrases, entity) ? phrases[entity] : undefined) ?? {}

const placeKeys = new Set(["order", "focusOrder", "modifiedDate", "modified"])

/** An update of the order alone. */
export const isReorder = ({ action, after }: Pick<Logged, "action" | "after">) => {
  const keys = Object.keys(after ?? {})
  return action === "update" && keys.every((key) => placeKeys.has(key)) && keys.some((key) => /order/i.test(key))
}

const listed = (parts: string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`

const place = (logged: Logged, names: Names) => {
  const row = logged.action === "delete" ? logged.before : logged.after
  if (logged.entityType === "task") {
    const item = rowName(names.item, row?.itemId)
    return item ? ` in the action ${bold(cut(item, 80))}` : ""
  }
  const goal = logged.entityType === "item" ? rowName(names.goal, row?.goalId) : ""
  return goal ? ` in the goal ${bold(cut(goal, 80))}` : ""
}

/** A comment or file, identified by its card, note or plan. */
const attached = (logged: Logged, names: Names) => {
  const { entityType, action, before, after } = logged
  const row = after ?? before
  const kind = (["task", "item", "goal"] as const).find((kind) => typeof row?.[`${kind}Id`] === "number")
  const name = kind && cut(names[kind].get(row?.[`${kind}Id`] as number) ?? "", 80)
  const owner = kind
    ? `the ${nounOf(kind)}${name && ` ${bold(name)}`}`
    : typeof row?.noteId === "number"
      ? "a note"
      : "the plan"
  if (entityType === "comment") {
    const [was_, is_] = [before, after].map((side) => plainText(textOf(side?.content))) as [string, string]
    if (action === "create") return `added a note to ${owner}${is_ && `: ${is(cut(is_))}`}`
    if (action === "delete") return `deleted a note of ${owner}`
    return `changed a note of ${owner}${fromTo(was_, is_)}`
  }
  const file = (side: Fields | null) => textOf(side?.friendlyName) || textOf(side?.fileName)
  const called = cut(file(after) || file(before), 80)
  const it = `the file${called && ` ${bold(called)}`}`
  if (action === "create") return `added ${it} to ${owner}`
  if (action === "delete") return `deleted ${it} of ${owner}`
  return `renamed ${it} of ${owner}${fromTo(file(before), file(after))}`
}

const roleText = (fields: Fields | null) => {
  const role = roles[Number(fields?.planRole ?? fields?.role ?? -1)]
  return role ? ` as ${role}` : ""
}

const done = (logged: Logged, names: Names, it: string): string => {
  const { entityType, action, before, after, by } = logged
  if (entityType === "userplan" && action !== "update") {
    const self = nameOf(logged, names) === by
    if (action === "create") return self ? `joined the plan${roleText(after)}` : `added ${it}${roleText(after)}`
    return self ? "left the plan" : `removed ${it} from the plan`
  }
  if (entityType === "comment" || entityType === "file") return attached(logged, names)
  if (entityType === "invitation") {
    const who = bold(cut(nameIn(after) || nameIn(before), 80))
    if (action === "delete") return `withdrew the invitation of ${who}`
    return `invited ${who}${roleText(after)}${action === "update" ? " again" : ""}`
  }
  if (action === "create") {
    const verb = ["goal", "item", "task", "plan", "note"].includes(entityType) ? "created" : "added"
    return `${verb} ${it}${place(logged, names)}`
  }
  if (action === "delete") return `deleted ${it}${place(logged, names)}`
  if (action === "restore") return `restored ${it}${place(logged, names)}`
  if (isReorder(logged)) return `changed the place of ${it}`
  const [was, is] = [before ?? {}, after ?? {}]
  const parts: string[] = []
  for (const [key, say] of Object.entries(phrasesOf(entityType))) {
    if (!(key in is)) continue
    const first = parts.length === 0
    const text = say({ before: was, after: is, names, it: first ? it : "it", of: first ? ` of ${it}` : "" })
    if (text !== "") parts.push(text)
  }
  return parts.length > 0 ? listed(parts) : `changed ${it}`
}

/** The entry as HTML: escaped text with `<b>`, `<del>` and `<ins>`. */
export const auditMessage = (logged: Logged, names: Names): string => {
  const name = cut(nameOf(logged, names), 80)
  const it = `the ${nounOf(logged.entityType)}${name && ` ${bold(name)}`}`
  const by = `${logged.via === "agent" ? `${bold("The assistant")} for ` : ""}${bold(logged.by)}`
  return `${by} ${done(logged, names, it)}`
}
