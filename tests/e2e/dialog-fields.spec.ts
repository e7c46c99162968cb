// The fields of dialogs: rows of tasks, colours, labels, and questions before something is deleted.
import { card, openMenu, region } from "./board-hands"
import { expect, openSample, test } from "./people"

const action = "Permit package for Old Town"

const task = "Book the heritage office slot"

/** As when the focused button goes with its row: React Aria takes the focus back some frames later. */
const loseFocusAndEscape = () => {
  ;(document.activeElement as HTMLElement).blur()
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }))
}

test("TASKS: tasks are added, edited, moved, assigned and dated in place by mouse and keyboard", async ({ page }) => {
  await openSample(page, "rows")
  const dialog = await openMenu(page, action)
  await page.keyboard.press("Control+2")
  const list = dialog.getByRole("list", { name: "Tasks of the action" })
  const row = (text: string) => list.getByRole("listitem").filter({ hasText: text })
  await expect(row(task)).toBeVisible()
  const count = await list.getByRole("listitem").count()

  await dialog.getByRole("button", { name: "Add task" }).click()
  await page.keyboard.type("Print the drawings")
  await page.keyboard.press("Enter")
  await page.keyboard.type("Bind them")
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole("button", { name: "Add task" })).toBeFocused()
  await expect(list.getByRole("listitem")).toHaveCount(count + 2)
  await expect(page.getByRole("tab", { name: "TASKS" })).toHaveText(`TASKS ${count + 2}`)

  // In place: Escape and Enter save the text, Ctrl+Z takes it back.
  await row("Bind them").getByRole("button", { name: "Bind them", exact: true }).press("Enter")
  await page.keyboard.type(" twice")
  await page.keyboard.press("Escape")
  await expect(row("Bind them").getByRole("button", { name: "Bind them twice", exact: true })).toBeFocused()
  await page.keyboard.press("Control+z")
  await expect(row("Bind them").getByRole("button", { name: "Bind them", exact: true })).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.type(" in blue")
  await page.keyboard.press("Enter")
  const bind = row("Bind them in blue")
  await expect(bind).toBeVisible()

  // Status by keyboard, then by mouse: done tasks are last.
  await bind.getByRole("button", { name: "Status To Do" }).press("Enter")
  await expect(page.getByRole("menu", { name: "Status" }).locator(":focus")).toHaveCount(1)
  await page.getByRole("menuitem", { name: "Doing" }).press("Enter")
  await expect(bind.getByRole("button", { name: "Status Doing" })).toBeFocused()
  // Each opening by key focuses the first entry that can be chosen.
  for (let opening = 0; opening < 2; opening++) {
    await bind.getByRole("button", { name: "Status Doing" }).press("Enter")
    await expect(page.getByRole("menuitem", { name: "To Do" })).toBeFocused()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("menu")).toHaveCount(0)
  }
  await bind.getByRole("button", { name: "Status Doing" }).click()
  await page.getByRole("menuitem", { name: "Done" }).click()
  await expect(bind.getByText("COMPLETED")).toBeVisible()

  const print = row("Print the drawings")
  // Nothing that a row can do hides behind a hover.
  await page.mouse.move(2, 2)
  for (const name of ["Menu of Print the drawings", "Due date No date"])
    await expect(print.getByRole("button", { name })).toHaveCSS("opacity", "1")
  await print.getByRole("button", { name: "No owner" }).press("Enter")
  await expect(page.getByRole("combobox")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(print.getByRole("button", { name: /^Owner rows/i })).toBeFocused()
  await print.getByRole("button", { name: "Due date No date" }).click()
  await page.getByRole("dialog", { name: "Due date" }).locator(".rdp-today button").click()
  await expect(print.locator(".due")).toBeVisible()

  await print.getByRole("button", { name: "Menu of Print the drawings" }).click()
  await expect(dialog.getByLabel("DESCRIPTION")).toHaveValue("Print the drawings")
  await dialog.getByRole("button", { name: "Close" }).click()
  await expect(card(page, "Print the drawings")).toBeVisible()
})

test("colours and labels are chosen by mouse and keyboard, and a question means no unless it is confirmed", async ({
  page,
}) => {
  await openSample(page, "fields")
  await test.step("a goal takes one of the twelve colours, by mouse and by keyboard", async () => {
    const goal = "Open twelve new docks"
    const dialog = await openMenu(page, goal)
    const colours = dialog.getByRole("radio")
    await expect(colours).toHaveCount(12)
    await dialog.locator(".swatches label[data-goal=plum]").click()
    const shown = page.locator("article", { has: card(page, goal) }).first()
    await expect(shown).toHaveAttribute("data-goal", "plum")
    await dialog.getByRole("radio", { name: "plum" }).focus()
    await page.keyboard.press("ArrowRight")
    await expect(dialog.getByRole("radio", { name: "slate" })).toBeChecked()
    await expect(shown).toHaveAttribute("data-goal", "slate")
    await dialog.getByRole("button", { name: "Close" }).click()
    await expect(dialog).toHaveCount(0)
  })
  await test.step("a press or the arrow keys choose one of a row of labels", async () => {
    const dialog = await openMenu(page, task)
    const status = dialog.getByRole("group", { name: "Status" })
    const label = (name: string) => status.locator("label", { hasText: name })
    const chosen = (name: string) => status.getByRole("radio", { name, exact: true })
    const expectChosen = async (name: string) => {
      await expect(status.locator("label.chosen")).toHaveText([name])
      await expect(chosen(name)).toBeChecked()
      await expect(status.getByRole("radio", { checked: true })).toHaveCount(1)
      await expect(
        card(region(page, "Focus").getByRole("region", { name: new RegExp(`^${name} of `) }), task),
      ).toHaveCount(1)
    }
    await label("Doing").click()
    await expectChosen("Doing")
    await label("To Do").click()
    await expectChosen("To Do")
    await expect(chosen("To Do")).toBeFocused()
    await page.keyboard.press("ArrowRight")
    await expectChosen("Doing")
    await page.keyboard.press("ArrowDown")
    await expectChosen("Done")
    await page.keyboard.press("ArrowLeft")
    await expectChosen("Doing")
    // The row is one Tab stop, at the selected label.
    await page.keyboard.press("Tab")
    await expect(status.locator(":focus")).toHaveCount(0)
    await page.keyboard.press("Shift+Tab")
    await expect(chosen("Doing")).toBeFocused()
    await dialog.getByRole("button", { name: "Close" }).click()
    await expect(dialog).toHaveCount(0)
  })
  await test.step("a question focuses its safe button; Escape and a press outside mean no", async () => {
    const dialog = await openMenu(page, task)
    const question = page.getByRole("alertdialog", { name: "Delete task?" })
    for (const leave of ["Escape", "Escape without focus", "outside", "Cancel"]) {
      await dialog.getByRole("button", { name: "Delete" }).click()
      await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused()
      if (leave === "Escape without focus") await page.evaluate(loseFocusAndEscape)
      else if (leave === "Escape") await page.keyboard.press("Escape")
      else if (leave === "outside") await page.mouse.click(4, 764)
      else await question.getByRole("button", { name: "Cancel" }).click()
      await expect(question).toHaveCount(0)
      await expect(dialog).toBeVisible()
    }
    await dialog.getByRole("button", { name: "Delete" }).click()
    await question.getByRole("button", { name: "Delete" }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card(page, task)).toHaveCount(0)
  })
})
