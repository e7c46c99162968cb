import { afterEach, expect, test, vi } from "vitest"
import { problemAnswer } from "../../../tests/support/api/problem-answer"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import { addShared, sendShared, wordsOf } from "./add-shared"
import { forgetEverything, forgetOthers, keepBoard, recallBoard } from "./browser-database"
import { sharedStorage } from "./shared"
import type { Shared } from "./stored-rows"
import { takeShared } from "./take-shared"

browserDatabase()

afterEach(async () => {
  vi.useRealTimers()
  await forgetEverything()
  vi.unstubAllGlobals()
})

/** What the system's share sheet posts. */
const posted = (fields: Record<string, string>, files: File[] = []) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  for (const file of files) body.append("files", file)
  return new Request("http://localhost/share", { method: "POST", body })
}

const only = async (userId = 7): Promise<Shared> => {
  const [shared, ...more] = await sharedStorage.all(userId)
  expect(more).toEqual([])
  return shared ?? expect.fail("Nothing is stored.")
}

test("shared things are stored for the person who is signed in", async () => {
  const photo = new File(["tide"], "tide.jpg", { type: "image/jpeg" })
  const fields = { title: "Tides", text: "High at nine", url: "https://tides.example/9" }
  expect(await takeShared(posted(fields, [photo]), 7)).toBe("/?shared=stored")
  const { title, text, files } = await only()
  expect([title, text]).toEqual(["Tides", "High at nine\nhttps://tides.example/9"])
  expect(files.map(({ name, type, blob }) => [name, type, blob.size])).toEqual([["tide.jpg", "image/jpeg", 4]])
  expect(await sharedStorage.all(8)).toEqual([])
})

test("things shared while signed out wait for the next person", async () => {
  await takeShared(posted({ text: "Mind the step" }), undefined)
  await forgetOthers(8)
  expect(await sharedStorage.all(8)).toMatchObject([{ text: "Mind the step" }])
})

test("an empty post, and one that is not a form, is reported as lost", async () => {
  expect(await takeShared(posted({ title: " ", text: "" }), 7)).toBe("/?shared=lost")
  expect(await takeShared(posted({}, [new File([], "empty.txt")]), 7)).toBe("/?shared=lost")
  const garbled = new Request("http://localhost/share", { method: "POST", body: "title=x" })
  expect(await takeShared(garbled, 7)).toBe("/?shared=lost")
  expect(await sharedStorage.all(7)).toEqual([])
})

test("ten things at most are stored; the oldest unseen one is removed", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 })
  const share = (text: string) => {
    vi.setSystemTime(Date.now() + 1)
    return takeShared(posted({ text }), 7)
  }
  for (const text of "0123456789") expect(await share(text)).toBe("/?shared=stored")
  const [first] = await sharedStorage.all(7)
  if (first) await sharedStorage.put({ ...first, seen: true })
  expect(await share("One more")).toBe("/?shared=stored")
  expect((await sharedStorage.all(7)).map(({ text }) => text)).toEqual([..."023456789", "One more"])

  for (const each of await sharedStorage.all(7)) await sharedStorage.put({ ...each, seen: true })
  expect(await share("Yet another")).toBe("/?shared=full")
  expect(await sharedStorage.all(7)).toHaveLength(10)
})

test("a full disk removes no boards for shared things", async () => {
  await keepBoard(7, { plan: { id: 1 } } as Parameters<typeof keepBoard>[1])
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
    throw new DOMException("Full", "QuotaExceededError")
  })
  expect(await takeShared(posted({ text: "Tides" }), 7)).toBe("/?shared=full")
  put.mockRestore()
  expect(await recallBoard(7, 1)).toBeDefined()
})

test.each([
  ["https://other.example/page", 0],
  ["http://localhost/board", 1],
  ["", 1],
  ["about:client", 1],
])("posted by the page %s, %i is stored", async (referrer, count) => {
  const request = posted({ text: "Tides" })
  Object.defineProperty(request, "referrer", { value: referrer })
  expect(await takeShared(request, 7)).toBe(count === 0 ? "/" : "/?shared=stored")
  expect(await sharedStorage.all(7)).toHaveLength(count)
})

test.each([
  ["a page", "Tides", "https://tides.example", ["Tides", "https://tides.example"]],
  ["a title that is the text", "Buy rope", "Buy rope", ["Buy rope"]],
  ["a title that begins the text", "Buy rope", "Buy rope and tar", ["Buy rope and tar"]],
  ["a text alone", "", " Buy rope ", ["Buy rope"]],
  ["files alone", "", "", []],
])("the words of %s", (_, title, text, words) => {
  expect(wordsOf({ title, text })).toEqual(words)
})

test("files that could not be added are added by a repeat, under the same keys, to what was made before", async () => {
  const calls: [string, string | null, unknown][] = []
  let full = true
  vi.stubGlobal("fetch", async (url: string, { headers, body }: RequestInit) => {
    const key = new Headers(headers).get("idempotency-key")
    calls.push([url.split("?")[0] ?? "", key, typeof body === "string" ? JSON.parse(body) : "form"])
    if (typeof body === "string") return Response.json({ id: 30 })
    return full ? problemAnswer(409, "The plan is full.") : Response.json({ id: 4 })
  })
  await takeShared(posted({ text: "Soundings" }, [new File(["4"], "a.txt"), new File(["5"], "b.txt")]), 7)
  const shared = await only()
  const target = { planId: 1, as: "task", itemId: 3 } as const
  await expect(addShared(shared, target)).rejects.toThrow("The plan is full.")
  const again = await only()
  expect(again.target).toEqual(target)
  full = false
  expect(await addShared(again, target)).toEqual({ taskId: 30 })
  const keyOf = (n: number) => `${shared.id}.${n}`
  const made = ["/api/Task", shared.id, { itemId: 3, description: "Soundings" }]
  expect(calls).toMatchObject([
    made,
    [expect.stringContaining("/api/File"), keyOf(0), "form"],
    made,
    [expect.stringContaining("/api/File"), keyOf(0), "form"],
    [expect.stringContaining("/api/File"), keyOf(1), "form"],
  ])
  expect(await sharedStorage.all(7)).toEqual([])
})

test("a target that refuses can be replaced by another", async () => {
  vi.stubGlobal("fetch", async () => problemAnswer(409, "Completed."))
  await takeShared(posted({ title: "Tides", text: "High at nine" }), 7)
  await expect(addShared(await only(), { planId: 1, as: "task", itemId: 3 })).rejects.toThrow("Completed.")
  expect((await only()).target).toBeUndefined()
})

test("a shared thing that waits for a connection is added once there is one, and offers another choice when it is refused", async () => {
  const answer = { now: (): Response | Promise<Response> => Promise.reject(new TypeError("Failed to fetch")) }
  const keys: (string | null)[] = []
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get("idempotency-key"))
    return answer.now()
  })
  await takeShared(posted({ text: "Soundings" }, [new File(["4"], "a.txt")]), 7)
  const shared = await only()
  const target = { planId: 1, as: "task", itemId: 3 } as const
  await sendShared(7)
  expect(keys).toEqual([])
  await sharedStorage.put({ ...shared, target, waits: true })
  await expect(sendShared(7)).rejects.toThrow("no connection")
  expect(await only()).toMatchObject({ target, waits: true })

  answer.now = () => problemAnswer(401, "Sign in.")
  await expect(sendShared(7, { onSignedOut: () => {} })).rejects.toThrow("Sign in.")
  expect(await only()).toMatchObject({ target, waits: true })

  answer.now = () => problemAnswer(409, "Completed.")
  await sendShared(7)
  const refused = await only()
  expect([refused.target, refused.waits]).toEqual([undefined, undefined])

  await sharedStorage.put({ ...refused, target, waits: true })
  answer.now = () => Response.json({ id: 30 })
  keys.length = 0
  await sendShared(7)
  expect(keys).toEqual([shared.id, `${shared.id}.0`])
  expect(await sharedStorage.all(7)).toEqual([])
})
