// Undo and redo on the board, also when somebody else has changed the same card.
import { expectAccessible } from "./accessible"
import { addTask, card, cards, column, dragTo, openMenu, region } from "./board-hands"
import { boardOf } from "./calls"
import { expect, openSample, test, together } from "./people"

const permit = "Permit package for Old Town"

test("a drag, a new card and an edit are undone and redone by keyboard and by the menu", async ({ page }) => {
  const { planId } = await openSample(page, "undoer")
  const [todo, doing] = [column(page, "To Do", permit), column(page, "Doing", permit)]
  const was = { todo: await cards(todo), doing: await cards(doing) }

  await addTask(page, permit, "Ring the bell")
  await dragTo(page, card(todo, "Ring the bell"), doing)
  await expect(card(doing, "Ring the bell")).toBeVisible()
  await page.keyboard.press("Control+z")
  await expect(card(todo, "Ring the bell")).toBeVisible()
  await page.keyboard.press("Control+Shift+z")
  await expect(card(doing, "Ring the bell")).toBeVisible()

  await page.keyboard.press("Control+z")
  const trigger = page.getByRole("button", { name: "Board menu" })
  await trigger.click()
  const menu = page.getByRole("menu", { name: "Board menu" })
  await expect(menu.getByRole("menuitem", { name: "Redo" })).toBeVisible()
  await expectAccessible(page, ".board-menu")
  await menu.getByRole("menuitem", { name: "Undo" }).click()
  await expect(card(todo, "Ring the bell")).toBeHidden()
  await expect.poll(async () => ({ todo: await cards(todo), doing: await cards(doing) })).toEqual(was)
  await trigger.click()
  await expect(menu.getByRole("menuitem", { name: "Undo" })).toBeDisabled()
  await page.keyboard.press("Escape")

  await page.keyboard.press("Control+y")
  await expect(card(todo, "Ring the bell")).toBeVisible()
  const stored = async () =>
    (await boardOf(page.request, planId)).tasks.filter(({ description }) => description === "Ring the bell").length
  // The server has stored what is shown.
  await expect.poll(stored).toBe(1)
  await page.reload()
  await expect(card(todo, "Ring the bell")).toHaveCount(1)

  await test.step("a text field has its own undo", async () => {
    const dialog = await openMenu(page, permit)
    const heading = dialog.getByLabel("SHORT HEADING")
    await heading.click()
    await page.keyboard.press("End")
    await page.keyboard.type(" tomorrow")
    await page.keyboard.press("Control+z")
    await expect(heading).not.toHaveValue(`${permit} tomorrow`)
    await heading.fill(permit)
    await page.keyboard.press("Escape")
    await expect(card(column(page, "To Do", permit), "Ring the bell")).toBeVisible()
  })
})

test("undo keeps what the other person has changed since, and says so", async ({ page, browser }) => {
  const { second, close } = await together(page, browser)
  await addTask(page, permit, "Ring the bell")
  const [mine, theirs] = [page, second].map((each) => column(each, "To Do", permit)) as [
    ReturnType<typeof column>,
    ReturnType<typeof column>,
  ]
  await expect(card(theirs, "Ring the bell")).toBeVisible()

  const rename = async (from: string, to: string, on: typeof page) => {
    await card(region(on, "Focus"), from).focus()
    await on.keyboard.press("F2")
    await on.keyboard.press("Control+a")
    await on.keyboard.type(to)
    await on.keyboard.press("Enter")
  }
  await rename("Ring the bell", "Ring it twice", page)
  await expect(card(theirs, "Ring it twice")).toBeVisible()
  await rename("Ring it twice", "Leave a card", second)
  await expect(card(mine, "Leave a card")).toBeVisible()

  await card(mine, "Leave a card").focus()
  await page.keyboard.press("Control+z")
  await expect(page.getByText("Could not undo. Somebody has changed “Leave a card” since.")).toBeVisible()
  await expect(card(mine, "Leave a card")).toBeVisible()
  await expect(card(theirs, "Leave a card")).toBeVisible()
  await close()
})
