// openTransfer(): the whole API, with plans that are hard to export and import.
import { readdirSync } from "node:fs"
import { expect } from "vitest"
import type { AnswerOf } from "~/contract/call"
import type { FileEntry } from "~/contract/file"
import type { Board, Plan, planCalls } from "~/contract/plan"
import type { Problem } from "~/contract/problem"
import { type Caller, openApi } from "./api.ts"
import { pixel } from "./every-call.ts"

type Answer = AnswerOf<typeof planCalls.import> & Problem
type Content = string | Uint8Array<ArrayBuffer>
export type Transfer = Awaited<ReturnType<typeof openTransfer>>

export const openTransfer = async () => {
  const api = await openApi()
  const owner = await api.person()

  const send = async (content: Content, { name = "plan.txt", field = "file", as = owner } = {}) => {
    const form = new FormData()
    form.set(field, new File([content], name))
    return api.call<Answer>("POST", "/api/Plan/import", { as, form })
  }
  const imported = async (content: Content, name?: string, as?: Caller) => {
    const answer = await send(content, { name, as })
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  const plans = async () => (await api.call<Plan[]>("GET", "/api/Plan/", { as: owner })).body.length
  const stored = () =>
    readdirSync(api.files, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length
  /** Expects a refusal with the reason that leaves no plan and no bytes. */
  const refused = async (content: Content, reason: RegExp, name?: string) => {
    const before = [await plans(), stored()]
    const answer = await send(content, { name })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(reason)])
    expect([await plans(), stored()]).toEqual(before)
  }
  const out = (planId: number, format: string, as = owner) =>
    api.call("GET", `/api/Plan/${planId}/export?format=${format}`, { as })
  const boardOf = async (planId: number, as = owner) =>
    (await api.call<Board>("GET", `/api/Plan/${planId}/board`, { as })).body

  /** A plan with content that is hard to export. */
  const rich = async () => {
    const plan = await api.plan(owner, 'Ünïcode "plan", part 1')
    const goal = await api.goal(owner, plan.id, { name: "=SUM(A1:A9)", description: "Two\nlines", color: "#123456" })
    await api.goal(owner, plan.id, { name: "Without actions" })
    const item = await api.item(owner, plan.id, {
      goalId: goal.id,
      topic: "@home, with; commas",
      description: 'He said "no"',
      businessValue: 7,
      effortAndComplexity: 3,
      focus: true,
    })
    await api.item(owner, plan.id, { topic: "-Of no goal" })
    await api.item(owner, plan.id, { goalId: goal.id, topic: "Due itself", dueDate: "2026-03-04T00:00:00.000Z" })
    const more = { ownerId: owner.id, dueDate: "2026-02-28T00:00:00.000Z" }
    await api.task(owner, plan.id, item.id, { description: "+1 مهمة 🚲", ...more })
    await api.task(owner, plan.id, item.id, { description: "Done, long ago", type: 2, color: "#00ff00" })
    await api.task(owner, plan.id, item.id, { description: "Draft", isDraft: true })
    return plan
  }

  /** Adds a file to the plan, or to the card or note in `of`. */
  const addFile = async (planId: number, name: string, of: object, content: BlobPart, as = owner) => {
    const form = new FormData()
    for (const [key, id] of Object.entries(of)) form.set(key, String(id))
    form.set("file", new File([content], name))
    const answer = await api.upload<FileEntry>(as, planId, form)
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }

  /** A plan with a file on each kind of thing, own notes that link some, and somebody else's private note. */
  const withFiles = async () => {
    const plan = await rich()
    const { goals, items, tasks } = await boardOf(plan.id)
    const bytes = Uint8Array.from({ length: 100_000 }, (_, n) => (n * 31) % 256)
    const add = (name: string, of: object, content: BlobPart = bytes) => addFile(plan.id, name, of, content)
    await add("überblick.bin", {})
    await add("same name.txt", { goalId: goals[0]?.id }, "one")
    await add("same name.txt", { goalId: goals[0]?.id }, "other")
    await add("empty.txt", { itemId: items[0]?.id }, "")
    await add("pixel.png", { taskId: tasks[0]?.id }, Buffer.from(pixel, "base64"))
    const note = async (as: Caller, body: object) =>
      (await api.call<{ id: number }>("POST", "/api/Note", { as, body: { planId: plan.id, ...body } })).body.id
    const own = await note(owner, { title: "Kerbs", visibility: 0, type: 1 })
    await add("kerb.txt", { noteId: own }, "kerb")
    const [kerb, ...others] = (
      await api.call<FileEntry[]>("GET", `/api/File/ListFiles?planId=${plan.id}`, { as: owner })
    ).body
    const named = [kerb, others.at(-1)].map(
      (file) => `![file](laneway-file:${plan.id}:${file?.uniqueFileName}:${file?.friendlyName})`,
    )
    await api.call("PUT", `/api/Note/${own}`, { as: owner, body: { content: `See\n${named.join("\n")}` } })
    await note(owner, { title: "Open", content: "To everybody", visibility: 1 })
    const other = await api.person()
    await api.join(plan.id, other)
    await note(other, { title: "Private of somebody else", visibility: 0 })
    return plan
  }

  return { api, owner, send, imported, refused, out, boardOf, stored, rich, addFile, withFiles, close: api.close }
}
