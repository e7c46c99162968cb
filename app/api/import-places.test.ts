import { afterEach, beforeEach, expect, test } from "vitest"
import { openImports, takePlace } from "./import-places.server"

type Place = ReturnType<typeof takePlace>
let places: Place[] = []
const place = (person: number) => {
  const taken = takePlace(person)
  places.push(taken)
  return taken
}
beforeEach(() => openImports({ bytes: 250, bytesPerPerson: 100, perPerson: 2 }))
afterEach(() => {
  for (const taken of places) taken.leave()
  places = []
})

/** A file in pieces of ten bytes. */
const file = (size: number) => {
  let left = size
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (left <= 0) controller.close()
      else controller.enqueue(new Uint8Array(Math.min(10, left)))
      left -= 10
    },
  })
  return { name: "plan.json", head: new Uint8Array(0), body }
}
const leave = (taken: Place) => {
  places = places.filter((other) => other !== taken)
  taken.leave()
}

test("one person's imports that run or wait are bounded in number", () => {
  const first = place(1)
  place(1)
  expect(() => place(1)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ status: 429, retryAfter: 10 }) }),
  )
  place(2)
  leave(first)
  place(1)
})

test("one person's imports are bounded in bytes, while others' go on", async () => {
  const first = place(1)
  await first.collect(file(60))
  const second = place(1)
  await expect(second.collect(file(50))).rejects.toMatchObject({ problem: { status: 429, retryAfter: 10 } })
  leave(second)
  expect((await place(2).collect(file(100))).bytes).toHaveLength(100)
  leave(first)
  expect((await place(1).collect(file(100))).bytes).toHaveLength(100)
})

test("everybody's imports are bounded in bytes together", async () => {
  const first = place(1)
  await first.collect(file(100))
  await place(2).collect(file(100))
  const third = place(3)
  await expect(third.collect(file(60))).rejects.toMatchObject({ problem: { status: 503, retryAfter: 10 } })
  leave(third)
  leave(first)
  expect((await place(3).collect(file(60))).bytes).toHaveLength(60)
})
