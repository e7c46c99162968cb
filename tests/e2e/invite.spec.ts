// Inviting from the board, answering on My Plans, and what a viewer is shown.
import { invitationCalls } from "~/contract/invitation"
import { expectAccessible } from "./accessible"
import { call, ownConnection } from "./calls"
import { openContext } from "./contexts"
import { expect, openBoard, openSample, signInAs, test } from "./people"

test("a person is invited from the board, answers on My Plans, and becomes a viewer", async ({ page, browser }) => {
  const { planId } = await openSample(page, "ada")
  const guest = `norma.ek.${Date.now()}@example.org`
  const users = page.getByRole("dialog", { name: "Users" })
  const email = users.getByLabel("Email")

  await test.step("the address has the focus before and after, and Admin is chosen as in the settings", async () => {
    await page.getByRole("button", { name: "Invite people" }).click()
    await expect(email).toBeFocused()
    await expect(users.getByLabel("Role", { exact: true })).toHaveValue("0")
    await page.keyboard.type(guest)
    await page.keyboard.press("Escape")
    await expect(users).toHaveCount(0)
    await page.getByRole("button", { name: "Invite people" }).click()
    await expect(email).toHaveValue(guest)
    await expect(email).toBeFocused()
    await users.getByLabel("Role", { exact: true }).selectOption("Member")
    await email.press("Enter")
    await expect(users.getByRole("heading", { name: "Pending 1" })).toBeVisible()
    await expect(email).toBeFocused()
    await expect(email).toHaveValue("")
    await expectAccessible(page, "[role=dialog]")
  })

  const context = await openContext(browser)
  const second = await context.newPage()
  await test.step("the card names the inviter; declining can be taken back", async () => {
    await signInAs(second, guest)
    const invitation = second.getByRole("article").filter({ hasText: "Invitation" })
    await expect(invitation).toContainText(/^InvitationBike share, phase twoA?Ada\S* .*invites you as Member/)
    await expectAccessible(second, "article")
    await invitation.getByRole("button", { name: "Decline the invitation to Bike share, phase two" }).click()
    await expect(invitation).toContainText("Declined")
    const undo = invitation.getByRole("button", { name: "Undo" })
    await expect(undo).toBeFocused()
    await undo.click()
    await invitation.getByRole("button", { name: "Accept Invite" }).click()
    await expect(second.getByRole("link", { name: "Bike share, phase two" })).toBeVisible()
    await expect(invitation).toHaveCount(0)
  })

  await test.step("the open list follows", async () => {
    await expect(users.getByRole("heading", { name: "Members 2" })).toBeVisible()
    await expect(users.getByRole("heading", { name: /Pending/ })).toHaveCount(0)
    await users.getByRole("listitem").filter({ hasText: guest }).getByRole("combobox").selectOption("Viewer")
    await page.keyboard.press("Escape")
    await expect(users).toHaveCount(0)
  })

  await test.step("a viewer is told so, and has the board's menu without undo", async () => {
    await openBoard(second, planId)
    await expect(second.getByText("View only", { exact: true })).toBeVisible()
    await expect(second.getByRole("button", { name: "Invite people" })).toHaveCount(0)
    await second.getByRole("button", { name: "Board menu" }).click()
    await expect(second.getByRole("menuitem")).toHaveText([
      ...["Goals", "Threads", "Files of the plan", "Users", "Log of the plan"],
    ])
  })
})

test("a declined invitation is deleted, also when the page is left before the time to undo is over", async ({
  page,
  browser,
}) => {
  const { planId } = await openSample(page, "ada")
  const context = await openContext(browser)
  const second = await context.newPage()
  const email = `declines.${Date.now()}@example.org`
  await call(page.request, invitationCalls.invite, { email, planId, role: 1 })
  await signInAs(second, email)
  await second.getByRole("button", { name: /^Decline/ }).click()
  await expect(second.getByText("Declined")).toBeVisible()
  await second.reload()
  const pending = async () =>
    (await page.request.get(`/api/invitation/pending/${planId}`, { headers: ownConnection })).json()
  await expect.poll(pending).toEqual([])
})
