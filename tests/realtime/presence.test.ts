// Presence between supabase-js clients.
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { until } from "../support/until.ts"
import { type Gateway, join, openGateway, stopClock, token } from "./gateway.ts"

let house: Gateway
beforeAll(async () => {
  house = await openGateway()
  for (const sub of ["1", "2", "3"]) await house.seat("hall", sub)
  await house.seat("hall", "reader", false)
})
afterAll(() => house?.close())

const enter = async (sub: string, key = sub, room = "hall", at = house) => {
  const client = await at.client(sub)
  const changes: string[] = []
  const channel = client.channel(`room:${room}`, { config: { private: true, presence: { key } } })
  channel.on("presence", { event: "join" }, ({ key, newPresences }) => {
    changes.push(`+${key} ${newPresences.map((presence) => presence.at).join()}`)
  })
  channel.on("presence", { event: "leave" }, ({ key }) => void changes.push(`-${key}`))
  let syncs = 0
  channel.on("presence", { event: "sync" }, () => void syncs++)
  const statuses: string[] = []
  channel.subscribe((status) => statuses.push(status))
  await until(() => statuses[0])
  await until(() => syncs)
  const present = () => Object.keys(channel.presenceState()).sort().join()
  return { client, channel, changes, present, statuses }
}

test("reports who is present, joins, changes and leaves", async () => {
  const one = await enter("1")
  expect(one.present()).toBe("")
  expect(await one.channel.track({ at: "board" })).toBe("ok")
  await until(() => one.present() === "1")
  const two = await enter("2")
  await until(() => two.present() === "1")
  await two.channel.track({ at: "board" })
  await until(() => one.present() === "1,2" && two.present() === "1,2")
  expect(one.changes).toEqual(["+1 board", "+2 board"])

  await two.channel.track({ at: "goal" })
  await until(() => one.channel.presenceState<{ at: string }>()["2"]?.[0]?.at === "goal")
  expect(one.channel.presenceState()["2"]).toEqual([{ at: "goal", presence_ref: expect.any(String) }])

  expect(await two.channel.untrack()).toBe("ok")
  await until(() => one.present() === "1")
  await two.channel.track({ at: "again" })
  await until(() => one.present() === "1,2")
  await two.client.removeAllChannels()
  await until(() => one.present() === "1")
  await one.client.removeAllChannels()
})

test("distinguishes two tabs of one person and removes a broken socket", async () => {
  const [one, first, second] = [await enter("1"), await enter("2"), await enter("2")]
  await first.channel.track({ at: "first" })
  await second.channel.track({ at: "second" })
  await until(() => one.channel.presenceState()["2"]?.length === 2)
  const third = await enter("2")
  await third.channel.track({ at: "third" })
  await until(() => one.channel.presenceState()["2"]?.length === 3)
  void first.client.realtime.disconnect()
  await until(() => one.channel.presenceState()["2"]?.length === 2)
  expect(one.channel.presenceState()["2"]).toMatchObject([{ at: "second" }, { at: "third" }])
  void second.client.realtime.disconnect()
  await until(() => one.channel.presenceState()["2"]?.length === 1)
  void third.client.realtime.disconnect()
  await until(() => one.present() === "")
})

test("is correct again after a reconnect", async () => {
  await house.seat("gate", "1")
  const [one, two] = [await enter("1", "a", "gate"), await enter("1", "b", "gate")]
  await one.channel.track({ at: 1 })
  await two.channel.track({ at: 1 })
  await until(() => one.present() === "a,b")
  house.cut()
  await until(
    () => two.statuses.at(-1) === "SUBSCRIBED" && one.statuses.at(-1) === "SUBSCRIBED" && one.statuses.length > 1,
  )
  await one.channel.track({ at: 2 })
  await until(() => two.present() === "a")
  expect(two.channel.presenceState()).toEqual({ a: [{ at: 2, presence_ref: expect.any(String) }] })
  void one.client.realtime.disconnect()
  await until(() => two.present() === "")
})

test("shows presence to a reader who may not be present", async () => {
  await house.seat("porch", "1")
  await house.seat("porch", "reader", false)
  const one = await enter("1", "1", "porch")
  await one.channel.track({ at: "porch" })
  const reader = await enter("reader", "reader", "porch")
  await until(() => reader.present() === "1")
  expect(await reader.channel.track({ at: "porch" })).toBe("error")
  expect(one.present()).toBe("1")
})

test("removes a client that fell silent", async () => {
  stopClock()
  const attic = await openGateway({ limits: { silenceMs: 2_000 } })
  await attic.seat("attic", "1")
  const quiet = await attic.socket("2.0.0")
  const config = { private: true, presence: { key: "quiet", enabled: true }, broadcast: {} }
  quiet.ws.send(JSON.stringify(["1", "1", "realtime:room:attic", "phx_join", { config, access_token: token("1") }]))
  expect((await quiet.next())[4].status).toBe("ok")
  quiet.ws.send(
    JSON.stringify(["1", "2", "realtime:room:attic", "presence", { event: "track", payload: { at: "attic" } }]),
  )
  const one = await enter("1", "1", "attic", attic)
  await until(() => one.present() === "quiet")
  vi.advanceTimersByTime(1_500)
  await one.channel.track({ at: "attic" })
  await until(() => one.present() === "1,quiet")
  vi.advanceTimersByTime(1_000)
  await until(() => one.present() === "1")
  expect(one.statuses).toEqual(["SUBSCRIBED"])
  await attic.close()
})

test("closes a channel that changes its presence more often than hosted Supabase allows", async () => {
  await house.seat("stairs", "1")
  const one = await join(await house.client("1"), "room:stairs")
  for (let n = 0; n < 6; n++) void one.channel.track({ n })
  await until(() => one.statuses.includes("CLOSED"))
  expect(one.system[0]?.message).toBe("Client presence rate limit exceeded")
})

test("settles when many clients join and leave at once", async () => {
  const people = Array.from({ length: 40 }, (_, n) => `k${n}`)
  for (const sub of people) await house.seat("yard", sub)
  const crowd = await Promise.all(people.map((sub) => enter(sub, sub, "yard")))
  await Promise.all(crowd.map(({ channel }, n) => channel.track({ at: n })))
  await until(() => crowd.every(({ channel }) => Object.keys(channel.presenceState()).length === 40))
  const [first, ...others] = crowd
  for (const { client } of others) void client.removeAllChannels()
  await until(() => first?.present() === "k0")
})
