// A phone's pager of lanes: the card above belongs to the tasks below.
import { itemCalls } from "~/contract/item"
import { boardOf, call } from "./calls"
import { expect, test, withMotion, withPlan } from "./people"

test.use(withMotion)

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

const permit = "Permit package for Old Town"

test("the lane in sight is the one whose tasks are below, also when lanes get their ids or others come before it", async ({
  page,
}) => {
  const inSight = () =>
    page.locator(".pager").evaluate((pager) => {
      const middle = pager.getBoundingClientRect().left + pager.clientWidth / 2
      const lanes = [...pager.querySelectorAll<HTMLElement>("[data-lane]")]
      const shown = lanes.find((lane) => lane.getBoundingClientRect().right > middle)
      const isSaved = lanes.every(({ dataset }) => Number(dataset.lane) > 0)
      return [shown?.querySelector(".action-title")?.textContent, shown?.ariaCurrent, lanes.length, isSaved]
    })
  const tasks = page.getByRole("region", { name: `To Do of ${permit}` })
  const { planId } = await withPlan(page, "empty")
  await page.goto(`/board?planId=${planId}`)
  await page.getByRole("button", { name: "Use the sample plan" }).tap()
  await expect.poll(inSight).toEqual([permit, "true", 3, true])
  await expect(tasks).toBeVisible()

  await test.step("an action that another one pulls into Focus comes before the lane", async () => {
    let pulled: number | undefined
    await expect
      .poll(async () => {
        const { items } = await boardOf(page.request, planId)
        pulled = items.find(({ topic }) => topic === "Spare-parts forecast")?.id
        return pulled
      })
      .toBeDefined()
    await call(page.request, itemCalls.updateFocusOrders, {
      planId,
      orders: [{ id: pulled ?? 0, order: 0, focus: true }],
    })
    await expect.poll(inSight).toEqual([permit, "true", 4, true])
    await expect(tasks).toBeVisible()
  })
})
