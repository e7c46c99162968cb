// Push: notifications that reach a device through its push service.
import { createECDH, randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import ece from "http_ece"
import { decodeJwt, importJWK, jwtVerify } from "jose"
import { afterAll, expect, test, vi } from "vitest"
import type { Pushed } from "~/client/notification/pushed"
import { notificationCalls } from "~/contract/notification"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { jobQueue } from "~/database/job.server"
import { pushJobs, restNoDevices } from "~/domain/notify/push-jobs.server"
import { type Caller, openApi } from "../support/api/api.ts"
import { runJob } from "../support/api/jobs.ts"

const api = await openApi()
const ada = await api.person()
const grace = await api.person()
const own = await api.filled(ada)
await api.join(own.plan.id, grace)
afterAll(api.close)

const note = (as: Caller, taskId: number) =>
  api.send(taskCalls.addComment, { planId: own.plan.id, id: taskId, content: "A note", mentions: [] }, { as })
const owned = (by: Caller, owner: Caller, more: object = {}) =>
  api.task(by, own.plan.id, own.item.id, { ownerId: owner.id, ...more })

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

test("a device hears that a card is no longer waiting, once its last blocker is completed", async () => {
  const push = await openPushService()
  const eve = await api.person()
  await api.join(own.plan.id, eve)
  await api.send(notificationCalls.subscribe, push.subscription, { as: eve })
  const [dig, survey] = [await owned(ada, ada), await owned(ada, ada)]
  const lay = await owned(ada, eve, { description: "Lay the cable", blockedByIds: [dig.id, survey.id] })
  await runPush()
  push.received.length = 0
  const finish = (id: number) =>
    api.send(taskCalls.update, { planId: own.plan.id, id, type: 2 }, { as: ada }).then(runPush)
  await finish(dig.id)
  expect(push.received).toEqual([])
  await finish(survey.id)
  expect(push.received.map(({ message }) => message)).toMatchObject([
    {
      title: "“Lay the cable” is no longer waiting",
      url: expect.stringContaining(`/plan/${own.plan.id}/tasks/${lay.id}`),
    },
  ])
  push.close()
})
