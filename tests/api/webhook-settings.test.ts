// Making and changing webhooks: who may, where they may send, and how many there are.

import { expect, test } from "vitest"
import { webhookCalls } from "~/contract/webhook"
import { openReach } from "~/outside/reach.server"
import { openWebhooks } from "../support/api/webhooks.ts"

const { ada, api, deliver, make, receiver, types } = await openWebhooks()
const ben = await api.person()

test("an address inside the network is refused when it is saved, and credentials in it are", async () => {
  const { id: planId } = await api.plan(ada)
  const refused = async (url: string) =>
    (await api.send(webhookCalls.create, { planId, name: "X", url }, { as: ada })).status
  const inside = [
    "http://10.0.0.4/hook",
    "https://10.0.0.4/",
    "https://[fd00::1]/",
    "https://169.254.169.254/",
    "ftp://x.example/",
  ]
  for (const url of [...inside, "https://user:word@x.example/", "x"])
    expect([url, await refused(url)]).toEqual([url, 400])
  openReach({ loopback: false })
  expect(await refused(receiver.url)).toBe(400)
  openReach({ loopback: true })
})

test("a repeat answers the webhook that it made, also beside another of its name and address", async () => {
  const { id: planId } = await api.plan(ada)
  await make(planId)
  const headers = { "Idempotency-Key": `webhook ${planId}` }
  const again = () => api.send(webhookCalls.create, { planId, name: "Ops", url: receiver.url }, { as: ada, headers })
  const first = await again()
  await make(planId)
  const second = await again()
  expect([second.status, second.body]).toEqual([201, first.body])
  expect((await api.send(webhookCalls.list, { planId }, { as: ada })).body).toHaveLength(3)
  await api.send(webhookCalls.remove, { planId, id: first.body.id }, { as: ada })
  expect((await again()).status).toBe(409)
})

test("a webhook may begin switched off, and its name has at most 200 characters", async () => {
  const { id: planId } = await api.plan(ada)
  const name = "🚲".repeat(200)
  const made = await make(planId, { name, active: false })
  expect(made).toMatchObject({ name, active: false, off: null })
  const longer = { planId, name: `${name}.`, url: receiver.url }
  expect((await api.send(webhookCalls.create, longer, { as: ada })).status).toBe(400)
  expect((await api.send(webhookCalls.update, { ...longer, id: made.id }, { as: ada })).status).toBe(400)
  await api.goal(ada, planId)
  await api.send(webhookCalls.update, { planId, id: made.id, active: true }, { as: ada })
  await api.goal(ada, planId, { name: "Second" })
  await deliver()
  await expect.poll(types).toContain("goal.added")
  expect(receiver.received.some(({ body }) => body.includes('"Goal"'))).toBe(false)
})

test("a plan has twenty webhooks, and only its admins have them", async () => {
  const { id: planId } = await api.plan(ada)
  await api.join(planId, ben)
  for (let n = 0; n < 20; n++) await make(planId, { name: `Webhook ${n}` })
  expect(
    (await api.send(webhookCalls.create, { planId, name: "One more", url: receiver.url }, { as: ada })).status,
  ).toBe(409)
  expect((await api.send(webhookCalls.list, { planId }, { as: ben })).status).toBe(403)
})
