// openApi(): the whole API on its own database, called in process, with helpers for people and plans.
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SignJWT } from "jose"
import { onUnexpected } from "~/api/answer.server"
import { openImports } from "~/api/import-places.server"
import { openOrigin } from "~/api/origin.server"
import { limitRates } from "~/api/rate-limit.server"
import { serveApi as dispatch } from "~/api/resources.server"
import { type Given, requestOf } from "~/client/api"
import type { AnswerOf, Call, CallOptions } from "~/contract/call"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { defaultQuotas } from "~/contract/quota"
import { taskCalls } from "~/contract/task"
import { closeDatabase, db, openDatabase } from "~/database/connection.server"
import { openBilling } from "~/domain/billing.server"
import { openPeople } from "~/domain/people.server"
import { openQuotas } from "~/domain/quota.server"
import { startSession } from "~/domain/session.server"
import { closeMail, openMail } from "~/outside/mail.server"
import { makePushKey, openPush } from "~/outside/push.server"
import { openRealtime } from "~/outside/realtime.server"
import { openStorage } from "~/outside/storage.server"
import { openStripe } from "~/outside/stripe.server"
import { createStorage } from "../../supabase/embedded/storage.ts"
import { cloneDatabase } from "./database.ts"
import { addFault } from "./faults.ts"
import { type StripeServer, stripeKeys } from "./stripe.ts"

export const origin = "http://localhost:3000"

/** Of files in memory, and of one person's imports that run or wait. */
export const importLimits = { bytes: 160 * 1_048_576, bytesPerPerson: 60 * 1_048_576, perPerson: 10 }

export type Caller = { id: number; email: string; userName: string; cookie: string }
export type Answer<T> = { status: number; headers: Headers; body: T; text: string; bytes: Uint8Array }
type Sent = {
  body?: unknown
  raw?: string | Uint8Array<ArrayBuffer>
  form?: FormData
  headers?: Record<string, string>
  as?: Caller | null
}

export type Api = Awaited<ReturnType<typeof openApi>>

type ApiOptions = {
  /** With one, a test may run calls in its own transaction. */
  connections?: number
  /** Of sign-in mails. */
  rateLimits?: boolean
  /** Turns billing on, with a trial of 14 days. */
  stripe?: StripeServer
}

export const openApi = async ({ connections = 4, rateLimits = true, stripe }: ApiOptions = {}) => {
  const database = await cloneDatabase()
  const outbox = mkdtempSync(join(tmpdir(), "laneway-outbox-"))
  await openDatabase({ url: database.url, socket: null, max: connections, prepare: true })
  const closePeople = await openPeople({
    secrets: ["a secret of at least thirty-two characters"],
    publicUrl: origin,
    mcpUrl: "ws://localhost:3001",
    adminEmails: [],
    rateLimits,
    mailWaitsHere: false,
    mails: { perSender: 200, perRecipient: 30 },
  })
  await openMail({ smtpUrl: null, from: "Laneway <laneway@example.org>", outboxDir: outbox })
  openRealtime({ url: origin, anonKey: "anon", jwtSecret: "another secret of at least thirty-two characters" })
  const jwtSecret = "a third secret of at least thirty-two characters"
  const storage = await createStorage({ directory: join(outbox, "files"), jwtSecret })
  const serviceRoleKey = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(jwtSecret))
  openStorage({ url: origin, serviceRoleKey, fetch: storage.fetch })
  await openStripe(stripe ? { ...stripeKeys, apiUrl: stripe.state.url, timeoutMs: 500 } : null)
  openBilling(stripe ? { trialDays: 14, publicUrl: origin } : null)
  openOrigin(origin)
  openPush({ key: await makePushKey(), contact: "mailto:laneway@example.org", mayReachLoopback: true })
  await openQuotas(defaultQuotas)
  openImports(importLimits)
  limitRates(false)
  onUnexpected((error) => addFault(error))

  const call = async <T = unknown>(
    method: string,
    path: string,
    { body, raw, form, headers = {}, as }: Sent = {},
  ): Promise<Answer<T>> => {
    const formed = form && new Response(form)
    const type = formed?.headers.get("content-type") ?? "application/json"
    const sent = formed
      ? new Uint8Array(await formed.arrayBuffer())
      : (raw ?? (body === undefined ? undefined : JSON.stringify(body)))
    const answer = await dispatch(
      new Request(`${origin}${path}`, {
        method,
        headers: {
          ...(as ? { cookie: as.cookie, origin } : {}),
          ...(sent === undefined ? {} : { "content-type": type }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
        redirect: "manual",
      }),
      { ip: "127.0.0.1" },
    )
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    if (answer.status >= 500) addFault(`${answer.status} ${method} ${path}: ${text}`)
    const isJson = /json/.test(answer.headers.get("content-type") ?? "")
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      bytes,
      body: (isJson && text ? JSON.parse(text) : undefined) as T,
    }
  }

  /** Makes a call declared by the contract. */
  const send = <O extends CallOptions>(
    declared: Call<O>,
    input: Given<Call<O>>,
    more: Pick<Sent, "as" | "headers"> = {},
  ): Promise<Answer<AnswerOf<Call<O>>>> => {
    const { address, body } = requestOf(declared as Call, input as Record<string, unknown>)
    return call(declared.method, address, { ...more, ...(body instanceof FormData ? { form: body } : { raw: body }) })
  }

  const upload = <T = unknown>(as: Caller, planId: number, form: FormData, headers: Record<string, string> = {}) =>
    call<T>("POST", `/api/File/UploadFile/${planId}`, { as, form, headers })

  let people = 0
  const person = async (options: { role?: number } = {}): Promise<Caller> => {
    const n = ++people
    const email = `person${n}@example.org`
    const userName = `Person ${n}`
    const [row] = await db()<{ id: number }[]>`
      insert into app.person (email, user_name, role) values (${email}, ${userName}, ${options.role ?? 3}) returning id`
    const id = row?.id ?? 0
    return { id, email, userName, cookie: `laneway_session=${await startSession(id)}` }
  }

  /** Makes `who` a member, as an accepted invitation does. */
  const join_ = async (planId: number, who: Caller, role: 0 | 1 | 2 = 1) => {
    await db()`insert into app.membership (plan_id, person_id, role) values (${planId}, ${who.id}, ${role})`
  }

  const plan = async (as: Caller, name = "Plan") => (await send(planCalls.create, { name }, { as })).body
  const goal = async (as: Caller, planId: number, more: Partial<Given<typeof goalCalls.create>> = {}) =>
    (await send(goalCalls.create, { planId, name: "Goal", ...more }, { as })).body
  const item = async (as: Caller, planId: number, more: Partial<Given<typeof itemCalls.create>> = {}) =>
    (await send(itemCalls.create, { planId, topic: "Action", ...more }, { as })).body
  const task = async (as: Caller, planId: number, itemId: number, more: Partial<Given<typeof taskCalls.create>> = {}) =>
    (await send(taskCalls.create, { planId, itemId, description: "Task", ...more }, { as })).body

  /** A plan with a goal, its action and that action's task. */
  const filled = async (as: Caller) => {
    const made = await plan(as)
    const g = await goal(as, made.id)
    const i = await item(as, made.id, { goalId: g.id })
    const t = await task(as, made.id, i.id)
    return { plan: made, goal: g, item: i, task: t }
  }

  /** Gives the plan an API key. */
  const key = async (planId: number) => {
    const made = randomBytes(24).toString("base64url")
    await db()`update app.plan set api_key_hash = ${createHash("sha256").update(made).digest()} where id = ${planId}`
    return made
  }

  /** The mails in the outbox, oldest first, decoded. */
  const mails = () =>
    readdirSync(outbox)
      .filter((name) => name.endsWith(".eml"))
      .sort()
      .map((name) =>
        readFileSync(join(outbox, name), "utf8")
          .replace(/=\r\n/g, "")
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      )

  const close = async () => {
    closeMail()
    await closePeople()
    await closeDatabase()
    await database.drop()
    rmSync(outbox, { recursive: true, force: true })
  }
  return {
    call,
    send,
    upload,
    person,
    join: join_,
    plan,
    goal,
    item,
    task,
    filled,
    key,
    mails,
    close,
    outbox,
    database,
    dispatch,
    storage,
    serviceRoleKey,
    files: join(outbox, "files"),
  }
}
