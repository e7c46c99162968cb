import { expect, test } from "vitest"
import { leftOf, restsOn } from "./ticked"

const changes = [
  { ref: "new-1", fields: { name: "Goal" } },
  { ref: "new-2", fields: { topic: "Action", goalId: "new-1" } },
  { ref: null, fields: { description: "Task", itemId: "new-2" } },
  { ref: null, fields: { content: "Note", itemId: "new-2" } },
  { ref: null, fields: { description: "Elsewhere", itemId: 7 } },
  { ref: null, fields: { goalId: "new-1" } },
]

test("a change rests on what creates the card above it", () => {
  expect(restsOn(changes)).toEqual([undefined, 0, 1, 1, undefined, 0])
})

test("leaving a change out leaves out all that rests on it, and nothing else", () => {
  expect(leftOf(changes, new Set())).toEqual([0, 1, 2, 3, 4, 5])
  expect(leftOf(changes, new Set([2]))).toEqual([0, 1, 3, 4, 5])
  expect(leftOf(changes, new Set([1]))).toEqual([0, 4, 5])
  expect(leftOf(changes, new Set([0]))).toEqual([4])
})
