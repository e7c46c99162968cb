import { refusal } from "~/contract/problem"
import { visitHeader } from "~/contract/public-link"
import type { Identity } from "~/domain/actor"
import { planOfApiKey } from "~/domain/integration.server"
import { linkOfVisitKey } from "~/domain/public-link.server"
import { visitorBy } from "~/domain/visit.server"
import { countCall, refuseSpent } from "./rate-limit.server"
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
}

const header = (request: Request, name: string) => {
  const value = request.headers.get(name)
  if (value !== null && [...value].length > 64) throw refusal(400, `${name} is at most 64 characters long.`)
  return value === "" ? null : value
}

const sent = { clientId: null, idempotency: null, version: null }

/** Identifies who opens a page, by the session cookie only: API keys and other headers of calls are ignored. */
export const identifyPage = async (request: Request): Promise<Identity | null> =>
  (await identifySession(request, "", sent)).identity

/** Identifies the request's caller. An unknown API key is refused with 401. */
export const identify = async (request: Request, ip: string): Promise<Omit<Caller, "requestId">> => {
  const base = {
    clientId: header(request, "X-Client-Id"),
    idempotency: null,
    version: request.headers.get("If-Unmodified-Since-Version"),
  }
  const key = request.headers.get("X-API-KEY")
  if (key !== null) {
    refuseSpent(`ip ${ip}`, "wrongKey")
    const planScope = await planOfApiKey(key)
    if (planScope === undefined) await countCall(`ip ${ip}`, "wrongKey")
    if (planScope === undefined) throw refusal(401, "This API key is not valid. Use the plan's current key.")
    const identity: Identity = { ...base, userId: null, userName: "Integration", systemRole: 3, via: "key", planScope }
    return { ip, identity, sessionId: null, byCookie: false, renewal: null }
  }
  const visitKey = request.headers.get(visitHeader)
  if (visitKey !== null) {
    refuseSpent(`ip ${ip}`, "wrongKey")
    const linkId = linkOfVisitKey(visitKey)
    if (linkId === undefined) await countCall(`ip ${ip}`, "wrongKey")
    if (linkId === undefined) throw refusal(401, "This page is not valid. Open the link again.")
    const visitor = await visitorBy(linkId)
    const identity: Identity = { ...base, ...visitor, userId: null, userName: "", systemRole: 3, via: "link" }
    return { ip, identity, sessionId: null, byCookie: false, renewal: null }
  }
  return identifySession(request, ip, base)
}

const identifySession = async (
  request: Request,
  ip: string,
  base: Pick<Identity, "clientId" | "idempotency" | "version">,
) => {
  const session = await readSession(request)
  if (!session) return { ip, identity: null, sessionId: null, byCookie: carriesSession(request), renewal: null }
  const { userId, userName, systemRole, sessionId, renewal } = session
  return {
    ip,
    identity: { ...base, userId, userName, systemRole, via: "browser" as const, sessionId, planScope: null },
    sessionId,
    byCookie: true,
    renewal,
  }
}
