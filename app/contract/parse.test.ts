import { expect, test } from "vitest"
import * as z from "zod/mini"
import { everyCall } from "./index"
import { parse } from "./parse"

const orders = z.array(z.object({ id: z.int(), order: z.int() })).check(z.maxLength(50_000))

test("a small value has every fault told, up to ten", () => {
  expect(parse(orders, [{ id: 1, order: 2 }])).toEqual({ data: [{ id: 1, order: 2 }] })
  expect(parse(orders, [{ id: "a" }]).faults?.map(({ path }) => path)).toEqual(["0.id", "0.order"])
  expect(parse(orders, Array(50).fill({})).faults).toHaveLength(10)
})

test("of a large value only the first fault is looked for", () => {
  const touched: number[] = []
  const elements = z.array(z.string().check(z.refine((_) => touched.push(0) > 0))).check(z.maxLength(50_000))
  expect(parse(elements, Array(50_000).fill(1)).faults).toHaveLength(1)
  expect(parse(elements, Array(5_000_000).fill("a")).faults).toMatchObject([{ path: "" }])
  expect(touched).toEqual([])
})

const arraysIn = (schema: unknown): { maxItems?: number }[] => {
  if (schema === null || typeof schema !== "object") return []
  const own = (schema as { type?: unknown }).type === "array" ? [schema] : []
  return [...own, ...Object.values(schema).flatMap(arraysIn)]
}

test("every array that a call takes is bounded", () => {
  const taken = everyCall().flatMap(({ call }) =>
    [call.body, call.query, call.params].filter((each) => each !== undefined),
  )
  const arrays = taken.flatMap((schema) => arraysIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })))
  expect(arrays.length).toBeGreaterThan(4)
  expect(arrays.filter(({ maxItems }) => maxItems === undefined)).toEqual([])
})
