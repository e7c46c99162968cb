// Subscriptions end with an expired token or a lost right, and continue under a renewed token.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { until } from "../support/until.ts"
import { type Gateway, join, openGateway, receiveAll, token } from "./gateway.ts"

let house: Gateway
beforeAll(async () => {
  house = await openGateway()
})
afterAll(() => house?.close())

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
/** Tokens expire when the test says so. */
const stopDate = () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  onTestFinished(() => void vi.useRealTimers())
}

test("closes a channel with a reason when its token expires", async () => {
  stopDate()
  await house.seat("expiry", "1")
  const exp = inSeconds(60)
  const client = await house.client("1", async () => token("1", { exp }))
  const one = await join(client, "room:expiry")
  expect(one.statuses).toEqual(["SUBSCRIBED"])
  vi.setSystemTime(exp * 1_000)
  await until(() => one.statuses.includes("CLOSED"))
  expect(one.system[0]).toMatchObject({ status: "error", message: "Token has expired 0 seconds ago" })
})

test("continues under a renewed token", async () => {
  stopDate()
  await house.seat("renewal", "1")
  const exp = inSeconds(60)
  let current = token("1", { exp })
  const client = await house.client("1", async () => current)
  const one = await join(client, "room:renewal", { broadcast: { self: true } })
  const other = await join(await house.client("1", async () => token("1", { exp })), "room:renewal")
  current = token("1", { exp: inSeconds(120), identity: { by: "the renewed token" } })
  await client.realtime.setAuth()
  await until(async () => {
    await one.channel.send({ type: "broadcast", event: "E", payload: {} })
    await house.heardBy(one)
    return one.heard.some(({ payload }) => (payload as { by?: string }).by)
  }, 100)
  vi.setSystemTime(exp * 1_000)
  await until(() => other.statuses.includes("CLOSED"))
  await house.sql`select realtime.send('{}', 'Later', 'room:renewal')`
  expect(await house.heardBy(one)).toContainEqual(expect.objectContaining({ event: "Later" }))
  expect(one.statuses).toEqual(["SUBSCRIBED"])
})

test("closes a channel renewed with an invalid token or one that may not read", async () => {
  await house.seat("exchange", "1")
  for (const [bad, said] of [
    [token("9"), "You no longer have permission to read from this Channel topic: room:exchange"],
    [token("1", {}, "another"), "Failed to validate JWT signature"],
  ] as const) {
    let current = token("1")
    const client = await house.client("1", async () => current)
    const one = await join(client, "room:exchange")
    await receiveAll(client)
    current = bad
    await client.realtime.setAuth()
    await until(() => one.statuses.includes("CLOSED"))
    expect(one.system[0]?.message).toBe(said)
  }
})

test("disconnects the people realtime.revoke names if they lost their right, and nobody else, before it looks by itself", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  onTestFinished(() => void vi.useRealTimers())
  const house = await openGateway()
  onTestFinished(() => house.close())
  await house.seat("revoke", "1")
  await house.seat("revoke", "2")
  const leaving = await house.client("1")
  const [one, two] = [await join(leaving, "room:revoke"), await join(await house.client("2"), "room:revoke")]
  await house.sql.begin(async (tx) => {
    await tx`delete from room.seat where room = 'revoke' and sub = '1'`
    await tx`select realtime.revoke('room:revoke', '1')`
    await tx`select realtime.revoke('room:revoke', '2')`
    await tx`select realtime.send('{}', 'Removed', 'room:revoke')`
  })
  await until(() => one.statuses.includes("CLOSED"))
  expect(one.system[0]?.message).toBe("You no longer have permission to read from this Channel topic: room:revoke")
  await house.sql`select realtime.send('{}', 'After', 'room:revoke')`
  await until(() => two.heard.some(({ event }) => event === "After"))
  await receiveAll(leaving)
  expect(two.statuses).toEqual(["SUBSCRIBED"])
  expect(one.heard.map(({ event }) => event)).not.toContain("After")
})

test("disconnects people who lost the right in any other way", async () => {
  const people = Array.from({ length: 30 }, (_, n) => `p${n}`)
  for (const sub of people) await house.seat("quiet", sub)
  const joined = await Promise.all(people.map(async (sub) => join(await house.client(sub), "room:quiet")))
  expect(joined.every(({ statuses }) => statuses[0] === "SUBSCRIBED")).toBe(true)
  await house.sql`delete from room.seat where room = 'quiet' and sub <> 'p0'`
  await until(() => joined.slice(1).every(({ statuses }) => statuses.includes("CLOSED")))
  expect(joined[0]?.statuses).toEqual(["SUBSCRIBED"])
})

test("withdraws the right to send while reading continues", async () => {
  await house.seat("demoted", "1")
  const one = await join(await house.client("1"), "room:demoted", { broadcast: { ack: true } })
  expect(await one.channel.send({ type: "broadcast", event: "E", payload: {} })).toBe("ok")
  await house.seat("demoted", "1", false)
  await house.sql`select realtime.revoke('room:demoted')`
  // The gateway allows twenty a second.
  await until(async () => (await one.channel.send({ type: "broadcast", event: "E", payload: {} })) === "error", 100)
  expect(one.statuses).toEqual(["SUBSCRIBED"])
})

test("leaves no probe rows behind", async () => {
  const [row] = await house.sql`select count(*)::int as left from realtime.messages`
  expect(row?.left).toBe(0)
})

test("rights are asked for within limits of a statement, a lock and an idle transaction", async () => {
  const own = await openGateway()
  try {
    await own.seat("hall", "1")
    const joinsWhere = async (condition: string) => {
      await own.superuser.unsafe(`drop policy if exists timed on realtime.messages;
        create policy timed on realtime.messages as restrictive for select to authenticated using (${condition})`)
      const { statuses } = await join(await own.client("1"), "room:hall")
      return statuses[0] === "SUBSCRIBED"
    }
    for (const name of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]) {
      const isSet = `current_setting('${name}') <> '0'`
      expect([name, await joinsWhere(isSet), await joinsWhere(`not (${isSet})`)]).toEqual([name, true, false])
    }
  } finally {
    await own.close()
  }
})
