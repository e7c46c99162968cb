import { expect, test, vi } from "vitest"
import type { FileEntry } from "~/contract/file"
import { fileBytes } from "~/contract/file"
import { type Problem, refusal } from "~/contract/problem"
import { offline } from "../api"
import { createUploads, type SendFile, type Upload, type UploadStore, willBeSent } from "./uploads"

const named = (name: string) => new File(["x"], name)

type StoredUpload = Pick<Upload, "ref" | "file" | "owner" | "at"> & { problem?: Problem | undefined }

/** What a device stores; it outlives a page. */
const device = (room = true) => {
  const stored = new Map<string, StoredUpload>()
  let lost = () => {}
  const storage: UploadStore = {
    keep: async ({ ref, file, owner, at }, problem) => {
      if (room) stored.set(ref, { ref, file, owner, at, problem })
      return room
    },
    remove: (ref) => void stored.delete(ref),
    whenLost: (listener) => {
      lost = listener
    },
    takeLeft: async (take) => {
      for (const { problem, ...left } of stored.values())
        take({ ...left, ...(problem && { why: refusal(problem.status, problem.message), refused: true }) })
    },
  }
  const lose = () => {
    stored.clear()
    lost()
  }
  return { stored, storage, lose }
}

/** Uploads that end as the test says. */
const held = ({ storage } = device()) => {
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
  return { asked, uploads: createUploads(send, storage), end: (name: string) => ends.get(name) ?? expect.fail(name) }
}

const settledTurn = () => new Promise((done) => setTimeout(done))

test("sends two files at once, queues the others, and returns all uploaded ones", async () => {
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

test("a closed page's files are sent by the next one under their keys, and refused ones wait for the person", async () => {
  const disk = device()
  const { stored } = disk
  const first = held(disk)
  void first.uploads.add([named("a"), named("b"), named("c")], { taskId: -3 })
  first.end("a").fail(offline())
  first.end("b").fail(refusal(409, "The plan is full."))
  await settledTurn()
  first.end("c").arrive()
  await settledTurn()
  expect([...stored.values()].map(({ file, problem }) => [file.name, problem?.status])).toEqual([
    ["a", undefined],
    ["b", 409],
  ])

  const next = held(disk)
  await next.uploads.takeLeft()
  await next.uploads.takeLeft()
  expect(next.uploads.get()).toMatchObject([
    { file: { name: "a" }, owner: { taskId: -3 }, state: "uploading" },
    { file: { name: "b" }, state: "failed", refused: true, why: { message: "The plan is full." } },
  ])
  expect(next.uploads.get().map(willBeSent)).toEqual([true, false])
  expect(next.asked.map(({ name, idempotencyKey }) => [name, idempotencyKey])).toEqual([
    ["a", first.asked[0]?.idempotencyKey],
  ])
  next.end("a").arrive()
  await settledTurn()
  expect([...stored.values()].map(({ file }) => file.name)).toEqual(["b"])
  next.uploads.cancel(next.uploads.get()[0]?.key ?? 0)
  expect([stored.size, next.uploads.get()]).toEqual([0, []])
})

test("files that the browser deletes from a page's storage are stored again", async () => {
  const { stored, storage, lose } = device()
  const { uploads, end } = held({ stored, storage, lose })
  void uploads.add([named("a"), named("b")], {})
  end("a").fail(refusal(409, "The plan is full."))
  await settledTurn()
  const before = [...stored.values()]
  expect(before.map(({ problem }) => problem?.status)).toEqual([409, undefined])
  lose()
  await settledTurn()
  expect([...stored.values()]).toEqual(before)
})

test("a file that is sent before it is stored leaves nothing, and one that cannot be stored says so", async () => {
  const { stored, storage, lose } = device()
  let store = () => {}
  const slow = {
    ...storage,
    keep: async (...given: Parameters<typeof storage.keep>) => {
      await new Promise<void>((resolve) => {
        store = resolve
      })
      return storage.keep(...given)
    },
  }
  const { uploads, end } = held({ stored, storage: slow, lose })
  void uploads.add([named("a")], {})
  end("a").arrive()
  await settledTurn()
  store()
  await settledTurn()
  expect(stored.size).toBe(0)

  const full = held(device(false))
  void full.uploads.add([named("b")], {})
  await settledTurn()
  expect(full.uploads.get()).toMatchObject([{ unstored: true, state: "uploading" }])
})
