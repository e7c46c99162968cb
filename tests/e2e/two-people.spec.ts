// Two people in two browsers edit one board and see each other's changes at once.
import { EventEmitter, once } from "node:events"
import type { Page } from "@playwright/test"
import { planCalls } from "~/contract/plan"
import { expectAccessible } from "./accessible"
import { addTask, card, column, dragTo, openMenu, region } from "./board-hands"
import { boardOf, call } from "./calls"
import { expect, join, openBoard, openSample, test, together } from "./people"
import { storedRows } from "./stored-rows"

const permit = "Permit package for Old Town"

/** From the next page on, the realtime server's answers wait for `letJoin`. `answered` is settled by the first. */
const holdJoins = async (page: Page) => {
  const joining = new EventEmitter()
  const answered = once(joining, "answered")
  const held = once(joining, "letJoin")
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    const server = socket.connectToServer()
    server.onMessage(async (message) => {
      joining.emit("answered")
      await held
      socket.send(message)
    })
  })
  return { answered, letJoin: () => joining.emit("letJoin") }
}

/** Puts each text into elements of its own, as a browser's translation does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (text.data.trim() && !text.parentElement?.closest("script, style")) texts.push(text)
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  })

test("a page that its browser has translated keeps following changes", async ({ page, browser }) => {
  const { second, close } = await together(page, browser)
  await expect(second.getByText(permit).first()).toBeVisible()
  await translate(second)
  await addTask(page, permit, "Ring the bell")
  await expect(column(second, "To Do", permit).getByText("Ring the bell")).toBeVisible()
  await translate(second)
  await dragTo(page, card(column(page, "To Do", permit), "Ring the bell"), column(page, "Doing", permit))
  await expect(card(column(second, "Doing", permit), "Ring the bell")).toBeVisible()
  const dialog = await openMenu(page, "Ring the bell")
  await dialog.getByRole("button", { name: "Delete" }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
  await expect(second.getByText("Ring the bell")).toHaveCount(0)
  // A text between others of its line, which React keeps as a node of its own.
  const summary = await second.evaluate(() => {
    const root = document.createElement("p")
    const text = document.createTextNode("3 tasks")
    root.append("of ", text, " in all")
    document.body.append(root)
    const font = document.createElement("font")
    font.textContent = "3 Aufgaben"
    text.replaceWith(font)
    return new Promise<string[]>((done) => {
      setTimeout(() => {
        text.nodeValue = "4 tasks"
        setTimeout(() => {
          const changed = root.textContent ?? ""
          text.replaceWith(font)
          setTimeout(() => {
            root.removeChild(text)
            done([changed, root.textContent ?? ""])
          })
        })
      })
    })
  })
  expect(summary).toEqual(["of 4 tasks in all", "of  in all"])
  await close()
})

test("one person invites the other, and each sees the other's changes", async ({ page, browser }) => {
  const { second, id, planId, close } = await together(page, browser)

  await addTask(page, permit, "Ring the bell")
  await expect(column(second, "To Do", permit).getByText("Ring the bell")).toBeVisible()

  await second.getByRole("button", { name: "Add new goal" }).click()
  await second.keyboard.type("Hear it everywhere")
  await second.keyboard.press("Enter")
  await expect(region(page, "Goals").getByText("Hear it everywhere")).toBeVisible()
  // The new goal is selected, which hides the lanes of the others: the first Escape closes the field, the second deselects it.
  await second.keyboard.press("Escape")
  await second.keyboard.press("Escape")

  await test.step("a member's deletion says who can bring the card back, and is no part of their undo", async () => {
    await addTask(second, permit, "Too many bells")
    const dialog = await openMenu(second, "Too many bells")
    await dialog.getByRole("button", { name: "Delete" }).click()
    await second.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click()
    const deleted = second.getByRole("status").filter({ hasText: "Task deleted." })
    await expect(deleted).toContainText("a plan admin can bring it back from Deleted.")
    await expect(deleted.getByRole("button", { name: "Undo" })).toHaveCount(0)
    await second.keyboard.press("Control+z")
    await expect(second.getByText("Only a plan admin can restore what was deleted.", { exact: false })).toBeVisible()
    await expect(card(second, "Too many bells")).toHaveCount(0)
  })

  await dragTo(page, card(column(page, "To Do", permit), "Ring the bell"), column(page, "Doing", permit))
  await expect(card(column(second, "Doing", permit), "Ring the bell")).toBeVisible()

  const { answered, letJoin } = await holdJoins(page)
  // The server has stored what is shown.
  await page.reload()
  await expect(page.getByText("Ring the bell")).toBeVisible()
  await expect(page.getByText("Hear it everywhere")).toBeVisible()
  // The other person may see a change before this page has its answer; the reload sends it again then.
  await expect.poll(() => storedRows(page, "outbox")).toEqual([])
  await test.step("offline edits stay on screen and are sent after reconnecting, in order, each once", async () => {
    await answered
    await page.context().setOffline(true)
    // A socket that is being opened at that moment survives in this browser, but counts as lost with the network.
    letJoin()
    await addTask(page, permit, "Made on the train")
    await addTask(page, permit, "Made in the tunnel")
    await expect(page.getByText("Offline. 2 changes will be sent when you are back.")).toBeVisible()
    await dragTo(page, card(column(page, "To Do", permit), "Made on the train"), column(page, "Doing", permit))
    await expect(card(column(page, "Doing", permit), "Made on the train")).toBeVisible()

    await page.getByRole("button", { name: "Add new goal" }).click()
    await page.keyboard.type("Far shore")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await expect(region(page, "Goals").getByText("Waiting")).toBeVisible()
    await page.keyboard.press("Escape")

    // The other person continues during the outage.
    await addTask(second, permit, "Made at the desk")
    await expect(column(second, "To Do", permit).getByText("Made at the desk")).toBeVisible()
    await expect(second.getByText("Made on the train")).toHaveCount(0)

    await page.context().setOffline(false)
    await expect(card(column(second, "Doing", permit), "Made on the train")).toBeVisible()
    await expect(card(column(second, "To Do", permit), "Made in the tunnel")).toBeVisible()
    await expect(card(column(page, "To Do", permit), "Made at the desk")).toBeVisible()
    await expect(page.getByText(/^Offline|^Reconnecting/)).toHaveCount(0)

    await page.reload()
    for (const name of ["Made on the train", "Made in the tunnel", "Made at the desk"])
      for (const each of [page, second]) await expect(card(each, name)).toHaveCount(1)
  })
  await test.step("offline changes of a person made a viewer meanwhile are listed with the reason", async () => {
    await second.context().setOffline(true)
    await addTask(second, permit, "May I still")
    await expect(second.getByText("Offline. 1 change will be sent when you are back.")).toBeVisible()
    await call(page.request, planCalls.setMemberRole, { planId, userId: id, role: 2 })
    await second.context().setOffline(false)
    await expect(second.getByText("View only")).toBeVisible()
    await second.getByRole("button", { name: "Show changes" }).click()
    const list = second.getByRole("dialog", { name: "1 change was not saved" })
    await expect(list).toContainText("May I stillNew task")
    await expect(list.getByRole("listitem")).toContainText("You can only read and comment in this plan.")
    await list.getByRole("button", { name: "Discard" }).click()
    await second.keyboard.press("Escape")
    await call(page.request, planCalls.setMemberRole, { planId, userId: id, role: 1 })
    await expect(second.getByText("View only")).toBeHidden()
  })
  await test.step("offline changes of a person removed meanwhile are theirs to copy", async () => {
    await second.getByRole("navigation", { name: "Side panel" }).getByRole("button", { name: "Notes" }).click()
    await second.getByRole("button", { name: "New note", exact: true }).click()
    await expect(second.getByRole("textbox", { name: "Text of the note" })).toBeFocused()
    await second.context().setOffline(true)
    await second.keyboard.insertText("Nor what I thought")
    await addTask(second, permit, "Nobody told me")
    await expect(second.getByText("Offline. 2 changes will be sent when you are back.")).toBeVisible()
    await call(page.request, planCalls.removeMember, { planId, userId: id })
    await second.context().setOffline(false)
    await expect(second.getByText("2 changes were not saved: you are no longer a member of the plan.")).toBeVisible()
    await expect(second).toHaveURL(/\/$/)
    await second.reload()
    await second.getByRole("button", { name: "Show changes" }).click()
    const lost = second.getByRole("dialog", { name: /not saved/ })
    await expect(lost.getByRole("listitem")).toHaveText([/^Nobody told meNew task/, /^Nor what I thoughtPlan note/])
    await expectAccessible(second, "[role=dialog]")
    for (const left of [1, 0]) {
      await lost.getByRole("button", { name: "Discard" }).first().click()
      await expect(lost.getByRole("listitem")).toHaveCount(left)
    }
    await second.keyboard.press("Escape")
    await expect(second.getByRole("button", { name: "Show changes" })).toBeHidden()
  })
  await close()
})

test("a tab beyond a person's live connections says so, and goes live once others close", async ({ page }) => {
  const { planId } = await openSample(page)
  await expect(page.getByRole("button", { name: "Profile" })).toHaveAccessibleDescription("online")
  const opened = await page.evaluate(async (planId) => {
    const asked = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ planId }) }
    const { url, apiKey, token } = await (await fetch("/api/auth/realtime-ticket", asked)).json()
    const address = `${url.replace(/^http/, "ws")}/realtime/v1/websocket?vsn=2.0.0&apikey=${apiKey}`
    const join = ["1", "1", `realtime:plan:${planId}`, "phx_join", { config: { private: true }, access_token: token }]
    const joined = Array.from({ length: 19 }, async () => {
      const socket = new WebSocket(address)
      await new Promise((open) => socket.addEventListener("open", open))
      socket.send(JSON.stringify(join))
      await new Promise((answered) => socket.addEventListener("message", answered, { once: true }))
    })
    return (await Promise.all(joined)).length
  }, planId)
  expect(opened).toBe(19)
  const crowded = await page.context().newPage()
  await openBoard(crowded, planId)
  const notice = crowded.getByText(/^Live changes are paused in this tab: you have too many tabs open/)
  await expect(notice).toBeVisible()
  await addTask(crowded, permit, "Sent all the same")
  const sent = async () => (await boardOf(page.request, planId)).tasks.map(({ description }) => description)
  await expect.poll(sent).toContain("Sent all the same")
  await page.reload()
  await expect(page.getByText("Sent all the same")).toBeVisible()
  await crowded.evaluate(() => window.dispatchEvent(new Event("online")))
  await expect(notice).toHaveCount(0)
})

test("where a network blocks live updates, the board says so and follows others' changes all the same", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page)
  const { context } = await join(page, browser, planId)
  const blocked = await context.newPage()
  await blocked.routeWebSocket(/\/realtime\//, (socket) => socket.close())
  await openBoard(blocked, planId)
  await expect(blocked.getByRole("status").getByText("Live updates are blocked here.")).toBeVisible()
  await addTask(page, permit, "Seen all the same")
  await expect(column(blocked, "To Do", permit).getByText("Seen all the same")).toBeVisible()
  await addTask(blocked, permit, "Sent all the same")
  await expect(column(page, "To Do", permit).getByText("Sent all the same")).toBeVisible()
  await expect(blocked.getByText("Offline")).toHaveCount(0)
})

test("a full device says so while what is typed is still sent, and asks for lasting storage once something waits", async ({
  page,
  browser,
}) => {
  const { second, close } = await together(page, browser)
  const notice = page.getByText(/^What you type can’t be stored on this device/)
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError")
    }
    addEventListener("room again", () => {
      IDBObjectStore.prototype.put = put
    })
    navigator.storage.persist = async () => {
      document.title = "asked"
      return true
    }
  })
  await addTask(page, permit, "Typed without room")
  await expect(notice).toBeVisible()
  await expect(column(second, "To Do", permit).getByText("Typed without room")).toBeVisible()
  expect(await page.title()).not.toBe("asked")

  await page.context().setOffline(true)
  await addTask(page, permit, "Typed on the train")
  await expect(page.getByText("Offline. 1 change will be sent when you are back.")).toBeVisible()
  await expect(notice).toBeVisible()
  await expect(page).toHaveTitle("asked")
  await page.context().setOffline(false)
  await expect(column(second, "To Do", permit).getByText("Typed on the train")).toBeVisible()

  await page.evaluate(() => dispatchEvent(new Event("room again")))
  await addTask(page, permit, "Typed with room")
  await expect(notice).toHaveCount(0)
  await close()
})
