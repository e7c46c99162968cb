// Requests for access: readRequest(), the request that waits for consent; answerRequest(), what a person says to it.
import { base64url } from "jose"
import * as z from "zod/mini"
import { levelOf, type Scope, scopes } from "~/contract/agent"
import { type AccessLevel, accessLevels } from "~/contract/capability"
import { insertGrant } from "~/database/sign-in/agent-grant.server"
import { mostOf } from "~/domain/limits/limits.server"
import { randomText, sha256, signed, verified } from "~/outside/signing.server"
import { accountOptions } from "./accounts.server"
import { clientOf, fits, hostOf } from "./oauth-client.server"

/** The MCP server, which tokens are for. */
export const resource = () => `${accountOptions().mcpUrl.replace(/^ws/, "http")}/mcp`

/** Whether `given` is the MCP server's address, a slash at its end aside. */
export const isResource = (given: string) =>
  URL.canParse(given) && new URL(given).href.replace(/\/$/, "") === new URL(resource()).href

const purpose = "consent"
const waitsFor = 10 * 60_000
/** A state that programs use to store more than a word is refused: the address must survive sign-in. */
const stateLength = 600

const waiting = z.object({
  clientId: z.string(),
  name: z.string(),
  host: z.string(),
  verified: z.boolean(),
  redirectUri: z.string(),
  state: z.nullable(z.string()),
  scopes: z.array(z.enum(scopes)),
  challenge: z.string(),
  personId: z.nullable(z.number()),
  until: z.number(),
  /** Distinguishes two identical requests. */
  nonce: z.string(),
})
export type WaitingRequest = z.output<typeof waiting>

/** `page`: refused on a page, as the redirect address is not known to be right. `to`: the refusal goes to the program. */
export type ReadRequest = { page: "client" | "redirect" } | { to: string } | { request: WaitingRequest }

/** `personId` null: no one is signed in yet. `count`: see `clientOf`. */
export const readRequest = async (
  query: URLSearchParams,
  personId: number | null,
  count: () => undefined | Promise<void>,
): Promise<ReadRequest> => {
  const one = (name: string) => (query.getAll(name).length > 1 ? undefined : (query.get(name) ?? ""))
  const clientId = one("client_id")
  const client = clientId ? await clientOf(clientId, count) : undefined
  if (!clientId || !client) return { page: "client" }
  const only = client.redirectUris.length === 1 ? client.redirectUris[0] : undefined
  const redirectUri = one("redirect_uri") === "" ? only : one("redirect_uri")
  if (!redirectUri || !fits(client, redirectUri)) return { page: "redirect" }
  const state = one("state")
  const to = { redirectUri, state: state && state.length <= stateLength ? state : null }
  const wrong = (error: string, says: string) => ({ to: returnTo(to, { error, error_description: says }) })

  if (state === undefined || state.length > stateLength)
    return wrong("invalid_request", `state is sent once, with at most ${stateLength} characters.`)
  if (one("response_type") !== "code") return wrong("unsupported_response_type", "response_type is code.")
  const challenge = one("code_challenge") ?? ""
  if (one("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge))
    return wrong("invalid_request", "Send code_challenge with code_challenge_method S256.")
  const asked = one("resource")
  if (!asked || !isResource(asked)) return wrong("invalid_target", `resource is ${resource()}.`)
  const wanted = (one("scope") ?? "").split(" ").filter((word) => word !== "")
  const known = scopes.filter((scope) => wanted.length === 0 || wanted.includes(scope))
  if (query.getAll("scope").length > 1 || wanted.some((word) => !known.some((scope) => scope === word)))
    return wrong("invalid_scope", `scope is of ${scopes.join(", ")}.`)

  const { name, documentHost } = client
  const host = hostOf(redirectUri)
  const by = { clientId, name, host, verified: documentHost === host }
  const until = Date.now() + waitsFor
  return { request: { ...by, ...to, scopes: known, challenge, personId, until, nonce: randomText(12) } }
}

/** What the request may be answered with, the least first. */
export const levelsOf = ({ scopes }: Pick<WaitingRequest, "scopes">): AccessLevel[] => scopes.map(levelOf)

/** The request as the consent page posts it back: signed, and of the person who sees it. */
export const sealRequest = (request: WaitingRequest) => signed(purpose, base64url.encode(JSON.stringify(request)))

const openRequest = (sealed: string) => {
  const opened = verified(purpose, sealed)
  return opened && waiting.parse(JSON.parse(new TextDecoder().decode(base64url.decode(opened.text))))
}

const days = ["30", "365", ""] as const
export const consent = z.object({
  request: z.string(),
  answer: z.enum(["allow", "deny"]),
  /** Null: all. */
  plans: z.nullable(z.array(z.int()).check(z.minLength(1), z.maxLength(1_000))),
  access: z.enum(accessLevels),
  /** Empty: until it is ended. */
  days: z.enum(days),
})
export type Consent = z.output<typeof consent>

/** `page`: nothing was granted. */
export type AnsweredRequest = { to: string; allowed: boolean } | { page: "invalid" | "expired" | "person" | "full" }

export const answerRequest = async (personId: number, given: Consent): Promise<AnsweredRequest> => {
  const request = openRequest(given.request)
  if (!request) return { page: "invalid" }
  if (request.personId !== personId) return { page: "person" }
  if (request.until < Date.now()) return { page: "expired" }
  if (given.answer === "deny") {
    const error = { error: "access_denied", error_description: "The person denied access." }
    return { to: returnTo(request, error), allowed: false }
  }
  if (!levelsOf(request).includes(given.access)) return { page: "invalid" }
  const granted = accessLevels.slice(0, accessLevels.indexOf(given.access) + 1)
  const code = randomText(32)
  const { clientId, name, host, verified, redirectUri, challenge } = request
  const stored = await insertGrant(
    {
      ...{ personId, clientId, name, host, verified, redirectUri, challenge },
      access: given.access,
      scopes: request.scopes.filter((scope: Scope) => granted.includes(levelOf(scope))),
      plans: given.plans,
      expires: given.days === "" ? null : new Date(Date.now() + Number(given.days) * 86_400_000).toISOString(),
      resource: resource(),
      requestHash: sha256(given.request),
      codeHash: sha256(code),
    },
    mostOf("agents_per_person"),
  )
  if (stored !== "stored") return { page: stored === "full" ? "full" : "invalid" }
  return { to: returnTo(request, { code }), allowed: true }
}

/** With `iss`, so that a program knows whose answer it is (RFC 9207). */
const returnTo = (
  { redirectUri, state }: Pick<WaitingRequest, "redirectUri" | "state">,
  answer: Record<string, string>,
) => {
  const url = new URL(redirectUri)
  const { publicUrl } = accountOptions()
  const sent = { ...answer, ...(state ? { state } : {}), iss: publicUrl }
  for (const [name, value] of Object.entries(sent)) url.searchParams.set(name, value)
  return url.href
}
