// writtenOf(), rowFieldsOf(): the fields of a card in an export that are copied as they are, and as rows have them. writtenShape(),
// emptyWritten(): their schemas, and their values where a file has none. setByAgent(): the ones an assistant may set.
import * as z from "zod/mini"
import { type cardFields, fieldsWith } from "~/contract/fields/card-fields"
import { type Entity, type Listed, text } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import type { RowOf } from "../rule"

type Tables = typeof cardFields
type JsonName<E extends Entity, K, Sparse> = K extends keyof Tables[E]
  ? Tables[E][K] extends { json: infer Name extends string }
    ? Tables[E][K] extends { sparse: true }
      ? Sparse extends true
        ? Name
        : never
      : Sparse extends true
        ? never
        : Name
    : never
  : never

type Value<E extends Entity, K extends keyof RowOf[E]> = K extends keyof Tables[E]
  ? Tables[E][K] extends { lists: Listed }
    ? string[]
    : RowOf[E][K]
  : never

/** The fields of a card that an export has as the plan has them, by their names there. A list of rows has their names. */
export type Written<E extends Entity> = { [K in keyof RowOf[E] as JsonName<E, K, false>]: Value<E, K> } & {
  [K in keyof RowOf[E] as JsonName<E, K, true>]?: Value<E, K>
}

/** The name of a row that a field lists. */
export type NameOf = (lists: Listed, id: number) => string | undefined
/** The row of that name. */
export type IdOf = (lists: Listed, name: string) => number | undefined

/** 0 is a value of a field that may have none. */
const isEmpty = (value: unknown, empty: unknown) =>
  empty === null && value === 0 ? false : !value || (Array.isArray(value) && value.length === 0)

const writtenFields = {
  goal: fieldsWith("goal", "json"),
  item: fieldsWith("item", "json"),
  task: fieldsWith("task", "json"),
}

export const writtenOf = <E extends Entity>(entity: E, row: RowOf[E], nameOf: NameOf) =>
  Object.fromEntries(
    writtenFields[entity].flatMap(([name, { json, sparse, lists, empty }]) => {
      const value: unknown = row[name as unknown as keyof RowOf[E]]
      if (sparse && (isEmpty(value, empty) || value === empty)) return []
      return [[json, lists ? (value as number[]).flatMap((id) => nameOf(lists, id) ?? []) : value]]
    }),
  ) as Written<E>

/** The same fields under the names of rows; an absent one is empty. */
export const rowFieldsOf = <E extends Entity>(entity: E, written: Written<E>, idOf: IdOf) =>
  Object.fromEntries(
    writtenFields[entity].map(([name, { json, empty, lists }]) => {
      const value = (written as Record<string, unknown>)[json] ?? empty
      return [name, lists ? (value as string[]).flatMap((each) => idOf(lists, each) ?? []) : value]
    }),
  ) as {
    [K in keyof RowOf[E] as JsonName<E, K, true> extends never
      ? JsonName<E, K, false> extends never
        ? never
        : K
      : K]: RowOf[E][K]
  }

export const emptyWritten = <E extends Entity>(entity: E) =>
  Object.fromEntries(
    writtenFields[entity].flatMap(([, { json, sparse, empty }]) => (sparse ? [] : [[json, empty]])),
  ) as Written<E>

export const writtenShape = (entity: Entity): Record<string, z.ZodMiniType> =>
  Object.fromEntries(
    writtenFields[entity].map(([, field]) => {
      const { json, sparse, empty, lists, most = 0, sent = z.unknown() } = field
      const shape = lists ? z.array(text(limits.name)).check(z.maxLength(most)) : sent
      return [json, sparse ? z.optional(shape) : z._default(shape, empty as never)]
    }),
  )

/** The fields that an assistant may set, where they are not empty, under the names of rows. */
export const setByAgent = <E extends Entity>(entity: E, written: Written<E>): Record<string, unknown> =>
  Object.fromEntries(
    writtenFields[entity].flatMap(([name, field]) => {
      const value = (written as Record<string, unknown>)[field.json]
      return "agent" in field && !field.lists && !isEmpty(value, field.empty) ? [[name, value]] : []
    }),
  )
