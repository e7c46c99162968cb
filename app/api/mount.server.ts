import type { Call, InputOf } from "~/contract/call"
import { type Fault, invalidInput, parse, parseSent } from "~/contract/parse"
import { isRefusal, problem, refusal } from "~/contract/problem"
import type { ActorOf, Identity } from "~/domain/core/actor"
import { door } from "~/domain/core/door.server"
import type { Handler } from "~/domain/core/handlers.server"
import { once } from "~/domain/core/once.server"
import { type Holding, holding } from "~/domain/limits/held.server"
import { countRefusal } from "~/domain/limits/refusals.server"
import { logSecurity, type SecurityEvent } from "~/domain/limits/security-log.server"
import { answerThrown, empty, json, refused, wrongMethod } from "./answer.server"
import { idempotent } from "./idempotent.server"
import { type Caller, identify } from "./identify.server"
import { inLanguageOf } from "./language.server"
import { refuseForeignOrigin, refuseVisit } from "./origin.server"
import { countFor } from "./rate-limit.server"
import { readJson } from "./read-body.server"

/** Answers a call whose request or answer isn't just JSON. */
export type Raw<C extends Call> = (
  request: Request,
  input: InputOf<C>,
  caller: Pick<Caller, "ip" | "sessionId" | "requestId" | "counted"> & { actor: ActorOf<C>; hold: Holding },
) => Promise<Response>

/** Serves a resource's calls: each has a handler, or a raw one that answers with the response itself. */
export const mount = (
  calls: Record<string, Call>,
  handlers: Record<string, Handler<Call>>,
  raw: Record<string, Raw<Call>> = {},
) => {
  const table = Object.entries(calls)
    .map(([name, call]) => ({ name, call, segments: segmentsOf(call.path) }))
    .sort((a, b) => literals(b.segments) - literals(a.segments))

  return async (request: Request, ip: string, requestId: string): Promise<Response> => {
    const log = (event: SecurityEvent, identity: Identity | null, more: Record<string, unknown>) => {
      const plan = identity?.planScope ?? null
      logSecurity(event, { requestId, from: ip, person: identity?.userId ?? null, plan, ...more })
    }
    let known: Identity | null = null
    let hold: Holding | undefined
    const noted = (status: number) =>
      countRefusal({ status, from: ip, person: known?.userId ?? null, plan: known?.planScope ?? null })
    try {
      const url = new URL(request.url)
      const wanted = segmentsOf(url.pathname)
      const here = table.filter(({ segments }) => fits(segments, wanted))
      const method = request.method === "HEAD" ? "GET" : request.method
      const found = here.find(({ call }) => call.method === method)
      if (!found) noted(here.length === 0 ? 404 : 405)
      if (!found)
        return here.length === 0 ? unknown(url.pathname) : wrongMethod(allowed(here.map(({ call }) => call.method)))
      const { name, call, segments } = found

      const caller = { ...(await identify(request, ip)), requestId }
      const { identity, byCookie, renewal, counted } = caller
      known = identity
      if (byCookie && method !== "GET") refuseForeignOrigin(request)
      if (byCookie && call.acts) refuseVisit(request)
      if (call.rate) await countFor(counted, call.rate)

      const body = holding("bodies", counted.all ?? counted.by)
      hold = body
      const read = async () => {
        const sent = call.method === "GET" || call.form || call.unread ? undefined : await readJson(request, call, body)
        return inputOf(call, paramsOf(segments, wanted), url.searchParams, sent)
      }
      const logged = call.logged
      return await door(call, identity, read, async (actor, input) => {
        const fields = input as Record<string, unknown>
        const succeeded = () => {
          if (!logged || (logged.with && fields[logged.with] === undefined)) return
          log(logged.as, identity, { call: `${call.method} ${call.path}`, ...loggedFields(fields) })
        }
        const special = raw[name]
        if (special) {
          const answer = await special(request, input, { ...caller, actor, hold: body })
          if (answer.ok) succeeded()
          return answer
        }
        const handler = handlers[name]
        if (!handler) throw new Error(`no handler for ${name}`)
        const sender = actor && idempotent(actor, request, input)
        const handled = (own: typeof sender) => handler(own, input)
        const { answer, status, seq, next, total } = await once(sender, call.status ?? 200, handled, call.uncommitted)
        succeeded()
        const headers: Record<string, string> = seq === undefined ? {} : { "x-plan-seq": String(seq) }
        if (next !== undefined) headers.link = nextPage(url, next)
        if (total !== undefined) headers["x-total-count"] = String(total)
        if (renewal) headers["set-cookie"] = renewal
        return call.answer ? json(answer, status, headers) : empty(call.status === 202 ? 202 : 204, headers)
      })
    } catch (thrown) {
      const status = isRefusal(thrown) ? thrown.problem.status : 0
      const alone = status === 0 || noted(status)
      if (status === 400) return await inLanguageOf(request, async () => answerThrown(thrown, request))
      // A visitor who is not signed in is no event; a wrong key is.
      if (!alone) return answerThrown(thrown, request)
      if (status === 403 || (status === 401 && request.headers.has("X-API-KEY"))) {
        log("refused", known, { status, call: `${request.method} ${new URL(request.url).pathname.slice(0, 200)}` })
      }
      return answerThrown(thrown, request)
    } finally {
      hold?.release()
    }
  }
}

/** What of a call's input the security log tells: ids, roles and the like, no text that somebody typed. */
const loggedFields = (input: Record<string, unknown>) => {
  const names = ["planId", "userId", "id", "role", "enabled", "format"]
  return Object.fromEntries(
    names.flatMap((name) => (input[name] === undefined ? [] : [[name === "planId" ? "plan" : name, input[name]]])),
  )
}

/** RFC 8288: where a list continues. */
const nextPage = (url: URL, before: number) => {
  const query = new URLSearchParams(url.searchParams)
  query.set("before", String(before))
  return `<${url.pathname}?${query}>; rel="next"`
}

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "")
const literals = (segments: string[]) => segments.filter((segment) => !segment.startsWith(":")).length

const fits = (pattern: string[], wanted: string[]) =>
  pattern.length === wanted.length &&
  pattern.every((segment, index) => segment.startsWith(":") || segment.toLowerCase() === wanted[index]?.toLowerCase())

const paramsOf = (pattern: string[], wanted: string[]) => {
  const params: Record<string, string> = {}
  pattern.forEach((segment, index) => {
    if (!segment.startsWith(":")) return
    try {
      params[segment.slice(1)] = decodeURIComponent(wanted[index] ?? "")
    } catch {
      throw refusal(400, "The address has a broken percent-encoding.")
    }
  })
  return params
}

export const unknown = (path: string) =>
  refused(problem(404, `There is no call at ${path.slice(0, 200)}. All calls are listed in /api/openapi.json.`))

const allowed = (methods: string[]) =>
  [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))].join(", ")

/** Path, query and body as one object, parsed; 400 lists up to ten errors. */
const inputOf = (
  call: Call,
  params: Record<string, string>,
  query: URLSearchParams,
  body: unknown,
): Record<string, unknown> => {
  const errors: Fault[] = []
  const input: Record<string, unknown> = {}
  // In an update null may be meant to clear the field, or be a number that JSON can't write: one that can't be null is refused.
  const read = call.method === "PUT" ? parse : parseSent
  const take = (schema: Call["body"], value: unknown, name?: string) => {
    if (!schema) return
    const { data, faults } = read(schema, value)
    if (faults) errors.push(...faults)
    else Object.assign(input, name ? { [name]: data } : data)
  }
  take(call.body, body === undefined ? {} : body, call.bodyName)
  take(call.query, Object.fromEntries(query))
  take(call.params, params)
  if (errors.length === 0 && body !== null && typeof body === "object" && !Array.isArray(body)) {
    for (const name of ["planId", "id"]) {
      const sent = (body as Record<string, unknown>)[name]
      if (sent !== undefined && sent !== null && name in input && sent !== input[name]) {
        errors.push({ path: name, message: "differs between the body and the address." })
      }
    }
  }
  if (errors.length > 0) throw invalidInput(errors)
  return input
}
