// Requesting sign-in links: the answer tells nothing about accounts, and mails are limited per address, asker and IP.
import postgres from "postgres"
import { afterAll, expect, test } from "vitest"
import { openSignIn, place, someone } from "../support/api/sign-in.ts"

const server = await openSignIn()
afterAll(server.close)

test("known, unknown and disabled addresses get the same answer", async () => {
  const [known, disabled] = [someone(), someone()]
  await server.signedIn(known)
  await server.signedIn(disabled)
  await server.sql()`update app.person set enabled = false where email = ${disabled}`
  await server.age(known, "2 minutes")
  await server.age(disabled, "2 minutes")
  const sql = postgres(server.database.url, { max: 1 })
  // The account table is locked, so neither the answers nor their timing can depend on an account.
  const seen = await sql.begin(async (tx) => {
    await tx`lock table app.person in access exclusive mode`
    const answers = []
    for (const email of [known, someone(), disabled]) answers.push(await server.ask(email))
    return answers
  })
  await sql.end()
  const [first, ...others] = seen.map(({ status, text, headers }) => ({
    status,
    text,
    headers: [...headers].map(([name, value]) => [name, value.replace(/=[\w-]{24};/, "=…;")]),
  }))
  expect(first).toMatchObject({ status: 202, text: "" })
  for (const other of others) expect(other).toEqual(first)
  await Promise.all([known, disabled].map((email) => server.linkTo(email, 1)))
})

test("one mail a minute per address and asker, in any case", async () => {
  const email = someone()
  expect((await server.ask(email)).status).toBe(202)
  const { status, headers, text } = await server.ask(email.toUpperCase())
  expect(status).toBe(429)
  expect(JSON.parse(text).message).toBe("Please wait a moment before requesting another link.")
  const wait = Number(headers.get("retry-after"))
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
  await server.age(email, "61 seconds")
  expect((await server.ask(email)).status).toBe(202)
})

test("concurrent requests of one asker send an address one mail", async () => {
  const email = someone()
  const answers = await Promise.all(Array.from({ length: 8 }, () => server.ask(email)))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(429)])
})

test("nobody uses up a person's mails: strangers share a limit, and the newest link stays valid at it", async () => {
  const email = someone()
  const browser = await server.signedIn(email)
  // The attack: from a new address each time, with made-up cookies.
  const attack = (n: number) => {
    const made = new Map([["laneway_browser", `${"x".repeat(22)}${10 + n}`]])
    return server.ask(email, { ip: `198.51.100.${n}`, browser: made })
  }
  const statuses: number[] = []
  for (let n = 0; n < 14; n++) statuses.push((await attack(n)).status)
  expect(statuses).toEqual([...Array(9).fill(202), ...Array(5).fill(429)])
  const { headers } = await attack(20)
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(14 * 60)
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(15 * 60)
  await expect.poll(() => server.printed.filter(({ to }) => to === email)).toHaveLength(10)
  expect((await server.call("GET", await server.linkTo(email))).status).toBe(200)
  // The person's own browser asks at once, from any place.
  const own = await server.askedLink(email, { ip: "203.0.113.77", browser })
  expect(place(await server.call("POST", own, { browser }))).toBe("/")
  // A new one gets another link as soon as the newest is too old.
  await server.age(email, "15 minutes 1 second")
  expect((await attack(30)).status).toBe(202)
  expect((await attack(31)).status).toBe(429)
})

test("ten mails an hour per address", async () => {
  const email = someone()
  for (let n = 0; n < 10; n++) {
    expect((await server.ask(email)).status).toBe(202)
    await server.age(email, "2 minutes")
  }
  const { status, headers } = await server.ask(email)
  expect(status).toBe(429)
  // The oldest of the ten was sent 20 minutes ago.
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(39 * 60)
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(40 * 60)
  await server.age(email, "40 minutes 1 second")
  expect((await server.ask(email)).status).toBe(202)
})

test("sixty mails an hour per IP", async () => {
  const ip = "203.0.113.9"
  const answers = await Promise.all(Array.from({ length: 61 }, () => server.ask(someone(), { ip })))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(60)
  const [refused] = answers.filter(({ status }) => status === 429)
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(3_590)
  expect((await server.ask(someone(), { ip: "203.0.113.10" })).status).toBe(202)
})

test("without rate limits the same address may ask again at once", async () => {
  await server.reopen({ rateLimits: false })
  const email = someone()
  expect([(await server.ask(email)).status, (await server.ask(email)).status]).toEqual([202, 202])
  await server.reopen({})
})
