import { expect, test, vi } from "vitest"
import type { FileEntry } from "~/contract/file"
import { fileBytes } from "~/contract/file"
import { refusal } from "~/contract/problem"
import { createUploads, type SendFile } from "./uploads"

const named = (name: string) => new File(["x"], name)

/** Uploads that end as the test says. */
const held = () => {
  const asked: { name: string; idempotencyKey: string; signal: AbortSignal }[] = []
  const ends = new Map<string, { arrive(): void; fail(why?: Error): void; progress(part: number): void }>()
  const send: SendFile = ({ file: { name } }, { idempotencyKey, signal, onProgress }) => {
    asked.push({ name, idempotencyKey, signal })
    return new Promise((resolve, reject) => {
      ends.set(name, {
        arrive: () => resolve({ friendlyName: name } as FileEntry),
        fail: (why = new Error("away")) => reject(why),
        progress: onProgress,
      })
      signal.addEventListener("abort", () => reject(new Error("stopped")))
    })
  }
  return { asked, uploads: createUploads(send), end: (name: string) => ends.get(name) ?? expect.fail(name) }
}

const settledTurn = () => new Promise((done) => setTimeout(done))

test("sends two files at once, queues the others, and answers all uploaded ones", async () => {
  const { asked, uploads, end } = held()
  const all = uploads.add([named("a"), named("b"), named("c")], { taskId: 7 })
  expect(asked.map(({ name }) => name)).toEqual(["a", "b"])
  end("b").progress(0.5)
  expect(uploads.get().map(({ state, part }) => [state, part])).toEqual([
    ["uploading", 0],
    ["uploading", 0.5],
    ["waiting", 0],
  ])
  end("a").arrive()
  await settledTurn()
  expect(asked.map(({ name }) => name)).toEqual(["a", "b", "c"])
  end("b").arrive()
  end("c").arrive()
  expect((await all).map(({ friendlyName }) => friendlyName)).toEqual(["a", "b", "c"])
  expect(uploads.get()).toEqual([])
})

test("a failed upload can be retried under its key and doesn't block the others", async () => {
  const { asked, uploads, end } = held()
  const all = uploads.add([named("a"), named("b")], {})
  end("a").fail()
  end("b").arrive()
  expect((await all).map(({ friendlyName }) => friendlyName)).toEqual(["b"])
  const [failed] = uploads.get()
  expect(failed).toMatchObject({ state: "failed", file: { name: "a" } })
  uploads.retry(failed?.key ?? 0)
  expect(asked[2]).toMatchObject({ name: "a", idempotencyKey: asked[0]?.idempotencyKey })
  end("a").arrive()
  await settledTurn()
  expect(uploads.get()).toEqual([])
})

test("retries under the same key after a lost connection, but after a refusal only on demand", async () => {
  vi.useFakeTimers()
  const { asked, uploads, end } = held()
  void uploads.add([named("a")], {})
  end("a").fail()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(uploads.get()).toMatchObject([{ state: "uploading", why: undefined }])
  end("a").fail(refusal(409, "The plan is full."))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(uploads.get()).toMatchObject([{ state: "failed", why: { message: "The plan is full." } }])
  expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(Array(2).fill(asked[0]?.idempotencyKey))
  uploads.retry(uploads.get()[0]?.key ?? 0)
  expect(asked).toHaveLength(3)
  end("a").arrive()
  await vi.advanceTimersByTimeAsync(0)
  expect(uploads.get()).toEqual([])
  vi.useRealTimers()
})

test("a cancelled upload is aborted and removed, and the next begins", async () => {
  const { asked, uploads, end } = held()
  const all = uploads.add([named("a"), named("b"), named("c")], {})
  uploads.cancel(uploads.get()[0]?.key ?? 0)
  expect(asked[0]?.signal.aborted).toBe(true)
  await settledTurn()
  expect(asked.map(({ name }) => name)).toEqual(["a", "b", "c"])
  end("b").arrive()
  end("c").arrive()
  expect(await all).toHaveLength(2)
  expect(uploads.get()).toEqual([])
})

test("a file that is too large is not sent", async () => {
  const { asked, uploads } = held()
  const large = Object.defineProperty(named("large"), "size", { value: fileBytes + 1 })
  expect(await uploads.add([large], {})).toEqual([])
  expect(asked).toEqual([])
  expect(uploads.get()).toMatchObject([{ state: "failed", why: "size" }])
})
