// openOauth(): the API, with a program that asks to be let in, and with what it gets.
import { createHash, randomBytes } from "node:crypto"
import { expect } from "vitest"
import { accountCalls } from "~/contract/account"
import { answerRequest, type Consent, readRequest, sealRequest } from "~/domain/sign-in/oauth-request.server"
import { type Caller, openApi, origin } from "./api.ts"

export const resource = "http://localhost:3001/mcp"
export const callback = "http://localhost:4000/callback"
export const invalidGrant = { status: 400, body: { error: "invalid_grant" } }

export const proof = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") }
}

export type Asked = Record<string, string | string[] | undefined>
const query = (fields: Asked) => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) params.append(name, each)
  return params
}
export const request = (clientId: string, challenge: string, more: Asked = {}) =>
  query({
    client_id: clientId,
    redirect_uri: callback,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "a state",
    resource,
    ...more,
  })
export const read = (params: URLSearchParams, as: Caller | null = null) =>
  readRequest(params, as?.id ?? null, () => undefined)
export const refused = async (params: URLSearchParams) => {
  const found = await read(params)
  if (!("to" in found)) return found
  const url = new URL(found.to)
  return [
    `${url.origin}${url.pathname}`,
    url.searchParams.get("error"),
    url.searchParams.get("state"),
    url.searchParams.get("iss"),
  ]
}

export const sealed = async (params: URLSearchParams, as: Caller) => {
  const found = await read(params, as)
  if (!("request" in found)) throw new Error(JSON.stringify(found))
  return sealRequest(found.request)
}
export const consented = (as: Caller, request: string, more: Partial<Consent> = {}) =>
  answerRequest(as.id, { request, answer: "allow", plans: null, access: "propose", days: "365", ...more })

/** A code, with what exchanges it. */
type Held = { clientId: string; verifier: string; code: string }

export const openOauth = async () => {
  const api = await openApi()
  const post = async (
    path: string,
    body: string | Record<string, string> | object,
    type = "application/x-www-form-urlencoded",
  ) => {
    const answer = await api.dispatch(
      new Request(`${origin}${path}`, {
        method: "POST",
        headers: { "content-type": type },
        body:
          typeof body === "string"
            ? body
            : type === "application/json"
              ? JSON.stringify(body)
              : new URLSearchParams(body as Record<string, string>),
      }),
      { ip: "127.0.0.1" },
    )
    const text = await answer.text()
    return { status: answer.status, body: (text === "" ? null : JSON.parse(text)) as Record<string, unknown> }
  }
  const registered = async (...redirect_uris: string[]) => {
    const asked = { client_name: "Helper", redirect_uris: redirect_uris.length > 0 ? redirect_uris : [callback] }
    return String((await post("/oauth/register", asked, "application/json")).body.client_id)
  }

  const codeFor = async (as: Caller, more: Partial<Consent> = {}, asked: Asked = {}, client?: string) => {
    const clientId = client ?? (await registered())
    const { verifier, challenge } = proof()
    const answered = await consented(as, await sealed(request(clientId, challenge, asked), as), more)
    if (!("to" in answered)) throw new Error(answered.page)
    const params = new URL(answered.to).searchParams
    expect([params.get("state"), params.get("iss")]).toEqual(["a state", origin])
    return { clientId, verifier, code: params.get("code") ?? "" }
  }
  const exchange = ({ clientId, verifier, code }: Held, more: Record<string, string> = {}) =>
    post("/oauth/token", {
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: callback,
      ...more,
    })
  const refresh = (clientId: string, token: unknown) =>
    post("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: String(token) })
  const connected = async (as: Caller, more: Partial<Consent> = {}) => {
    const held = await codeFor(as, more)
    const { body } = await exchange(held)
    return { ...held, access: String(body.access_token), refresh: String(body.refresh_token), body }
  }
  const agents = async (as: Caller) => (await api.send(accountCalls.agents, {}, { as })).body
  return { api, post, registered, codeFor, exchange, refresh, connected, agents }
}
