// cardFields: every field of goals, actions and tasks, once. What calls take and answer, what rules copy, undo makes again, the
// log says, exports and visitors get, and agents may set is derived from this table.
import * as z from "zod/mini"
import { type GoalStatus, goalStatus, lastCheckIn } from "~/contract/check-in"
import { mostLabels } from "~/contract/label"
import { limits, mostBlockers } from "~/contract/shared/bounds"
import { color, dueDate, type Entity, id, type Listed, order, person, text, time, whole } from "./field"

/** How a value reads; `hidden`: not at all. */
type Kind =
  | "text"
  | "number"
  | "day"
  | "flag"
  | "color"
  | "card"
  | "person"
  | "column"
  | "names"
  | "repeat"
  | "start"
  | "health"
  | "outcome"
  | "hidden"

/** What a request must ask for before an assistant changes the field without a warning (rules/agent/warnings). */
export type AskedFor = "complete" | "word" | "people" | "date" | "move" | "size" | "measure"

export type CardField = {
  /** What a call takes. Absent: the field follows from others. */
  sent?: z.ZodMiniType
  /** What a call answers. Absent: it shows in another field. */
  row?: z.ZodMiniType
  /** A field that people read has one, and a name in cardFieldNames. */
  kind?: Kind
  /** The greatest number, or the most entries of a list; the least is 0. */
  most?: number
  /**
   * Its value is a list of ids of these rows of the plan, each once: labels in their order, cards by their ids. What people read and
   * write has the rows' names instead: the log, exports, imports, the assistant and tools. Cards that list cards of their kind wait
   * for them, so that a list closes no cycle.
   */
  lists?: Listed
  /** The value of a card that is made without one. Rules copy such a field as it is sent; the card's rule decides the others. */
  empty?: unknown
  /** People set it on the card: it is shown before a deletion, and compared before an undo takes a new card away. */
  given?: true
  /** Compared as well, although no call of a person sets it. */
  compared?: true
  /** Sent, but decided along with another field, so that undo sends it never. */
  follows?: true
  /** Visitors of a public link see it. */
  visitor?: true
  /** Its name in a JSON export. `sparse`: left out where it is empty. */
  json?: string
  sparse?: true
  /** Its column in a CSV export. */
  csv?: string
  /** An assistant may set it: the word for it in previews and in the plan's text, and what a request asks for by it. */
  agent?: { word: string; asks?: AskedFor }
  /** The tools that save a card take it; `unlisted`: too seldom for their list, which every model pays for. */
  mcp?: true | "unlisted"
  /** Its name among the cards that a tool lists. */
  listed?: string
}

/** Only addresses of the web: a `javascript:` link would run as the reader. Empty: none. */
const isWebAddress = (value: string) =>
  value === "" || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
const link = z.nullable(
  text(2_000).check(z.refine(isWebAddress, { error: "is an address that begins with https:// or http://." })),
)

export const taskType = z.union([z.literal(0), z.literal(1), z.literal(2)])
/** 0 to do, 1 doing, 2 done. */
export type TaskType = z.output<typeof taskType>

const goalOutcome = z.enum(["achieved", "missed", "dropped"])
/** How a completed goal ended. */
export type GoalOutcome = z.output<typeof goalOutcome>

const recurrenceStart = z.enum(["due", "done"])
export type RecurrenceStart = z.output<typeof recurrenceStart>
/** `id` and `dueDate` are null where the repetition has ended; `recurrence` is the rule up to it. */
const nextTask = z.object({
  id: z.nullable(z.number()),
  recurrence: z.string(),
  dueDate: z.nullable(time),
})
export type NextTask = z.output<typeof nextTask>

const textOf = (most: number) => ({ sent: text(most), row: z.string(), kind: "text", empty: "" as string }) as const
const numberOf = (most: number) =>
  ({ sent: whole(0, most), row: z.number(), kind: "number", most, empty: 0 as number }) as const
const flag = { sent: z.boolean(), row: z.boolean(), kind: "flag", empty: false as boolean } as const
const day = { sent: dueDate, row: z.nullable(time), kind: "day", empty: null as string | null } as const
const noText = { row: z.nullable(z.string()), empty: null as string | null } as const

const ids = { id: { row: z.number(), visitor: true }, planId: { row: z.number() } } as const
const place = { sent: order, row: z.number() }
const isDraft = { ...flag, compared: true, mcp: "unlisted" } as const
const described = { ...textOf(limits.description), given: true, visitor: true, mcp: true } as const
const due = {
  ...day,
  given: true,
  visitor: true,
  json: "dueDate",
  csv: "due",
  agent: { word: "due", asks: "date" },
  mcp: true,
  listed: "due",
} as const
const ownerId = { sent: z.nullable(id), kind: "person", given: true, agent: { word: "owner", asks: "people" } } as const
const owner = { row: z.nullable(person), kind: "person" } as const
/** The owner according to an imported file, if not a member yet; null once there is an owner. */
const awaitedOwner = { row: z.optional(z.nullable(person)), kind: "person" } as const
const listOf = <E extends Listed>(lists: E, most: number) =>
  ({
    sent: z.array(id).check(z.maxLength(most)),
    row: z.array(z.number()),
    kind: "names",
    lists,
    most,
    empty: [] as number[],
  }) as const
const labelIds = {
  ...listOf("label", mostLabels),
  given: true,
  visitor: true,
  json: "labels",
  sparse: true,
  csv: "labels",
  agent: { word: "labels" },
  listed: "labels",
} as const
const blockedByOf = <E extends "item" | "task">(entity: E) =>
  ({
    ...listOf(entity, mostBlockers),
    given: true,
    json: "waitsFor",
    sparse: true,
    csv: "waitsFor",
    agent: { word: "waits for" },
  }) as const
/** Whether a card that it waits for is open. */
const blocked = { row: z.boolean(), kind: "flag", follows: true, listed: "blocked" } as const
const attachmentCount = { row: z.number(), compared: true } as const
const stamp = { row: time, follows: true } as const
const noStamp = { row: z.nullable(time), follows: true } as const

const goal = {
  ...ids,
  name: {
    sent: text(limits.name),
    row: z.string(),
    kind: "text",
    given: true,
    visitor: true,
    agent: { word: "rename to", asks: "word" },
    mcp: true,
  },
  description: {
    ...described,
    json: "description",
    agent: { word: "describe as", asks: "word" },
    listed: "description",
  },
  explanation: { ...textOf(limits.description), json: "explanation", mcp: "unlisted" },
  color: {
    sent: color,
    row: z.string(),
    kind: "color",
    given: true,
    visitor: true,
    agent: { word: "colour" },
    mcp: true,
  },
  order: { ...place, visitor: true, mcp: "unlisted" },
  completed: {
    ...flag,
    given: true,
    visitor: true,
    json: "completed",
    agent: { word: "complete", asks: "complete" },
    mcp: true,
  },
  owner,
  ownerId: { ...ownerId, row: z.nullable(z.number()) },
  awaitedOwner,
  startDate: {
    ...day,
    given: true,
    json: "startDate",
    sparse: true,
    agent: { word: "from", asks: "date" },
    mcp: true,
  },
  dueDate: {
    ...day,
    given: true,
    json: "dueDate",
    sparse: true,
    agent: { word: "due", asks: "date" },
    mcp: true,
  },
  status: {
    sent: z.nullable(goalStatus),
    row: z.nullable(goalStatus),
    kind: "health",
    empty: null as GoalStatus | null,
    given: true,
    visitor: true,
    json: "status",
    sparse: true,
    agent: { word: "status", asks: "measure" },
  },
  /** Of a completed goal. */
  outcome: {
    sent: z.nullable(goalOutcome),
    row: z.nullable(goalOutcome),
    kind: "outcome",
    empty: null as GoalOutcome | null,
    given: true,
    json: "outcome",
    sparse: true,
    agent: { word: "outcome", asks: "complete" },
    mcp: true,
  },
  /** The mean of its results', to four decimals, unclamped; null without any. */
  progress: { row: z.nullable(z.number()), follows: true, visitor: true },
  lastCheckIn: { row: z.nullable(lastCheckIn), follows: true },
  createdDate: { row: time },
  modifiedDate: stamp,
  createdBy: { row: person },
  type: { ...numberOf(32_767), json: "type", sparse: true },
  iconName: { ...noText, sent: z.nullable(text(100)), kind: "text", json: "iconName", sparse: true },
  imageBase64: { ...noText, sent: z.nullable(text(400_000)), kind: "hidden", json: "imageBase64", sparse: true },
  videoLink: { ...noText, sent: link, kind: "text", json: "videoLink", sparse: true, mcp: "unlisted" },
  downloadLink: { ...noText, sent: link, kind: "text", json: "downloadLink", sparse: true, mcp: "unlisted" },
  isDraft,
} as const satisfies Record<string, CardField>

const item = {
  ...ids,
  goal: {
    row: z.nullable(z.object({ id: z.number(), name: z.string(), color: z.string() })),
    follows: true,
    visitor: true,
  },
  topic: {
    ...textOf(limits.name),
    given: true,
    visitor: true,
    json: "topic",
    agent: { word: "rename to", asks: "word" },
    mcp: true,
  },
  description: { ...described, json: "description", agent: { word: "describe as", asks: "word" } },
  businessValue: {
    ...numberOf(10),
    given: true,
    visitor: true,
    json: "value",
    csv: "value",
    agent: { word: "value", asks: "size" },
    mcp: true,
  },
  effortAndComplexity: {
    ...numberOf(5),
    given: true,
    visitor: true,
    json: "effort",
    csv: "effort",
    agent: { word: "effort", asks: "size" },
    mcp: true,
  },
  completed: {
    sent: z.boolean(),
    row: z.boolean(),
    kind: "flag",
    given: true,
    agent: { word: "complete", asks: "complete" },
    mcp: true,
    listed: "completed",
  },
  completedDate: { ...noStamp, kind: "day", visitor: true },
  order: { ...place, visitor: true },
  focus: {
    sent: z.boolean(),
    row: z.boolean(),
    kind: "flag",
    given: true,
    visitor: true,
    agent: { word: "in focus", asks: "move" },
    mcp: true,
    listed: "focus",
  },
  focusOrder: { ...place, visitor: true },
  focusDate: { ...noStamp, kind: "day" },
  goalId: {
    sent: z.nullable(id),
    row: z.nullable(z.number()),
    kind: "card",
    given: true,
    visitor: true,
    agent: { word: "goal", asks: "move" },
  },
  owner,
  ownerId,
  awaitedOwner,
  dueDate: due,
  labelIds,
  blockedByIds: blockedByOf("item"),
  blocked,
  dotVoting: { ...numberOf(2_147_483_647), compared: true, json: "dotVoting" },
  createdById: { row: z.nullable(z.number()) },
  createdDate: { row: time },
  modifiedDate: stamp,
  type: { ...numberOf(32_767), json: "type", sparse: true },
  attachmentCount,
  isDraft,
} as const satisfies Record<string, CardField>

const task = {
  ...ids,
  description: {
    sent: text(limits.description),
    row: z.string(),
    kind: "text",
    given: true,
    visitor: true,
    agent: { word: "rename to", asks: "word" },
    mcp: true,
  },
  type: {
    sent: taskType,
    row: taskType,
    kind: "column",
    given: true,
    visitor: true,
    agent: { word: "column", asks: "move" },
  },
  complete: { sent: z.boolean(), row: z.boolean(), follows: true },
  itemId: {
    sent: id,
    row: z.number(),
    kind: "card",
    given: true,
    visitor: true,
    agent: { word: "action", asks: "move" },
  },
  goalId: { sent: z.nullable(id), row: z.nullable(z.number()), follows: true, visitor: true },
  owner: { ...owner, follows: true },
  ownerId: { ...ownerId, row: z.nullable(z.number()) },
  awaitedOwner,
  dueDate: due,
  /** An RRULE (RFC 5545) without DTSTART. */
  recurrence: {
    sent: z.nullable(text(limits.recurrence)),
    row: z.nullable(z.string()),
    kind: "repeat",
    empty: null as string | null,
    given: true,
    json: "recurrence",
    sparse: true,
    csv: "recurrence",
    agent: { word: "repeats", asks: "date" },
    mcp: true,
    listed: "recurrence",
  },
  /** What its days are counted from. */
  recurrenceFrom: {
    sent: recurrenceStart,
    row: recurrenceStart,
    kind: "start",
    empty: "due" as RecurrenceStart,
    given: true,
    json: "recurrenceFrom",
    sparse: true,
    mcp: true,
  },
  /** Of a task that is done: what followed it. */
  next: { row: z.optional(z.nullable(nextTask)), follows: true },
  labelIds,
  blockedByIds: blockedByOf("task"),
  blocked,
  /** Answered: the colour that shows, a task's own or else its goal's. Sent: its own. */
  color: { sent: z.nullable(color), row: z.string(), kind: "color", follows: true, visitor: true, mcp: "unlisted" },
  ownColor: { row: z.nullable(z.string()) },
  order: { ...place, visitor: true },
  createdDate: { row: time },
  modified: stamp,
  completedDate: { ...noStamp, kind: "day", visitor: true },
  attachmentCount,
  readOnly: { row: z.boolean(), follows: true },
  isDraft,
} as const satisfies Record<string, CardField>

export const cardFields = { goal, item, task }
type Tables = typeof cardFields

/** The names of a card's fields that have a property. */
export type FieldsWith<E extends Entity, P extends keyof CardField> = {
  [K in keyof Tables[E]]: Tables[E][K] extends { [Name in P]: NonNullable<CardField[Name]> | null } ? K : never
}[keyof Tables[E]]

/** The fields of a card that have a property, in the order of the table. */
export const fieldsWith = <E extends Entity, P extends keyof CardField>(entity: E, property: P) =>
  Object.entries<CardField>(cardFields[entity]).flatMap(([name, field]) =>
    property in field ? [[name, field] as [string & FieldsWith<E, P>, CardField & Required<Pick<CardField, P>>]] : [],
  )

/** The names of a card's fields that have a property. */
export const namesWith = <E extends Entity, P extends keyof CardField>(entity: E, property: P) =>
  fieldsWith(entity, property).map(([name]) => name)

export const fieldIn = (entity: Entity, name: string): CardField | undefined =>
  Object.hasOwn(cardFields[entity], name) ? (cardFields[entity] as Record<string, CardField>)[name] : undefined

/** The schemas by which a call answers a card. */
export const rowShape = <E extends Entity>(entity: E) =>
  Object.fromEntries(fieldsWith(entity, "row").map(([name, { row }]) => [name, row])) as unknown as {
    [K in FieldsWith<E, "row">]: Tables[E][K] extends { row: infer Row } ? Row : never
  }

type Sent<E extends Entity, K extends keyof Tables[E]> = Tables[E][K] extends { sent: infer S extends z.ZodMiniType }
  ? z.ZodMiniOptional<S>
  : never

/** The schemas of what a call takes, each of them optional. */
export const sentShape = <E extends Entity>(entity: E) =>
  Object.fromEntries(fieldsWith(entity, "sent").map(([name, { sent }]) => [name, z.optional(sent)])) as unknown as {
    [K in FieldsWith<E, "sent">]: Sent<E, K>
  }

/** Of what a call takes, the fields with a property. */
export const sentShapeWith = <E extends Entity, P extends "agent" | "mcp">(entity: E, property: P) =>
  Object.fromEntries(
    fieldsWith(entity, property).map(([name, { sent }]) => [name, z.optional(sent as z.ZodMiniType)]),
  ) as unknown as { [K in keyof Tables[E] as K extends FieldsWith<E, P> ? K : never]: Sent<E, K> }

/** Marks the fields that visitors see, for `z.pick`. */
export const visible = <E extends Entity>(entity: E) =>
  Object.fromEntries(namesWith(entity, "visitor").map((name) => [name, true])) as {
    [K in FieldsWith<E, "visitor">]: true
  }
