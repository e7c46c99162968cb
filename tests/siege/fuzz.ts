// fuzz(options): hostile requests to every call of the built product, as eleven callers. Returns the number of failures: a
// 5xx, text of another's plan, a request cut off, a stall over 250 ms, or memory that does not come back.
import { createHash, randomBytes, randomUUID } from "node:crypto"
import fc from "fast-check"
import postgres from "postgres"
import { visitHeader } from "~/contract/public-link"
import { signed } from "~/outside/signing.server"
import { pause } from "../bench/load.ts"
import { readProcess } from "../bench/process.ts"
import { type BenchPerson, openSeed, sessionSecret } from "../bench/seed.ts"
import { longestStall, stallProbe } from "../support/product/event-loop-stalls.ts"
import { type Product, startProduct } from "../support/product/product.ts"
import { givesRoles, type HostileRequest, hostileRequests, type OpenApiDocument } from "./hostile.ts"
import { plausibleRequests, type Stock } from "./plausible.ts"

/** `foreign`: texts that they never get. `stock`: what they ask for where a request is plausible. */
type Caller = { name: string; headers: Record<string, string>; foreign: string[]; stock: Stock }

const systemAdmin = "system admin"

const TOGETHER = 8
const BATCH = 2_500
/** Sampled at once. Sampling blocks this process: after some seconds its idle connections would have been closed unnoticed. */
const SAMPLE = 100
const STALL_MS = 250
const MEMORY_GROWTH = 1.2

export const fuzz = async ({ requests, seed }: { requests: number; seed: number }): Promise<number> => {
  const product = await startProduct({
    env: { SESSION_SECRET: sessionSecret },
    errors: /a request failed|unexpected/,
    nodeOptions: stallProbe,
  })
  const failures: string[] = []
  const statuses = new Map<number, number>()
  try {
    const { callers, ids, renew, close } = await seeded(product.url, await openSeed(product), product.databaseUrl)
    const document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as OpenApiDocument
    const hostile = hostileRequests(document, ids)
    const pairs = callers.map((caller) => {
      const plausible = plausibleRequests(document, caller.stock)
      const request = fc.oneof({ weight: 3, arbitrary: plausible }, { weight: 1, arbitrary: hostile })
      // A stranger is refused nearly everything.
      return { weight: caller.foreign.length > 2 ? 1 : 3, arbitrary: fc.tuple(request, fc.constant(caller)) }
    })
    const pair = fc.oneof(...pairs).filter(([request, { name }]) => name !== systemAdmin || !givesRoles(request))
    const sample = (count: number, of: number) => fc.sample(pair, { numRuns: count, seed: seed + of })
    for (const [request, caller] of sample(300, -1)) await send(product, request, caller)
    await pause(3_000)
    const idle = (await readProcess(product)).mebibytes
    await longestStall(product)
    let stall = 0
    let reconnected = 0
    let pressed = 0
    let sent = 0
    let all: ReturnType<typeof sample> = []
    const run = async (until: number) => {
      while (sent < until) {
        if (all.length === 0) all = sample(Math.min(SAMPLE, until - sent), sent)
        const [request, caller] = all.pop() as (typeof all)[number]
        sent++
        const { status, text, again } = await send(product, request, caller)
        reconnected += again
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 503 && text.includes("is overloaded")) pressed++
        // A feature that is not set up answers 503 to everybody.
        else if (status >= 500 && !(status === 503 && text.includes("is not set up here")))
          failures.push(`${status} ${request.method} ${request.path} ${request.body?.slice(0, 200)} ${text}`)
        for (const mark of caller.foreign)
          if (text.includes(mark))
            failures.push(
              `${caller.name} got ${mark}: ${request.method} ${request.path} ${request.body?.slice(0, 200)}`,
            )
      }
    }
    while (sent < requests) {
      await renew()
      const until = Math.min(requests, sent + BATCH)
      await Promise.all(Array.from({ length: TOGETHER }, () => run(until)))
      stall = Math.max(stall, await longestStall(product))
      const { mebibytes } = await readProcess(product)
      process.stdout.write(
        `${sent} requests, longest stall ${Math.round(stall)} ms, memory ${mebibytes.toFixed(0)} MiB, reconnected ${reconnected} times\n`,
      )
    }
    await close()
    if (pressed > 0) failures.push(`${pressed} requests were refused because the event loop was late.`)
    if (stall > STALL_MS) failures.push(`The event loop stalled for ${Math.round(stall)} ms.`)
    const after = await settledMemory(product, idle)
    if (after > idle * MEMORY_GROWTH) failures.push(`Memory went from ${idle.toFixed(0)} to ${after.toFixed(0)} MiB.`)
    const succeeded = [...statuses].reduce((sum, [status, count]) => sum + (status < 400 ? count : 0), 0)
    if (succeeded * 3 < requests) failures.push(`Only ${succeeded} of ${requests} requests succeeded.`)
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`)
    process.stdout.write(`seed ${seed}: ${counts.join(", ")}\n`)
    process.stdout.write(`longest stall ${Math.round(stall)} ms, memory ${idle.toFixed(0)} → ${after.toFixed(0)} MiB\n`)
  } finally {
    await product.remove().catch((error: Error) => failures.push(error.message.slice(0, 2_000)))
  }
  for (const failure of failures.slice(0, 20)) process.stdout.write(`✗ ${failure}\n`)
  process.stdout.write(`${failures.length} failures\n`)
  return failures.length
}

const seeded = async (url: string, seed: Awaited<ReturnType<typeof openSeed>>, databaseUrl: string) => {
  const [ada, ben, cara, dan, eva, fay, gus, root] = await seed.people(8)
  if (!ada || !ben || !cara || !dan || !eva || !fay || !gus || !root) throw new Error("There are not enough people.")
  const [first, second] = [await seed.board([ada, cara, dan], 30), await seed.board([ben, eva], 30)]
  await seed.close()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const key = randomBytes(24).toString("base64url")
  await sql`update app.membership set role = 2 where person_id = ${dan.id}`
  await sql`update app.person set role = 0 where id = ${root.id}`
  /** The headers of a visitor of the first plan's link. */
  const visitor: Record<string, string> = {}
  const rights = await sql`select plan_id, person_id, role from app.membership`
  /** What the requests about a plan rest on, however many of them have deleted or revoked it. */
  const renew = async () => {
    await sql`delete from app.plan_key where plan_id = ${first.planId}`
    await sql`insert into app.plan_key (plan_id, name, access, hash)
      values (${first.planId}, 'Fuzz', 'write', ${createHash("sha256").update(key).digest()})`
    await sql`delete from app.public_link where plan_id = ${first.planId}`
    const [link] = await sql<{ id: string }[]>`
      insert into app.public_link (plan_id, seed, token_hash) values (${first.planId}, 'x', ${randomBytes(32)}) returning id`
    visitor[visitHeader] = signed("public link", String(link?.id))
    await sql`insert into app.membership ${sql(rights, "plan_id", "person_id", "role")}
      on conflict (plan_id, person_id) do update set role = excluded.role`
    for (const { planId, goals, items, tasks } of [ofFirst, ofSecond]) {
      await sql`update app.goal set deletion_id = null where plan_id = ${planId} and id = any (${goals}::bigint[])`
      await sql`update app.item set deletion_id = null, completed_date = null where plan_id = ${planId} and id = any (${items}::bigint[])`
      await sql`update app.task set deletion_id = null where plan_id = ${planId} and id = any (${tasks}::bigint[])`
    }
  }
  const tasks = await sql<{ id: string }[]>`select id from app.task order by id limit 20`
  const ofFirst = await stockOf(url, sql, first.planId, ada, cara)
  const ofSecond = await stockOf(url, sql, second.planId, ben, eva)
  const [marksOfFirst, marksOfSecond] = [await mark(sql, first.planId), await mark(sql, second.planId)]
  const [inFirst, inSecond] = [Object.values(marksOfFirst), Object.values(marksOfSecond)]
  const by = (name: string, { cookie, id }: BenchPerson, ...foreign: string[]): Caller => ({
    name,
    headers: { cookie, origin: url },
    foreign,
    stock: { ...(foreign[0] === marksOfFirst.board ? ofSecond : ofFirst), self: id },
  })
  const callers: Caller[] = [
    by("owner", ada, ...inSecond),
    by("member", cara, ...inSecond),
    by("viewer", dan, ...inSecond),
    { name: "key", headers: { "x-api-key": key }, foreign: inSecond, stock: ofFirst },
    { name: "visitor", headers: visitor, foreign: [marksOfFirst.hidden, ...inSecond], stock: ofFirst },
    by("other owner", ben, ...inFirst),
    by("other member", eva, ...inFirst),
    by("stranger", fay, ...inFirst, ...inSecond),
    by("another stranger", gus, ...inFirst, ...inSecond),
    // A System Admin has every plan.
    by(systemAdmin, root),
    { name: "signed out", headers: {}, foreign: [...inFirst, ...inSecond], stock: ofFirst },
  ]
  const ids = {
    plans: [first.planId, second.planId],
    others: [...first.items.slice(0, 10), ...second.items.slice(0, 10), ...tasks.map(({ id }) => Number(id))],
  }
  return { callers, ids, renew, close: () => sql.end() }
}

/** Marks the texts of a plan: those on its board, which visitors see, and all others. */
const mark = async (sql: postgres.Sql, planId: number) => {
  const marks = { board: `board-of-${planId}-${randomUUID()}`, hidden: `rest-of-${planId}-${randomUUID()}` }
  for (const [table, field] of [
    ["goal", "description"],
    ["item", "description"],
    ["task", "description"],
  ] as const)
    await sql`update ${sql(`app.${table}`)} set ${sql(field)} = ${marks.board} where plan_id = ${planId}`
  for (const [table, field] of [
    ["note", "content"],
    ["comment", "content"],
    ["message", "content"],
  ] as const)
    await sql`update ${sql(`app.${table}`)} set ${sql(field)} = ${marks.hidden} where plan_id = ${planId}`
  return marks
}

/** Adds notes, and a conversation of the owner with the other. */
const stockOf = async (
  url: string,
  sql: postgres.Sql,
  planId: number,
  owner: BenchPerson,
  other: BenchPerson,
): Promise<Stock> => {
  const made = async (path: string, body: object) => {
    const headers = { cookie: owner.cookie, origin: url, "content-type": "application/json" }
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { id: number }).id
  }
  const notes = [
    await made("/api/Note", { planId, title: "Harbour", visibility: 1 }),
    await made("/api/Note", { planId, title: "Quay", visibility: 1 }),
  ]
  const conversations = [await made("/api/message/conversations", { planId, participantIds: [other.id] })]
  await made(`/api/message/conversations/${conversations[0]}/messages`, { content: "Hello" })
  const ids = async (table: string) =>
    (await sql`select id from ${sql(`app.${table}`)} where plan_id = ${planId} order by id`).map(({ id }) => Number(id))
  const people = await sql`select person_id as id from app.membership where plan_id = ${planId} order by 1`
  return {
    ...{ planId, self: owner.id, notes, conversations, people: people.map(({ id }) => Number(id)) },
    ...{ goals: await ids("goal"), items: await ids("item"), tasks: await ids("task") },
  }
}

/**
 * Sends a request, and once more where the connection was closed under it: that may be the end of an idle one. Throws when the product has
 * ended, or closes the new connection too.
 */
const send = async (product: Pick<Product, "url" | "pid">, request: HostileRequest, caller: Caller) => {
  try {
    return { ...(await sendOnce(product.url, request, caller)), again: 0 }
  } catch (error) {
    const asked = `${caller.name}: ${request.method} ${request.path} ${request.body?.slice(0, 200)}`
    if (!isAlive(product.pid)) throw new Error(`The product ended while it was asked by ${asked}`, { cause: error })
    const answer = await sendOnce(product.url, request, caller).catch((cause: unknown) => {
      throw new Error(`The product lives, but cut off twice what was asked by ${asked}`, { cause })
    })
    return { ...answer, again: 1 }
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const sendOnce = async (url: string, { method, path, type, body }: HostileRequest, { headers }: Caller) => {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(type ? { "content-type": type } : {}) },
    ...(body === null || method === "GET" ? {} : { body }),
    redirect: "manual",
  })
  return { status: answer.status, text: await answer.text() }
}

/** The memory once it no longer falls, or is as small as before. */
const settledMemory = async (product: { url: string }, enough: number) => {
  let least = (await readProcess(product)).mebibytes
  for (let tries = 0; tries < 12 && least > enough; tries++) {
    await pause(5_000)
    least = Math.min(least, (await readProcess(product)).mebibytes)
  }
  return least
}
