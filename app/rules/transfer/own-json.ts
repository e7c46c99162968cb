import * as z from "zod/mini"
import { goalStatus } from "~/contract/check-in"
import { order as cardOrder, color, measure, optionalDate, text, whole } from "~/contract/fields/field"
import { noteType, visibility } from "~/contract/note"
import { parse } from "~/contract/parse"
import { planFields } from "~/contract/plan"
import { decimals, greatestMeasure, limits, mostKeyResults } from "~/contract/shared/bounds"
import { leftOutList } from "./left-out"
import type { Imported, Outline, OutlineNote, Unreadable } from "./outline"
import { writtenShape } from "./written"

const format = "laneway-plan"

/** Far more than a plan takes, so that a file over a plan's limit is refused with that limit. */
const list = <T extends z.ZodMiniType>(schema: T) => z.array(schema).check(z.maxLength(200_000))

const optionally = <T extends z.ZodMiniType>(schema: T, otherwise: z.output<T>) =>
  z._default(schema, otherwise as never)
const date = optionally(optionalDate, null)
const person = z.union([
  z.pipe(
    text(limits.person),
    z.transform((name) => ({ name, byName: true }) as const),
  ),
  z.object({ name: text(limits.person), email: z.optional(text(limits.address)) }),
])
const owner = optionally(z.nullable(person), null)
const order = optionally(z.nullable(cardOrder), null)

const files = z.optional(list(z.object({ name: text(limits.name), path: text(limits.name) })))

const comment = z.object({
  author: person,
  content: text(limits.comment),
  createdDate: date,
  editedDate: date,
  files,
})
const comments = z.optional(list(comment))

/** From the least step between start and target to the greatest value. */
const mostProgress = greatestMeasure * 10 ** (decimals + 1)
const isDistinct = (values: { result: number }[]) => new Set(values.map(({ result }) => result)).size === values.length

const task = z.object({
  description: text(limits.description),
  type: optionally(z.union([z.literal(0), z.literal(1), z.literal(2)]), 0),
  completedDate: date,
  ...writtenShape("task"),
  owner,
  color: optionally(z.nullable(color), null),
  files,
  comments,
})
const action = z.object({
  ...writtenShape("item"),
  order,
  completedDate: date,
  focus: optionally(z.nullable(z.object({ date, order })), null),
  owner,
  files,
  comments,
  tasks: optionally(list(task), []),
})
const result = z
  .object({
    name: text(limits.name).check(z.refine((name) => name.trim() !== "", { error: "Enter a name." })),
    unit: optionally(text(limits.unit), ""),
    start: measure,
    target: measure,
    current: measure,
  })
  .check(z.refine(({ start, target }) => start !== target, { error: "The target must differ from the start." }))
const progress = z.nullable(z.number().check(z.gte(-mostProgress), z.lte(mostProgress)))
const checkIn = z.object({
  author: person,
  createdDate: date,
  status: goalStatus,
  confidence: optionally(z.nullable(whole(0, 10)), null),
  note: optionally(text(limits.comment), ""),
  values: optionally(
    z
      .array(z.object({ result: whole(0, mostKeyResults - 1), before: measure, current: measure }))
      .check(z.refine((values) => isDistinct(values), { error: "A result has one value." })),
    [],
  ),
  progress: optionally(progress, null),
  statusBefore: optionally(z.nullable(goalStatus), null),
})
const goalFields = z.object({
  name: text(limits.name),
  ...writtenShape("goal"),
  color: optionally(z.nullable(color), null),
  owner: z.optional(z.nullable(person)),
  results: z.optional(z.array(result).check(z.maxLength(mostKeyResults))),
  checkIns: z.optional(list(checkIn)),
  files,
  comments,
  actions: optionally(list(action), []),
})
const goal = goalFields.check(
  z.refine(
    ({ results = [], checkIns = [] }) =>
      checkIns.every(({ values }) => values.every(({ result }) => result < results.length)),
    { error: "A check-in has a value of a result that the goal doesn't have.", path: ["checkIns"] },
  ),
)
const note = z.object({
  title: text(limits.name),
  content: optionally(text(limits.note), ""),
  type: optionally(noteType, 0),
  visibility: optionally(visibility, 1),
  files,
})
const label = z.object({ name: text(limits.name), color: optionally(z.nullable(color), null) })
const plan = z.object({
  format: z.literal(format),
  version: z.literal(1),
  name: text(limits.name),
  effortAndComplexityVisible: optionally(z.boolean(), true),
  type: planFields.shape.type,
  aiInstructions: optionally(text(limits.instructions), ""),
  labels: z.optional(list(label)),
  files,
  goals: optionally(list(goal), []),
  actions: optionally(list(action), []),
  notes: z.optional(list(note)),
})

/** The file to its notes: `JSON.stringify` with an indent of 2. */
export const writeHead = (outline: Omit<Outline, "notes">) =>
  JSON.stringify({ format, version: 1, ...outline }, null, 2).slice(0, -"\n}".length)

/** The rest of the file, in pieces, since its notes may be longer than a string can be. */
export const writeNotes = async function* (notes: AsyncIterable<OutlineNote>): AsyncGenerator<string> {
  let count = 0
  for await (const note of notes) {
    yield `${count++ === 0 ? ',\n  "notes": [' : ","}\n    ${JSON.stringify(note, null, 2).split("\n").join("\n    ")}`
  }
  yield count === 0 ? "\n}\n" : "\n  ]\n}\n"
}

export const isOwnJson = (value: unknown) =>
  value !== null && typeof value === "object" && (value as { format?: unknown }).format === format

export const readOwnJson = (value: unknown): Imported | Unreadable => {
  const { data, faults } = parse(plan, value)
  if (faults) {
    const [fault] = faults
    return { problem: fault?.path ? `${fault.path}: ${fault.message}` : "The file: it is not a Laneway plan." }
  }
  const { format: _, version: __, ...outline } = data
  const leftOut = leftOutList()
  for (const name of unknownIn(value)) leftOut.add("field", 1, { name })
  return { outline: outline as Outline, leftOut: leftOut.all() }
}

type Known = { fields: ReadonlySet<string>; within?: Record<string, Known> }
const known = ({ shape }: { shape: object }, within: Record<string, Known> = {}): Known => ({
  fields: new Set(Object.keys(shape)),
  within,
})
const named = { fields: new Set(["name", "email"]) }
const attached = { files: { fields: new Set(["name", "path"]) }, comments: known(comment, { author: named }) }
const actions = known(action, {
  ...attached,
  owner: named,
  focus: { fields: new Set(["date", "order"]) },
  tasks: known(task, { ...attached, owner: named }),
})
const ofPlan = known(plan, {
  ...attached,
  labels: known(label),
  actions,
  goals: known(goalFields, {
    ...attached,
    actions,
    owner: named,
    results: known(result),
    checkIns: known(checkIn, { author: named, values: { fields: new Set(["result", "before", "current"]) } }),
  }),
  notes: known(note, attached),
})

/** The names of fields that no plan has, each as often as it has a value. */
const unknownIn = function* (value: unknown, { fields, within = {} }: Known = ofPlan): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* unknownIn(each, { fields, within })
  else if (value !== null && typeof value === "object") {
    for (const [name, each] of Object.entries(value)) {
      if (!fields.has(name)) yield name
      else if (within[name]) yield* unknownIn(each, within[name])
    }
  }
}
