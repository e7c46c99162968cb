import { refusal } from "~/contract/problem"
import { visitHeader } from "~/contract/public-link"
import { type Identity, ownAccess } from "~/domain/core/actor"
import { linkOfVisitKey } from "~/domain/public-link.server"
import { countedOfKey, holderOf } from "~/domain/sign-in/plan-key.server"
import { visitorBy } from "~/domain/visit.server"
import { type Counted, countCall, countFor } from "./rate-limit.server"
import { carriesSession, readSession } from "./session-cookie.server"

export type Caller = {
  ip: string
  /** Names the request in logs and in the header X-Request-Id. */
  requestId: string
  /** Null: not signed in. */
  identity: Identity | null
  sessionId: string | null
  /** The credential is a cookie, which a browser sends for any page. */
  byCookie: boolean
  /** A `Set-Cookie` that renews the session's. */
  renewal: string | null
  counted: Counted
}

const header = (request: Request, name: string) => {
  const value = request.headers.get(name)
  if (value !== null && [...value].length > 64) throw refusal(400, `${name} is at most 64 characters long.`)
  return value === "" ? null : value
}

const sent = { ...ownAccess, clientId: null, idempotency: null, version: null }

/** Identifies who opens a page, by the session cookie only: API keys and other headers of calls are ignored. */
export const identifyPage = async (request: Request): Promise<Identity | null> =>
  (await identifySession(request, "", sent)).identity

/** Identifies the request's caller and counts the call. A wrong key is refused with 401, too many of an address with 429. */
export const identify = async (request: Request, ip: string): Promise<Omit<Caller, "requestId">> => {
  const base = {
    ...ownAccess,
    clientId: header(request, "X-Client-Id"),
    idempotency: null,
    version: request.headers.get("If-Unmodified-Since-Version"),
  }
  const key = request.headers.get("X-API-KEY")
  if (key !== null) return byKey(key, ip, base)
  const visitKey = request.headers.get(visitHeader)
  if (visitKey !== null) return byLink(visitKey, ip, base)
  const caller = await identifySession(request, ip, base)
  await countFor(caller.counted)
  return caller
}

type Base = Pick<Identity, "clientId" | "idempotency" | "version"> & typeof ownAccess
const withoutSession = { sessionId: null, byCookie: false, renewal: null }

const byKey = async (key: string, ip: string, base: Base) => {
  const holder = await holderOf(key)
  if (!holder) {
    await countCall(`ip ${ip}`, "wrongKey")
    throw refusal(401, "This API key is not valid. Use the plan’s current key.")
  }
  const counted = countedOfKey(holder)
  await countFor(counted)
  const { hasExpired, ...who } = holder
  if (hasExpired) throw refusal(401, "This API key has expired. Create a new one in the plan’s settings.")
  return { ...withoutSession, ip, identity: { ...base, ...who }, counted }
}

const byLink = async (visitKey: string, ip: string, base: Base) => {
  const counted = { by: `ip ${ip}` }
  const linkId = linkOfVisitKey(visitKey)
  if (linkId === undefined) {
    await countCall(counted.by, "wrongKey")
    throw refusal(401, "This page has expired. Open the link again.")
  }
  await countFor(counted)
  const visitor = await visitorBy(linkId)
  const identity: Identity = { ...base, ...visitor, userId: null, userName: "", systemRole: 3, via: "link" }
  return { ...withoutSession, ip, identity, counted }
}

const identifySession = async (request: Request, ip: string, base: Base) => {
  const session = await readSession(request, ip === "" ? null : ip)
  if (!session) {
    const counted = { by: `ip ${ip}` }
    return { ip, identity: null, sessionId: null, byCookie: carriesSession(request), renewal: null, counted }
  }
  const { userId, userName, systemRole, sessionId, renewal } = session
  return {
    ip,
    identity: { ...base, userId, userName, systemRole, via: "browser" as const, sessionId, planScope: null },
    sessionId,
    byCookie: true,
    renewal,
    counted: { by: sessionId, all: `u${userId}` },
  }
}
