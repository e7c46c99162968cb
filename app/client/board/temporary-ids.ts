import type { Context } from "~/rules/rule"

/** Rows created in this browser have ids below 0 until the server assigns real ones. */

let last = 0

/** Below every earlier one, and distinct from those of other tabs and other days. */
export const temporaryId = (): number => {
  const now = -(Date.now() * 1_000 + Math.floor(Math.random() * 1_000))
  last = Math.min(last - 1, now)
  return last
}

/** The answer of a call that inserts rows: one, and the copies of an action's tasks. */
export type NamedRows = { id: number; tasks?: { id: number; copyOf: number }[] }

/** The temporary ids of a call's rows with the real ones. */
export const namedBy = (
  { newId, newIds = {} }: Pick<Context, "newId" | "newIds">,
  { id, tasks = [] }: NamedRows,
): [number, number][] => [
  [newId, id],
  ...tasks.flatMap(({ id, copyOf }): [number, number][] => {
    const temporary = newIds[copyOf]
    return temporary === undefined ? [] : [[temporary, id]]
  }),
]

/** Whether a call inserts a row under this id. */
export const isNewIn = ({ newId, newIds = {} }: Context, id: number) =>
  newId === id || Object.values(newIds).includes(id)

const naming = new Set(["id", "itemId", "goalId", "into", "keyResultId"])

const listing = /Ids$/

/** The input with each id that it names replaced by `realId(id, field)`. */
export const withRealIds = <T>(input: T, realId: (id: number, field: string) => number): T => {
  if (Array.isArray(input)) return input.map((entry) => withRealIds(entry, realId)) as T
  if (typeof input !== "object" || input === null) return input
  const entries = Object.entries(input).map(([key, value]) => [
    key,
    typeof value === "number" && naming.has(key)
      ? realId(value, key)
      : Array.isArray(value) && listing.test(key)
        ? value.map((id) => (typeof id === "number" ? realId(id, key) : id))
        : withRealIds(value, realId),
  ])
  return Object.fromEntries(entries) as T
}

/** Whether the input still names a row by a temporary id. */
export const namesTemporary = (input: unknown): boolean => {
  let found = false
  withRealIds(input, (id) => {
    if (id <= 0) found = true
    return id
  })
  return found
}
