// Joining, sending and receiving, with an unmodified supabase-js.
import { afterAll, beforeAll, expect, test } from "vitest"
import { until } from "../support/until.ts"
import { anonKey, type Gateway, join, openGateway, stopClock, token } from "./gateway.ts"

let house: Gateway
beforeAll(async () => {
  house = await openGateway()
  await house.seat("kitchen", "1")
  await house.seat("kitchen", "2")
  await house.seat("kitchen", "reader", false)
})
afterAll(() => house?.close())

test("lets people join whom the row policies let read", async () => {
  const { statuses } = await join(await house.client("1"), "room:kitchen")
  expect(statuses).toEqual(["SUBSCRIBED"])
})

test("refuses a stranger, the anonymous key and a public channel with a reason", async () => {
  const stranger = await join(await house.client("9"), "room:kitchen")
  expect(stranger.statuses[0]).toMatch(/CHANNEL_ERROR.*do not have permissions to read.*room:kitchen/)
  const anonymous = await join(await house.client("", async () => anonKey), "room:kitchen")
  expect(anonymous.statuses[0]).toMatch(/CHANNEL_ERROR.*do not have permissions to read/)
  const open = await join(await house.client("1"), "room:kitchen", { private: false })
  expect(open.statuses[0]).toMatch(/CHANNEL_ERROR.*only allows private channels/)
})

test("refuses tokens with another signature, expired ones and ones without a role", async () => {
  const refused = async (bad: string) =>
    (await join(await house.client("1", async () => bad), "room:kitchen")).statuses[0]
  expect(await refused(token("1", {}, "another secret"))).toMatch(/JwtSignatureError/)
  expect(await refused(token("1", { exp: 1_700_000_000 }))).toMatch(/Token has expired \d+ seconds ago/)
  expect(await refused(token("1", { role: undefined }))).toMatch(/`role` and `exp` are required/)
  expect(await refused("not.a.token")).toMatch(/MalformedJWT/)
})

test("refuses a topic whose policy throws, and serves others requested at the same time", async () => {
  const client = await house.client("1")
  await house.superuser`create policy explode on realtime.messages for select to authenticated
    using (case when (select realtime.topic()) = 'room:mine' then (select realtime.topic())::int = 0 else false end)`
  const [mine, kitchen] = await Promise.all([join(client, "room:mine"), join(client, "room:kitchen")])
  await house.superuser`drop policy explode on realtime.messages`
  expect(mine.statuses[0]).toMatch(/CHANNEL_ERROR/)
  expect(kitchen.statuses).toEqual(["SUBSCRIBED"])
})

test("leaves and joins again on one socket", async () => {
  const client = await house.client("1")
  await house.seat("hall", "1")
  // Without another channel supabase-js would close the socket.
  await join(client, "room:hall")
  const first = await join(client, "room:kitchen")
  expect(await client.removeChannel(first.channel)).toBe("ok")
  const second = await join(client, "room:kitchen")
  expect(second.statuses).toEqual(["SUBSCRIBED"])
  await house.sql`select realtime.send('{"n":1}', 'Again', 'room:kitchen')`
  expect(await house.heardBy(second)).toMatchObject([{ event: "Again" }])
  expect(first.heard).toEqual([])
})

test("answers an upgrade without a valid key with 401", async () => {
  await expect(house.socket("2.0.0", "nonsense")).rejects.toThrow("401")
  await expect(house.socket("2.0.0", token("", { role: "anon" }, "another"))).rejects.toThrow("401")
  await expect(house.socket("3.0.0")).rejects.toThrow("400")
})

test("realtime.send emits on commit, in order, with an id, and nothing on rollback", async () => {
  const joined = await join(await house.client("1"), "room:kitchen")
  await house.sql
    .begin(async (tx) => {
      await tx`select realtime.send('{"n":0}', 'Undone', 'room:kitchen')`
      throw new Error("rolled back")
    })
    .catch(() => {})
  await house.sql.begin(async (tx) => {
    await tx`select realtime.send('{"n":1}', 'Done', 'room:kitchen')`
    await tx`select realtime.send('{"n":1}', 'Done', 'room:kitchen')`
    await tx`select realtime.send('{"n":2,"id":7}', 'Done', 'room:kitchen')`
    expect(await house.heardBy(joined)).toEqual([])
  })
  expect((await house.heardBy(joined)).map(({ event, payload }) => [event, payload])).toEqual([
    ["Done", { n: 1, id: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
    ["Done", { n: 1, id: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
    ["Done", { n: 2, id: 7 }],
  ])
})

test("realtime.send sends events larger than a notice whole, in order with small ones", async () => {
  const { heard } = await join(await house.client("1"), "room:kitchen")
  const texts = ["a".repeat(7_100), "b".repeat(30_000), 'ö€😀\n"\\'.repeat(9_000), "c".repeat(200_000), "ok"]
  await house.sql.begin(async (tx) => {
    for (const text of texts) await tx`select realtime.send(${tx.json({ text })}, 'Long', 'room:kitchen')`
  })
  await until(() => heard.length === texts.length)
  expect(heard.map(({ payload }) => (payload as { text: string }).text)).toEqual(texts)
})

test("realtime.send drops an event over 256 KB and delivers the next", async () => {
  const { heard } = await join(await house.client("1"), "room:kitchen")
  await house.sql`select realtime.send(${house.sql.json({ text: "x".repeat(300_000) })}, 'Huge', 'room:kitchen')`
  await house.sql`select realtime.send('{}', 'Next', 'room:kitchen')`
  await until(() => heard.length)
  expect(heard.map(({ event }) => event)).toEqual(["Next"])
  expect(house.logged).toContain("realtime event dropped: too large")
})

test("realtime.send refuses payloads that hosted Supabase would lose: no object, no topic", async () => {
  await expect(house.sql`select realtime.send('[1]', 'E', 'room:kitchen')`).rejects.toThrow("JSON object")
  await expect(house.sql`select realtime.send('{}', 'E', '')`).rejects.toThrow("1 to 255 bytes")
})

test("realtime.send lets a caller under row policies send only where the policies allow it", async () => {
  const { heard } = await join(await house.client("1"), "room:kitchen")
  const sendAs = (sub: string) =>
    house.sql.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify({ sub })}, true)`
      await tx`select realtime.send('{}', ${`By${sub}`}, 'room:kitchen')`
    })
  await expect(sendAs("9")).rejects.toThrow("row-level security")
  await sendAs("2")
  await until(() => heard.length)
  expect(heard.map(({ event }) => event)).toEqual(["By2"])
  expect(await house.sql`select from realtime.messages`).toHaveLength(0)
})

test("realtime.send reaches only subscribers of the topic", async () => {
  await house.seat("cellar", "2")
  const kitchen = await join(await house.client("1"), "room:kitchen")
  const cellar = await join(await house.client("2"), "room:cellar")
  await house.sql`select realtime.send('{}', 'Below', 'room:cellar')`
  expect(await house.heardBy(cellar)).toMatchObject([{ event: "Below" }])
  expect(await house.heardBy(kitchen)).toEqual([])
})

test("realtime.send supports broadcast_changes from a trigger", async () => {
  const { heard } = await join(await house.client("1"), "room:kitchen")
  await house.superuser.unsafe(`
    create table room.pot (id int primary key, name text);
    create function room.pot_changed() returns trigger language plpgsql as $$ begin
      perform realtime.broadcast_changes('room:kitchen', tg_op, tg_op, tg_table_name, tg_table_schema, new, old); return null;
    end $$;
    create trigger told after insert or update on room.pot for each row execute function room.pot_changed();
    insert into room.pot values (1, 'soup'); update room.pot set name = 'stew';`)
  await until(() => heard.length === 2)
  expect(heard[1]).toMatchObject({
    event: "UPDATE",
    payload: {
      table: "pot",
      schema: "room",
      operation: "UPDATE",
      record: { id: 1, name: "stew" },
      old_record: { id: 1, name: "soup" },
    },
  })
})

test("broadcasts from clients reach the others, the sender only on request, and are acknowledged", async () => {
  const one = await join(await house.client("1"), "room:kitchen", { broadcast: { ack: true } })
  const two = await join(await house.client("2"), "room:kitchen", { broadcast: { self: true } })
  expect(await one.channel.send({ type: "broadcast", event: "Typing", payload: { by: 1 } })).toBe("ok")
  await two.channel.send({ type: "broadcast", event: "Typing", payload: { by: 2 } })
  await until(() => one.heard.length === 1 && two.heard.length === 2)
  expect(one.heard.map(({ payload }) => payload)).toEqual([{ by: 2 }])
  expect(two.heard.map(({ payload }) => payload)).toEqual([{ by: 1 }, { by: 2 }])
})

test("broadcasts from clients carry bytes", async () => {
  const one = await join(await house.client("1"), "room:kitchen", { broadcast: { ack: true } })
  const two = await join(await house.client("2"), "room:kitchen")
  const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 256)
  expect(await one.channel.send({ type: "broadcast", event: "Bytes", payload: bytes.buffer })).toBe("ok")
  await until(() => two.heard.length)
  expect(Buffer.from(two.heard[0]?.payload as ArrayBuffer).equals(Buffer.from(bytes))).toBe(true)
})

test("broadcasts from clients are refused to a reader and above 1 KB, and the channel stays open", async () => {
  const reader = await join(await house.client("reader"), "room:kitchen", { broadcast: { ack: true } })
  const one = await join(await house.client("1"), "room:kitchen", { broadcast: { ack: true } })
  expect(await reader.channel.send({ type: "broadcast", event: "Typing", payload: {} })).toBe("error")
  const huge = { text: "x".repeat(1_100) }
  expect(await one.channel.send({ type: "broadcast", event: "Typing", payload: huge })).toBe("error")
  expect(await one.channel.send({ type: "broadcast", event: "Typing", payload: {} })).toBe("ok")
  await until(() => reader.heard.length)
  expect(reader.heard).toHaveLength(1)
  expect(reader.statuses).toEqual(["SUBSCRIBED"])
})

test("broadcasts from clients are rate-limited: a flood closes the channel", async () => {
  stopClock()
  const one = await join(await house.client("1"), "room:kitchen")
  const two = await join(await house.client("2"), "room:kitchen")
  for (let n = 0; n < 60; n++) void one.channel.send({ type: "broadcast", event: "Flood", payload: { n } })
  await until(() => one.statuses.includes("CLOSED"))
  expect(one.system[0]).toMatchObject({ status: "error", message: "Too many messages per second" })
  expect(two.statuses).toEqual(["SUBSCRIBED"])
  // It comes after whatever of the flood is on its way to the other client.
  const three = await join(await house.client("1"), "room:kitchen")
  void three.channel.send({ type: "broadcast", event: "Last", payload: {} })
  await until(() => two.heard.at(-1)?.event === "Last")
  expect(two.heard.length).toBe(21)
})

test("broadcasts from clients can be sent over REST", async () => {
  const two = await join(await house.client("2"), "room:kitchen")
  const sender = (await house.client("1")).channel("room:kitchen", { config: { private: true } })
  await expect(sender.httpSend("Posted", { n: 1 })).resolves.toEqual({ success: true })
  await until(() => two.heard.length)
  expect(two.heard[0]).toMatchObject({ event: "Posted", payload: { n: 1 } })
  const reader = (await house.client("reader")).channel("room:kitchen", { config: { private: true } })
  await expect(reader.httpSend("Posted", { n: 2 })).rejects.toThrow("do not have permissions to write")

  const post = (body: string, headers: Record<string, string> = { authorization: `Bearer ${token("1")}` }) =>
    fetch(`${house.url}/realtime/v1/api/broadcast`, { method: "POST", body, headers })
  expect((await post("{}", {})).status).toBe(401)
  for (const body of [
    "",
    "null",
    "[]",
    '{"messages":[]}',
    '{"messages":[{"topic":"room:kitchen","event":"E","payload":{}}]}',
  ])
    expect((await post(body)).status).toBe(422)
  expect((await post("x".repeat(2_000_000))).status).toBe(413)
  expect((await fetch(`${house.url}/realtime/v1/api/broadcast`)).status).toBe(405)
  expect((await fetch(`${house.url}/realtime/v1/elsewhere`)).status).toBe(404)
})
