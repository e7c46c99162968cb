// Notifications: what makes one, who reads it, how it is marked read, and how it reaches a device.
import { createECDH, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import ece from "http_ece"
import { decodeJwt, importJWK, jwtVerify } from "jose"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { Pushed } from "~/client/notification/pushed"
import { invitationCalls } from "~/contract/invitation"
import { itemCalls } from "~/contract/item"
import { notification, notificationCalls } from "~/contract/notification"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { dropOldest } from "~/database/board.server"
import { db } from "~/database/connection.server"
import { jobQueue } from "~/database/job.server"
import { pushJobs, restNoDevices } from "~/domain/push-jobs.server"
import { type Api, type Caller, openApi } from "../support/api.ts"
import { runJob } from "../support/jobs.ts"

let api: Api
let ada: Caller
let grace: Caller
let own: Awaited<ReturnType<Api["filled"]>>
beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  grace = await api.person()
  own = await api.filled(ada)
  await api.join(own.plan.id, grace)
})
afterAll(() => api.close())

const listOf = async (who: Caller, planId: number | undefined = own.plan.id) =>
  (await api.send(notificationCalls.list, { userId: who.id, ...(planId ? { planId } : {}) }, { as: who })).body
const unreadOf = async (who: Caller) => (await api.send(notificationCalls.unread, { userId: who.id }, { as: who })).body
const note = (as: Caller, taskId: number, mentions: Caller[] = []) =>
  api.send(
    taskCalls.addComment,
    {
      id: taskId,
      planId: own.plan.id,
      content: "A note",
      mentions: mentions.map(({ id }) => ({ MentionedUserId: id })),
    },
    { as },
  )
const owned = (by: Caller, owner: Caller, more: object = {}) =>
  api.task(by, own.plan.id, own.item.id, { ownerId: owner.id, ...more })

test("a new owner of a task or an action is notified, unless it was their own doing", async () => {
  const task = await owned(ada, grace, { description: "Order kerbs" })
  expect(notification.parse((await listOf(grace))[0])).toMatchObject({
    kind: "assigned",
    title: "You now own “Order kerbs”",
    actor: { id: ada.id, userName: ada.userName },
    taskId: task.id,
    isRead: false,
  })
  const before = (await listOf(grace)).length
  const planId = own.plan.id
  await api.send(taskCalls.update, { planId, id: task.id, description: "Order the kerbs" }, { as: ada })
  await owned(grace, grace)
  expect(await listOf(grace)).toHaveLength(before)
  await api.send(itemCalls.update, { planId, id: own.item.id, ownerId: grace.id }, { as: ada })
  expect((await listOf(grace))[0]).toMatchObject({ kind: "assigned", itemId: own.item.id, taskId: null })
})

test("a draft tells its owner when it is published", async () => {
  const draft = await owned(ada, grace, { description: "Later", isDraft: true })
  const before = (await listOf(grace)).length
  await note(ada, draft.id)
  expect(await listOf(grace)).toHaveLength(before)
  await api.send(taskCalls.update, { planId: own.plan.id, id: draft.id, isDraft: false }, { as: ada })
  expect((await listOf(grace))[0]).toMatchObject({ kind: "assigned", taskId: draft.id })
})

test("the owner of a card is notified of a note on it, once when they are mentioned in it too", async () => {
  const task = await owned(ada, grace)
  const kinds = async () => (await listOf(grace)).filter(({ taskId }) => taskId === task.id).map(({ kind }) => kind)
  await note(ada, task.id)
  expect(await kinds()).toEqual(["comment", "assigned"])
  await note(ada, task.id, [grace])
  expect(await kinds()).toEqual(["mention", "comment", "assigned"])
  await note(grace, task.id)
  expect(await kinds()).toHaveLength(3)
})

test("an inviter is notified when the guest joins, and a person who imports or restores when it is done", async () => {
  const planId = own.plan.id
  const eve = await api.person()
  await api.send(invitationCalls.invite, { email: eve.email, planId, role: 1 }, { as: ada })
  const [{ token = "" } = {}] = await db()<{ token: string }[]>`
    select token from app.invitation where lower(email) = ${eve.email}`
  await api.send(invitationCalls.accept, { token }, { as: eve })
  expect((await listOf(ada))[0]).toMatchObject({ kind: "accepted", actor: { id: eve.id } })

  const { body: version } = await api.send(planCalls.snapshot, { planId }, { as: ada })
  await api.send(planCalls.restore, { planId, revisionId: version.id }, { as: ada })
  expect((await listOf(ada))[0]).toMatchObject({ kind: "restored", isRead: false })

  const form = new FormData()
  form.set("file", new File(["# Kerbs\n## Goal\n- Action\n"], "plan.md"))
  const { body: made } = await api.call<{ id: number }>("POST", "/api/Plan/import", { as: ada, form })
  expect(await listOf(ada, made.id)).toMatchObject([{ kind: "imported", title: "“Kerbs” has been imported" }])
})

test("without a plan the list and the count are of all plans that one is a member of", async () => {
  const other = await api.filled(ada)
  await api.join(other.plan.id, grace)
  await api.task(ada, other.plan.id, other.item.id, { ownerId: grace.id })
  const all = await listOf(grace, 0)
  expect(new Set(all.map(({ planId }) => planId))).toEqual(new Set([own.plan.id, other.plan.id]))
  const { total, byPlan } = await unreadOf(grace)
  expect(total).toBe(all.filter(({ isRead }) => !isRead).length)
  expect(byPlan[other.plan.id]).toBe(1)
  await api.send(planCalls.removeMember, { planId: other.plan.id, userId: grace.id }, { as: ada })
  expect((await listOf(grace, 0)).some(({ planId }) => planId === other.plan.id)).toBe(false)
  expect((await unreadOf(grace)).byPlan).not.toHaveProperty(String(other.plan.id))
})

test("read-all needs a plan and leaves other plans' and other people's unread", async () => {
  const other = await api.filled(ada)
  await api.join(other.plan.id, grace)
  await api.task(ada, other.plan.id, other.item.id, { ownerId: grace.id })
  await owned(grace, ada)
  const adas = (await unreadOf(ada)).byPlan[own.plan.id]
  expect((await api.call("PUT", "/api/notification/read-all", { as: grace })).status).toBe(400)
  expect((await api.send(notificationCalls.readAll, { planId: own.plan.id }, { as: grace })).status).toBe(204)
  expect((await listOf(grace)).every(({ isRead }) => isRead)).toBe(true)
  expect((await unreadOf(grace)).byPlan).toEqual({ [other.plan.id]: 1 })
  expect((await unreadOf(ada)).byPlan[own.plan.id]).toBe(adas)
})

test("10,000 notifications of ten plans are counted and listed in pages, each once, also after the oldest are dropped", async () => {
  const eve = await api.person()
  const plans = await Promise.all(Array.from({ length: 10 }, () => api.plan(eve)))
  for (const { id } of plans)
    await db()`
      insert into app.notification (plan_id, person_id, kind, title)
      select ${id}, ${eve.id}, 'comment', 'Note ' || n from generate_series(1, 1000) n`
  await dropOldest()
  expect((await unreadOf(eve)).total).toBe(10_000)
  const all = await db()<{ id: number }[]>`
    select id::int from app.notification where person_id = ${eve.id} order by id desc`
  // The first pages and the last ones.
  for (const at of [0, 100, 200, 9_800, 9_900]) {
    const before = all[at - 1]?.id
    const query = { userId: eve.id, ...(before ? { before } : {}) }
    const { body, headers } = await api.send(notificationCalls.list, query, { as: eve })
    const ids = all.slice(at, at + 100).map(({ id }) => id)
    expect(body.map(({ id }) => id)).toEqual(ids)
    const link = headers.get("link")
    if (at === 9_900) expect(link).toBeNull()
    else expect(link).toContain(`before=${ids.at(-1)}`)
  }
})

/** A push service on loopback with one device. `status`: what it answers from now on. */
const openPushService = async () => {
  const device = createECDH("prime256v1")
  const publicKey = device.generateKeys("base64url")
  const auth = randomBytes(16).toString("base64url")
  const received: { authorization: string; message: Pushed }[] = []
  const service = { status: 201, takesMs: 0 }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const content = ece.decrypt(body, { version: "aes128gcm", privateKey: device, authSecret: auth })
    const { authorization = "", "content-encoding": encoding, ttl } = request.headers
    expect([encoding, Number(ttl) > 0]).toEqual(["aes128gcm", true])
    received.push({ authorization, message: JSON.parse(content.toString()) })
    if (service.takesMs > 0) vi.setSystemTime(Date.now() + service.takesMs)
    response.writeHead(service.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const subscription = { endpoint: `${origin}/device`, keys: { p256dh: publicKey, auth } }
  return { service, received, origin, subscription, close: () => server.close() }
}

/** Runs the waiting jobs of web push; returns how many there were. */
const runPush = async () => {
  const jobs = await jobQueue.take(Object.keys(pushJobs), 100)
  for (const job of jobs) {
    await runJob(pushJobs, job)
    await jobQueue.finish(job)
  }
  return jobs.length
}

test("a subscribed device gets an unread notification, encrypted for it and signed by the installation", async () => {
  const push = await openPushService()
  const { publicKey } = (await api.send(notificationCalls.pushKey, {}, { as: grace })).body
  expect((await api.send(notificationCalls.subscribe, push.subscription, { as: grace })).status).toBe(201)
  expect((await api.send(notificationCalls.subscribe, push.subscription, { as: grace })).status).toBe(201)
  const task = await owned(ada, grace, { description: "Paint the kerb" })
  expect(await runPush()).toBe(1)
  expect(push.received.map(({ message }) => message)).toEqual([
    {
      title: "You now own “Paint the kerb”",
      body: own.plan.name,
      url: `/plan/${own.plan.id}/tasks/${task.id}?menu=notes`,
      id: expect.any(Number),
      tag: expect.stringMatching(/^notification-\d+$/),
    },
  ])
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(push.received[0]?.authorization ?? "") ?? []
  expect(key).toBe(publicKey)
  expect(decodeJwt(token)).toMatchObject({ aud: push.origin, sub: "mailto:laneway@example.org" })
  const point = Buffer.from(key, "base64url")
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")]
  await jwtVerify(token, await importJWK({ kty: "EC", crv: "P-256", x, y }, "ES256"))

  // A notification that was read in the meantime is not sent, nor one for a device that has been signed out.
  await owned(ada, grace)
  await api.send(notificationCalls.readAll, { planId: own.plan.id }, { as: grace })
  expect(await runPush()).toBe(1)
  expect(push.received).toHaveLength(1)
  const session = grace.cookie
  await owned(ada, grace)
  await db()`delete from app.session where person_id = ${grace.id}`
  expect([await runPush(), push.received.length, session.length > 0]).toEqual([1, 1, true])
  push.close()
})

test("a device that its push service no longer knows is removed; a service that fails is asked again", async () => {
  const push = await openPushService()
  const eve = await api.person()
  await api.join(own.plan.id, eve)
  await api.send(notificationCalls.subscribe, push.subscription, { as: eve })
  const task = await owned(ada, eve)
  push.service.status = 503
  await expect(runPush()).rejects.toThrow("answered 503")
  const devices = () => db()`select id from app.push_subscription where person_id = ${eve.id}`
  expect(await devices()).toHaveLength(1)
  // A service that does not answer is given nothing more for a minute; what has failed is sent again after it.
  await note(ada, task.id)
  expect([await runPush(), push.received.length]).toEqual([1, 1])
  for (const status of [410, 404]) {
    restNoDevices()
    await api.send(notificationCalls.subscribe, push.subscription, { as: eve })
    expect(await devices()).toHaveLength(1)
    push.service.status = status
    await note(ada, task.id)
    expect(await runPush()).toBe(1)
    expect([status, await devices()]).toEqual([status, []])
  }
  push.close()
})

test("services that never answer take up few places of others, and leave no dead letters: after ten tries a push is given up", async () => {
  const push = await openPushService()
  const eve = await api.person()
  await api.join(own.plan.id, eve)
  for (let n = 0; n < 5; n++)
    await api.send(notificationCalls.subscribe, { ...push.subscription, endpoint: `${push.origin}/${n}` }, { as: eve })
  push.service.status = 500
  restNoDevices()
  await owned(ada, eve)
  const jobs = await jobQueue.take(Object.keys(pushJobs), 100)
  expect(jobs).toHaveLength(5)
  const failed = await Promise.allSettled(jobs.slice(0, 2).map((job) => runJob(pushJobs, job)))
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  for (const job of jobs.slice(2)) await runJob(pushJobs, job)
  expect(push.received).toHaveLength(2)
  const [first] = jobs
  if (!first) throw new Error("no job")
  restNoDevices()
  await expect(runJob(pushJobs, { ...first, attempts: 9 })).rejects.toThrow("answered 500")
  restNoDevices()
  expect(await runJob(pushJobs, { ...first, attempts: 10 })).toBeUndefined()
  // A service may only be down for a while.
  expect(await db()`select id from app.push_subscription where person_id = ${eve.id}`).toHaveLength(5)
  for (const job of jobs) await jobQueue.finish(job)
  restNoDevices()
  push.close()
})

test("a service elsewhere that answers slowly rests; those of browsers' makers have places of their own", async () => {
  const push = await openPushService()
  const eve = await api.person()
  await api.join(own.plan.id, eve)
  await api.send(notificationCalls.subscribe, push.subscription, { as: eve })
  vi.useFakeTimers({ toFake: ["Date"] })
  push.service.takesMs = 3_000
  restNoDevices()
  const task = await owned(ada, eve)
  expect([await runPush(), push.received.length]).toEqual([1, 1])
  await note(ada, task.id)
  expect([await runPush(), push.received.length]).toEqual([1, 1])
  vi.useRealTimers()
  const makers = [
    "fcm.googleapis.com/",
    "updates.push.services.mozilla.com/",
    "web.push.apple.com/",
    "db5.notify.windows.com/",
  ]
  const others = [
    "fcm.googleapis.com.example.org/",
    "example.org/push.apple.com/",
    "evilpush.apple.com/",
    "web.push.apple.com:8443/",
  ]
  const kinds = async (hosts: string[]) =>
    (
      await db()<
        { kind: string }[]
      >`select distinct app.push_kind('https://' || h) as kind from unnest(${hosts}::text[]) h`
    ).map(({ kind }) => kind)
  expect([await kinds(makers), await kinds(others)]).toEqual([["push.device"], ["push.elsewhere"]])
  restNoDevices()
  push.close()
})

test("a subscription names a push service, and belongs to one person's device until they end it", async () => {
  const push = await openPushService()
  const eve = await api.person()
  const mallory = await api.person()
  const subscribe = (as: Caller, body: object) => api.call("POST", "/api/notification/subscriptions", { as, body })
  const { endpoint, keys } = push.subscription
  for (const wrong of ["http://push.example.org/x", "ftp://127.0.0.1/x", "nonsense", "https://a:b@push.example.org/x"])
    expect((await subscribe(eve, { endpoint: wrong, keys })).status).toBe(400)
  const long = Array.from({ length: 1_900 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join("")
  for (const wrong of [long, "\r\nX-Header: 1", " ", "é"].map((end) => `https://push.example.org/${end}`))
    expect((await subscribe(eve, { endpoint: wrong, keys })).status).toBe(400)
  expect((await subscribe(eve, { endpoint, keys: { ...keys, auth: "short" } })).status).toBe(400)
  expect((await subscribe(eve, { endpoint, keys })).status).toBe(201)
  const end = (as: Caller) => api.send(notificationCalls.unsubscribe, { endpoint }, { as })
  const devices = () => db()`select person_id from app.push_subscription where endpoint = ${endpoint}`
  expect([(await end(mallory)).status, (await devices()).length]).toEqual([204, 1])
  // The address alone doesn't take a device over; the browser that two people share has its keys too.
  const own = { ...keys, auth: randomBytes(16).toString("base64url") }
  expect((await subscribe(mallory, { endpoint, keys: own })).status).toBe(409)
  expect(await devices()).toEqual([{ person_id: eve.id }])
  expect((await subscribe(mallory, { endpoint, keys })).status).toBe(201)
  expect(await devices()).toEqual([{ person_id: mallory.id }])
  expect((await subscribe(eve, { endpoint, keys })).status).toBe(201)
  expect([(await end(eve)).status, (await devices()).length]).toEqual([204, 0])
  for (let n = 0; n < 25; n++) await subscribe(eve, { endpoint: `https://push.example.org/${n}`, keys })
  expect(await db()`select id from app.push_subscription where person_id = ${eve.id}`).toHaveLength(20)
  push.close()
})

test("push reaches no address inside the network, and drops a device for which nothing can be encrypted", async () => {
  const eve = await api.person()
  await api.join(own.plan.id, eve)
  for (const host of ["10.0.0.7", "192.168.1.1", "169.254.169.254", "[::ffff:10.0.0.7]", "[fd00::1]"])
    await api.send(
      notificationCalls.subscribe,
      {
        endpoint: `https://${host}/device`,
        keys: {
          p256dh: createECDH("prime256v1").generateKeys("base64url"),
          auth: randomBytes(16).toString("base64url"),
        },
      },
      { as: eve },
    )
  const keys = { p256dh: "B".repeat(87), auth: "B".repeat(22) }
  await api.send(notificationCalls.subscribe, { endpoint: "https://push.example.org/point", keys }, { as: eve })
  await owned(ada, eve)
  expect(await runPush()).toBe(6)
  expect(await db()`select id from app.push_subscription where person_id = ${eve.id}`).toHaveLength(0)
})
