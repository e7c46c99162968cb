import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { defaultLimits } from "~/contract/limits"
import { openLimits } from "~/domain/limits/limits.server"
import { forgetCalls } from "~/domain/limits/rate.server"
import { takePlace } from "./import-places.server"

type Place = ReturnType<typeof takePlace>
let places: Place[] = []
const place = (person: number) => {
  const taken = takePlace(person)
  places.push(taken)
  return taken
}
beforeEach(() =>
  openLimits({ ...defaultLimits, import_memory: 250, import_memory_per_person: 100, imports_per_person: 2 }),
)
afterEach(() => {
  for (const taken of places) taken.leave()
  places = []
  vi.useRealTimers()
  forgetCalls()
  openLimits(defaultLimits)
})

/** A file that arrives in pieces of `piece` bytes. */
const file = (size: number, piece = 10) => {
  let left = size
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (left <= 0) controller.close()
      else controller.enqueue(new Uint8Array(Math.min(piece, left)))
      left -= piece
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

test("one person imports 100 MiB a minute, while others' imports go on", async () => {
  const mebibyte = 1_048_576
  openLimits({ ...defaultLimits, import_memory: 500 * mebibyte, import_memory_per_person: 500 * mebibyte })
  vi.useFakeTimers({ now: 0, toFake: ["Date"] })
  for (let at = 0; at < 4; at++) {
    const taken = place(1)
    await taken.collect(file(25 * mebibyte, mebibyte))
    leave(taken)
  }
  const spent = expect.objectContaining({ problem: expect.objectContaining({ status: 429, retryAfter: 60 }) })
  expect(() => place(1)).toThrow(spent)
  expect((await place(2).collect(file(100))).bytes).toHaveLength(100)
  vi.setSystemTime(60_000)
  expect((await place(1).collect(file(100))).bytes).toHaveLength(100)
})
