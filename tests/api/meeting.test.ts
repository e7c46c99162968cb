// The countdown and the wheel that a plan's members share.
import { afterAll, expect, test } from "vitest"
import { auditCalls } from "~/contract/audit"
import { type Meeting, meetingCalls, meeting as shape } from "~/contract/meeting"
import { planCalls } from "~/contract/plan"
import { winningAngle } from "~/rules/meeting"
import { openApi } from "../support/api/api.ts"

const api = await openApi()
const owner = await api.person()
const viewer = await api.person()
const planId = (await api.filled(owner)).plan.id
await api.join(planId, viewer, 2)
afterAll(api.close)

const read = async (as = owner) => (await api.send(meetingCalls.get, { planId }, { as })).body
const put = (body: object, as = owner) => api.send(meetingCalls.update, { planId, ...body }, { as })

test("a countdown is started, paused, resumed and ended by the server's clock", async () => {
  const none = await read()
  expect(shape.parse(none)).toEqual(none)
  expect(none).toMatchObject({ planId, countdown: null, wheel: null, modifiedDate: null })

  const asked = Date.now()
  const { body: started } = await put({ countdown: { do: "start", minutes: 10 } })
  expect(shape.parse(started)).toEqual(started)
  const endsAt = Date.parse(started.countdown?.endsAt ?? "")
  expect(endsAt).toBeGreaterThanOrEqual(asked + 600_000)
  expect(endsAt).toBeLessThanOrEqual(Date.now() + 600_000)
  expect(await read(viewer)).toMatchObject({ countdown: { minutes: 10, startedById: owner.id } })

  const pausing = Date.now()
  const { body: paused } = await put({ countdown: { do: "pause" } })
  expect(paused.countdown?.endsAt).toBeNull()
  expect(paused.countdown?.left).toBeLessThanOrEqual(endsAt - pausing)
  expect(paused.countdown?.left).toBeGreaterThanOrEqual(endsAt - Date.now())
  const { body: again } = await put({ countdown: { do: "pause" } })
  expect(again.countdown).toEqual(paused.countdown)
  expect((await put({ countdown: { do: "resume" } })).body.countdown?.left).toBeNull()
  expect((await put({ countdown: null })).body.countdown).toBeNull()
})

test("a spin names members and a winner that matches its angle", async () => {
  const angle = (winner: number) => winningAngle(winner, 2, { turns: 6, within: 0.3 })
  const memberIds = [owner.id, viewer.id]
  const { status, body } = await put({ wheel: { memberIds, winner: 1, angle: angle(1) } })
  expect(status).toBe(200)
  expect(body.wheel).toMatchObject({ winner: 1, people: [{ id: owner.id }, { id: viewer.id }] })
  expect((await put({ wheel: { memberIds, winner: 1, angle: angle(0) } })).status).toBe(400)
  expect((await put({ wheel: { memberIds, winner: 2, angle: 0 } })).status).toBe(400)
  expect((await put({ wheel: { memberIds: [owner.id, 999_999], winner: 0, angle: angle(0) } })).status).toBe(400)
  expect((await put({ wheel: null })).body.wheel).toBeNull()
})

test("everybody receives the events in order; the plan's log stays unchanged", async () => {
  const before = (await api.send(planCalls.board, { planId }, { as: owner })).body.seq
  await put({ countdown: { do: "start", minutes: 1 } })
  await put({ countdown: null })
  const { body } = await api.call<{ events: { event: string; payload: { data: Meeting } }[] }>(
    "GET",
    `/api/Plan/${planId}/changes?since=${before}`,
    { as: viewer },
  )
  expect(body.events.map(({ event, payload }) => [event, payload.data.countdown?.minutes])).toEqual([
    ["MeetingUpdated", 1],
    ["MeetingUpdated", undefined],
  ])
  const log = (await api.send(auditCalls.ofPlan, { planId }, { as: owner })).body
  expect(log.some(({ entityType }) => entityType === "meeting")).toBe(false)
})

test("a viewer watches, a stranger sees nothing, and concurrent calls both count", async () => {
  expect((await put({ countdown: { do: "start", minutes: 5 } }, viewer)).status).toBe(403)
  const stranger = await api.person()
  expect((await api.send(meetingCalls.get, { planId }, { as: stranger })).status).toBe(404)
  expect((await put({ countdown: null }, stranger)).status).toBe(404)
  expect((await put({ countdown: { do: "start", minutes: 0 } })).status).toBe(400)
  expect((await put({ countdown: { do: "start", minutes: 121 } })).status).toBe(400)
  const spin = { memberIds: [owner.id], winner: 0, angle: winningAngle(0, 1, { turns: 3, within: 0.5 }) }
  const both = await Promise.all([put({ countdown: { do: "start", minutes: 3 } }), put({ wheel: spin })])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await read()).toMatchObject({ countdown: { minutes: 3 }, wheel: { winner: 0 } })
})
