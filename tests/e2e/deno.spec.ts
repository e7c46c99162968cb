// The product on Deno in a browser: two people sign in, and one sees the card that the other moves.
import type { Browser } from "@playwright/test"
import { invitationCalls } from "~/contract/invitation"
import { planCalls } from "~/contract/plan"
import { findDeno } from "../../scripts/steps/deno.mjs"
import { type Person, type Product, signIn, startProduct } from "../support/product/product.ts"
import { addTask, card, column, dragTo } from "./board-hands"
import { openContext } from "./contexts"
import { expect, test } from "./people"
import { signedIn } from "./session-page.ts"

let product: Product

test.beforeAll(async () => {
  product = await startProduct({ deno: await findDeno() })
})
test.afterAll(() => product?.remove())

const permit = "Permit package for Old Town"

const openBoard = async (browser: Browser, person: Person, planId: number) => {
  const context = await openContext(browser)
  await signedIn(context, product.url, person)
  const page = await context.newPage()
  await page.goto(`${product.url}/board?planId=${planId}`)
  await expect(page.getByRole("region", { name: "Focus", exact: true })).toBeVisible()
  return page
}

test("on Deno, two people see each other's changes on a board, and it is stored", async ({ browser }) => {
  const [ada, ben] = [await signIn(product, "ada@example.org"), await signIn(product, "ben@example.org")]
  const { id: planId } = (await ada.send(planCalls.createSample, {})).body
  await ada.send(invitationCalls.invite, { email: ben.email, planId, role: 1 })
  const { body } = await ben.send(invitationCalls.pendingOfUser, { userId: ben.id })
  expect((await ben.send(invitationCalls.acceptPosted, { token: body[0]?.token ?? "" })).status).toBe(200)

  const [first, second] = [await openBoard(browser, ada, planId), await openBoard(browser, ben, planId)]
  await addTask(first, permit, "Ring the bell")
  await expect(column(second, "To Do", permit).getByText("Ring the bell")).toBeVisible()
  await dragTo(second, card(column(second, "To Do", permit), "Ring the bell"), column(second, "Doing", permit))
  await expect(card(column(first, "Doing", permit), "Ring the bell")).toBeVisible()
  await first.reload()
  await expect(card(column(first, "Doing", permit), "Ring the bell")).toBeVisible()
})
