import { expect, test, vi } from "vitest"
import { outboxStorage } from "~/client/outbox/browser-database"
import { endSession } from "~/client/outbox/ended-session"
import type { OutboxEntry } from "~/client/outbox/outbox-entry"
import { draftStorage } from "~/client/outbox/stored-drafts"
import { uploadStorage } from "~/client/outbox/stored-uploads"
import type { Message } from "~/ui/parts/dialog/message-dialog"
import { browserDatabase } from "../../../tests/support/browser/browser-database"
import { leave } from "./leave"

browserDatabase()

test("signing out also asks about refused changes, pending files and unsaved notes, and deletes nothing when cancelled", async () => {
  const refused = { ref: "1", userId: 1, planId: 7, problem: { status: 409, message: "Gone." } }
  await outboxStorage.put(refused as unknown as OutboxEntry)
  const file = { ref: "2", userId: 1, planId: 7, name: "a.txt", type: "", owner: {}, at: 1, page: "gone" }
  await uploadStorage.put({ ...file, blob: new Blob(["a"]) })
  const fields = { title: "Tides", content: "", type: 0, visibility: 0 } as const
  await draftStorage.put({
    ref: "7.gone",
    userId: 1,
    planId: 7,
    page: "gone",
    drafts: [{ base: undefined, fields, at: 1 }],
  })
  const asked: Message[] = []
  await leave(1, "/login", async (message) => {
    asked.push(message)
    return false
  })
  expect(asked).toMatchObject([{ text: expect.stringContaining("3 changes are not sent yet.") }])
  expect([await outboxStorage.all(1), await uploadStorage.all(1)]).toMatchObject([[{ ref: "1" }], [{ ref: "2" }]])
})

test("the system's notifications are closed at sign-out and when a session ends", async () => {
  let shown: string[] = []
  const getNotifications = async () => shown.map((title) => ({ title, close: () => (shown = []) }))
  const opened: string[] = []
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ getNotifications }) } })
  vi.stubGlobal("window", { location: { assign: (address: string) => opened.push(address) } })
  vi.stubGlobal("document", { cookie: "" })
  vi.stubGlobal("location", new URL("https://plan.example.org/"))
  try {
    shown = ["Grace mentioned you"]
    await endSession()
    expect(shown).toEqual([])
    shown = ["Grace mentioned you"]
    await leave(1, "/login", async () => true)
    expect([shown, opened]).toEqual([[], ["/login"]])
  } finally {
    vi.unstubAllGlobals()
  }
})
