// say(schema, description): an input of a tool, described to agents; and the inputs that several tools have.
import * as z from "zod/mini"
import { changedEntity, changesAtMost, changeSet as storedSet } from "~/contract/change-set"
import { checkInCalls } from "~/contract/check-in"
import { fieldExamples } from "~/contract/fields/card-field-texts"
import { fieldIn, fieldsWith, sentShapeWith } from "~/contract/fields/card-fields"
import { day, type Entity, id, measure, text, time } from "~/contract/fields/field"
import { goalStatusWords, limits, mostKeyResults } from "~/contract/shared/bounds"

/** What `tools/list` says of inputs. `unlisted`: taken, but known to who has read the API alone. */
export const descriptions = z.registry<{ description: string } | { unlisted: true }>()

export const say = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema => {
  const own = schema.clone() as Schema
  descriptions.add(own, { description })
  return own
}
export const unlisted = <Schema extends z.ZodMiniType>(schema: Schema): Schema => {
  const own = schema.clone() as Schema
  descriptions.add(own, { unlisted: true })
  return own
}

/** The names of inputs as agents know them. */
export const namesIn = (shape: Record<string, unknown>) =>
  Object.entries(shape).flatMap(([name, schema]) =>
    "unlisted" in (descriptions.get(schema as z.ZodMiniType) ?? {}) ? [] : [name],
  )

export const planId = say(id, "e.g. 12")
export const maybePlanId = say(z.optional(id), "e.g. 12")
/** A card, person or label by id or by name. */
const named = z.union([id, text(limits.description).check(z.minLength(1))], { error: "Use an id or a name." })
export const card = (description: string) => say(named, description)
export const maybe = (description: string) => say(z.optional(named), description)
/** Null takes the value away. */
export const clearable = (description: string) => say(z.optional(z.nullable(named)), `${description}; null: none`)

/** In place of those that there are. */
const several = (description: string) => say(z.optional(z.array(named).check(z.maxLength(100))), description)
export const labels = several(fieldExamples.labelIds)
export const blockedBy = several(fieldExamples.blockedByIds)

export const goalNamed = fieldExamples.goalId
export const actionNamed = fieldExamples.itemId
export const taskNamed = 'e.g. 9 or "Hire a ship"'
export const owner = clearable(fieldExamples.ownerId)

/** `modifiedDate`, for a task `modified`, as last read: the call is refused when somebody has changed the card since. */
export const expectedVersion = say(z.optional(time), 'As read, e.g. "2026-12-01T09:00:00Z"')
const columnWords = ["to do", "doing", "done"] as const
export const columns = z.enum(columnWords)
export const status = say(z.optional(columns), fieldExamples.type)
/** How a goal is. */
export const health = z.enum(goalStatusWords)
export const cardKind = say(z.enum(["goal", "action", "task"]), 'e.g. "task"')
export const cursor = say(z.optional(z.string()), 'e.g. "120"')
export const limit = say(z._default(z.int().check(z.gte(1), z.lte(100)), 50), "1 to 100, e.g. 20")
/** "week": the rest of it. */
const dueWords = z.enum(["overdue", "today", "week", "none"])
export const due = say(
  z.optional(
    z.union([
      dueWords,
      z.strictObject({
        from: say(z.optional(day), 'e.g. "2026-12-01"'),
        to: say(z.optional(day), 'e.g. "2026-12-31"'),
      }),
    ]),
  ),
  'e.g. "week"',
)
export const dueWord = say(z.optional(dueWords), 'e.g. "week"')
/** Positions of a change set, from 0. */
export const only = say(
  z.optional(z.array(z.int().check(z.gte(0))).check(z.minLength(1), z.maxLength(changesAtMost))),
  "Positions from 0, e.g. [0,2]",
)

/** The results of a goal that are added or, by id or name, changed. */
export const results = say(
  z.optional(
    z
      .array(
        z.strictObject({
          id: say(z.optional(id), "To change, e.g. 12"),
          name: say(z.optional(text(limits.name)), 'e.g. "Sign-ups"'),
          unit: say(z.optional(text(limits.unit)), 'e.g. "people"'),
          start: say(z.optional(measure), "e.g. 0"),
          target: say(z.optional(measure), "e.g. 800"),
          current: say(z.optional(measure), "e.g. 420"),
        }),
      )
      .check(z.minLength(1), z.maxLength(mostKeyResults)),
  ),
  'e.g. [{"id":12,"current":420}]',
)
/** Of results that a goal has. */
export const values = say(
  z.optional(
    z
      .array(z.strictObject({ result: say(named, 'e.g. 12 or "Sign-ups"'), current: say(measure, "e.g. 420") }))
      .check(z.maxLength(mostKeyResults)),
  ),
  'e.g. [{"result":12,"current":420}]',
)
const sentCheckIn = checkInCalls.checkIn.body.shape
export const confidence = say(sentCheckIn.confidence, "0 to 10, e.g. 6")
export const checkInNote = say(sentCheckIn.note, 'e.g. "Fair helped."')

/** The fields of a card that the tools that save it take, by the table of fields. */
export const savedFields = <E extends Entity>(entity: E) =>
  Object.fromEntries(
    Object.entries(sentShapeWith(entity, "mcp")).map(([name, schema]) => [
      name,
      fieldIn(entity, name)?.mcp === "unlisted"
        ? unlisted(schema as z.ZodMiniType)
        : say(schema as z.ZodMiniType, described(name, schema as z.ZodMiniType)),
    ]),
  ) as unknown as ReturnType<typeof sentShapeWith<E, "mcp">>

const described = (name: string, schema: z.ZodMiniType) => {
  const said = fieldExamples[name as keyof typeof fieldExamples]
  return z.safeParse(schema, null).success ? `${said}; null: none` : said
}

/** The words of tools for fields that name a card, a person or a column. */
export const words = {
  goalId: "goal",
  itemId: "action",
  taskId: "task",
  ownerId: "owner",
  type: "status",
  labelIds: "labels",
  blockedByIds: "blockedBy",
} as const
const wordOf = (name: string) => words[name as keyof typeof words] ?? name

/** Of proposed changes they are taken, and listed by the tools that save. */
const saidBySaving: ReadonlySet<string> = new Set(["recurrence", "color", "startDate", "outcome"])

/** A goal's status has the word of a task's column. */
const saidBelow: ReadonlySet<string> = new Set(["status"])

/** Fields of proposed changes: those an assistant may set, in the words of tools, and as the API names them. */
const changeFields = () => {
  const listed: Record<string, z.ZodMiniType> = {}
  const others: Record<string, z.ZodMiniType> = { taskId: unlisted(z.optional(named)) }
  for (const entity of ["goal", "item", "task"] as const)
    for (const [name, { sent }] of fieldsWith(entity, "agent")) {
      const word: string = wordOf(name)
      const own = z.optional(sent as z.ZodMiniType)
      if (name in others || name in listed || saidBelow.has(name)) continue
      if (saidBySaving.has(name)) others[name] = unlisted(own)
      else if (word === name) listed[name] = say(own, described(name, own))
      else others[name] = unlisted(z.optional(z.nullable(z.union([z.number(), z.string(), z.array(named)]))))
    }
  return z.strictObject({
    ...listed,
    goal: clearable(`${goalNamed}, or a ref`),
    action: maybe(`${actionNamed}, or a ref`),
    task: maybe("Of a comment: task, e.g. 9"),
    owner,
    status: say(z.optional(z.enum([...columnWords, ...goalStatusWords])), fieldExamples.type),
    labels,
    blockedBy,
    results: unlisted(results),
    checkIn: unlisted(z.optional(z.strictObject(sentCheckIn))),
    content: say(z.optional(text(limits.comment)), 'Of a comment, e.g. "It leaks."'),
    ...others,
  })
}

const fields = changeFields()
export const changeWords = [...namesIn(fields.shape), ...saidBySaving, "results", "checkIn"]

const entities = z.enum(["goal", "action", "task", "comment"])
/** "item" is what the API calls an action. */
const entityNamed = z.pipe(
  z.union([entities, changedEntity]),
  z.transform((entity) => (entity === "action" ? "item" : entity)),
)
const shape = storedSet.shape.changes.def.element.shape

export const proposedChange = z.strictObject({
  op: say(shape.op, 'e.g. "update"'),
  entity: say(entityNamed, 'e.g. "task"'),
  id: say(z.optional(z.nullable(named)), 'e.g. 9 or "Dredge"'),
  ref: say(z.optional(shape.ref), 'Of a new card, e.g. "new-1"'),
  fields: say(z.optional(fields), 'e.g. {"status":"done"}'),
  before: unlisted(z.optional(z.unknown())),
  label: unlisted(z.optional(z.string())),
  warning: unlisted(z.optional(z.string())),
})
export type ProposedChange = z.output<typeof proposedChange>
