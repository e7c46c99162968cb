// apiOver(dispatch, origin): makes calls of the API, with helpers for people and plans in the open database.
import { createHash, randomBytes } from "node:crypto"
import { type Given, requestOf } from "~/client/api"
import type { AnswerOf, Call, CallOptions } from "~/contract/call"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { planCalls } from "~/contract/plan"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { startSession } from "~/domain/sign-in/session.server"
import { addFault } from "../faults.ts"

export type Caller = { id: number; email: string; userName: string; cookie: string }
export type Answer<T> = { status: number; headers: Headers; body: T; text: string; bytes: Uint8Array }
type Sent = {
  body?: unknown
  raw?: string | Uint8Array<ArrayBuffer>
  form?: FormData
  headers?: Record<string, string>
  as?: Caller | null
}

export type ApiOver = ReturnType<typeof apiOver>

export const apiOver = (dispatch: (request: Request) => Promise<Response>, origin: string) => {
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

  /** Gives the plan the key named Integration. */
  const key = async (planId: number) => {
    const made = randomBytes(24).toString("base64url")
    await db()`
      insert into app.plan_key (plan_id, name, access, hash, is_integration)
      values (${planId}, 'Integration', 'write', ${createHash("sha256").update(made).digest()}, true)
      on conflict (plan_id) where is_integration do update set hash = excluded.hash`
    return made
  }

  return { call, send, upload, person, join: join_, plan, goal, item, task, filled, key }
}
