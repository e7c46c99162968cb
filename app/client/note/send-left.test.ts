import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Note } from "~/contract/note"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import { isOffline } from "../api"
import { forgetEverything } from "../outbox/browser-database"
import { draftStorage } from "../outbox/stored-drafts"
import type { StoredDraft } from "../outbox/stored-rows"
import { newNote } from "./note-editing"
import { sendLeftNotes } from "./send-left"

browserDatabase()

const ada = 1
const planId = 7
/** Pages that are open: they hold their lock. */
const open = new Set<string>()

type Asked = { method: string; path: string; body: Partial<Note>; key: string | null }
let asked: Asked[]
let answer: (asked: Asked) => Response

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": status < 400 ? "application/json" : "application/problem+json" },
  })
const saved = ({ body }: Pick<Asked, "body">) => json(200, { ...newNote, ...body, id: 5, planId, title: body.content })

beforeEach(() => {
  asked = []
  answer = saved
  open.clear()
  vi.stubGlobal("navigator", {
    locks: {
      request: async (name: string, _: unknown, work: (lock: unknown) => unknown) =>
        work(open.has(name.replace("laneway-page-", "")) ? null : {}),
    },
  })
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const call = {
      method: init.method ?? "GET",
      path,
      body: JSON.parse(String(init.body)),
      key: headers.get("idempotency-key"),
    }
    asked.push(call)
    return answer(call)
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await forgetEverything()
})

const draft = (content: string, more: Partial<StoredDraft> = {}): StoredDraft => ({
  base: undefined,
  fields: { ...newNote, content },
  at: 1,
  ...more,
})
const leave = (page: string, drafts: StoredDraft[], plan = planId) =>
  draftStorage.put({ ref: `${plan}.${page}`, userId: ada, planId: plan, page, drafts })
const left = async () =>
  (await draftStorage.all(ada)).flatMap(({ drafts }) => drafts.map(({ fields }) => fields.content))

test("notes of closed pages are saved under their own keys; those of open pages and of the plan on screen stay", async () => {
  const first = draft("First")
  const second = draft("Second", { attempt: { key: "told before", base: undefined, fields: first.fields } })
  await leave("closed", [first, second])
  await leave("open", [draft("Being typed")])
  await leave("other", [draft("Shown")], 8)
  open.add("open")
  await sendLeftNotes(ada, {}, 8)
  expect(asked.map(({ method, path, body, key }) => [method, path, body.content, key])).toEqual([
    ["POST", "/api/Note", "First", expect.any(String)],
    ["POST", "/api/Note", "First", "told before"],
    ["PUT", "/api/Note/5", "Second", expect.any(String)],
  ])
  expect((await left()).sort()).toEqual(["Being typed", "Shown"])
})

test("without an answer notes stay under the key they were sent with, and are retried", async () => {
  await leave("closed", [draft("In the tunnel")])
  answer = () => {
    throw new TypeError("no connection")
  }
  await expect(sendLeftNotes(ada)).rejects.toSatisfy(isOffline)
  answer = saved
  await sendLeftNotes(ada)
  expect(asked).toHaveLength(2)
  expect(asked[0]?.key).toBe(asked[1]?.key)
  expect(await left()).toEqual([])
})

test("a note that needs its author stays: both changed the same words, or they have left the plan", async () => {
  const base = { id: 5, planId, title: "Dock", content: "Dock", type: 0, visibility: 1, modifiedDate: "1" } as Note
  await leave("closed", [draft("Mine", { base })])
  answer = () =>
    json(409, { status: 409, message: "Changed.", current: { ...base, content: "Theirs", modifiedDate: "2" } })
  await sendLeftNotes(ada)
  answer = () => json(404, { status: 404, message: "It is not there." })
  await sendLeftNotes(ada)
  expect(asked).toHaveLength(2)
  expect(await left()).toEqual(["Mine"])
})
