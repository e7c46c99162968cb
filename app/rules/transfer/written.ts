// writtenOf(), rowFieldsOf(): the fields of a card in an export that are copied as they are, and as rows have them. writtenShape(),
// emptyWritten(): their schemas, and their values where a file has none. setByAgent(): the ones an assistant may set.
import * as z from "zod/mini"
import { type cardFields, fieldsWith } from "~/contract/card-fields"
import type { Entity } from "~/contract/field"
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

/** The fields of a card that an export has as the plan has them, by their names there. */
export type Written<E extends Entity> = { [K in keyof RowOf[E] as JsonName<E, K, false>]: RowOf[E][K] } & {
  [K in keyof RowOf[E] as JsonName<E, K, true>]?: RowOf[E][K]
}

const writtenFields = {
  goal: fieldsWith("goal", "json"),
  item: fieldsWith("item", "json"),
  task: fieldsWith("task", "json"),
}

export const writtenOf = <E extends Entity>(entity: E, row: RowOf[E]) =>
  Object.fromEntries(
    writtenFields[entity].flatMap(([name, { json, sparse }]) => {
      const value = row[name as unknown as keyof RowOf[E]]
      return sparse && !value ? [] : [[json, value]]
    }),
  ) as Written<E>

/** The same fields under the names of rows; an absent one is empty. */
export const rowFieldsOf = <E extends Entity>(entity: E, written: Written<E>) =>
  Object.fromEntries(
    writtenFields[entity].map(([name, { json, empty }]) => [name, (written as Record<string, unknown>)[json] ?? empty]),
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
    writtenFields[entity].map(([, { json, sparse, empty, sent = z.unknown() }]) => [
      json,
      sparse ? z.optional(sent) : z._default(sent, empty as never),
    ]),
  )

/** The fields that an assistant may set, where they are not empty, under the names of rows. */
export const setByAgent = <E extends Entity>(entity: E, written: Written<E>): Record<string, unknown> =>
  Object.fromEntries(
    writtenFields[entity].flatMap(([name, field]) => {
      const value = (written as Record<string, unknown>)[field.json]
      return "agent" in field && value ? [[name, value]] : []
    }),
  )
