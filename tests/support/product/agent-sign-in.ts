// What a program and a person's browser do at the authorization server of a running product.
import { createHash, randomBytes } from "node:crypto"

export const callback = "http://127.0.0.1/callback"

/** The id of a program that takes its answers on loopback. */
export const registerProgram = async (issuer: string): Promise<string> => {
  const body = JSON.stringify({ client_name: "Harbour pilot", redirect_uris: [callback] })
  const headers = { "content-type": "application/json" }
  const answer = await fetch(`${issuer}/oauth/register`, { method: "POST", headers, body })
  return ((await answer.json()) as { client_id: string }).client_id
}

/** Where a program sends its person, and what proves later that it was this program. */
export const authorizationOf = (issuer: string, clientId: string, resource: string) => {
  const verifier = randomBytes(32).toString("base64url")
  const address = new URL("/oauth/authorize", issuer)
  address.search = new URLSearchParams({
    ...{ response_type: "code", client_id: clientId, redirect_uri: callback, resource, state: "a state" },
    ...{ code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "S256" },
  }).toString()
  return { verifier, address: address.href }
}

export type Browser = { cookie: string; origin: string }

/** The request that the consent page holds. */
export const requestAt = async (address: string, { cookie, origin }: Browser): Promise<string> => {
  const page = await (await fetch(address, { headers: { cookie, origin } })).text()
  return /name="request" value="([^"]+)"/.exec(page)?.[1] ?? ""
}

/** Allows all that is asked for, and returns the answer, which has not been followed. */
export const allowRequest = (address: string, request: string, { cookie, origin }: Browser) =>
  fetch(address, {
    method: "POST",
    headers: { cookie, origin },
    body: new URLSearchParams({ request, plans: "all", access: "write", days: "30", answer: "allow" }),
    redirect: "manual",
  })

export type AgentTokens = { access_token: string; refresh_token: string }

/** Exchanges the code that the program has been answered with. */
export const exchangeCode = async (issuer: string, client_id: string, code_verifier: string, answered: Response) => {
  const code = new URL(answered.headers.get("location") ?? "").searchParams.get("code") ?? ""
  const form = { grant_type: "authorization_code", client_id, code, code_verifier, redirect_uri: callback }
  const answer = await fetch(`${issuer}/oauth/token`, { method: "POST", body: new URLSearchParams(form) })
  return (await answer.json()) as AgentTokens
}

/** Another program that its person allows everything. */
export const connectAgent = async (browser: Browser, resource: string): Promise<AgentTokens> => {
  const { origin: issuer } = browser
  const clientId = await registerProgram(issuer)
  const { verifier, address } = authorizationOf(issuer, clientId, resource)
  const allowed = await allowRequest(address, await requestAt(address, browser), browser)
  return exchangeCode(issuer, clientId, verifier, allowed)
}
