// Signing in with an account elsewhere, against a real identity server on this machine.
import { OAuth2Server } from "oauth2-mock-server"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Answer } from "../support/sign-in.ts"
import { type Browser, openSignIn, type SignInServer } from "../support/sign-in.ts"

type Claims = Record<string, unknown>

let server: SignInServer
let identity: OAuth2Server
let claims: Claims = {}
let asked: URLSearchParams
let swapped: Record<string, string>

const client = { clientId: "laneway", clientSecret: "the client's secret" }
const provide = async (tenant = "common") => {
  const issuer = identity.issuer.url as string
  await server.reopen({
    providers: {
      microsoft: { ...client, tenant, authority: issuer },
      google: { ...client, issuer },
      oidc: { ...client, issuer },
    },
  })
}

beforeAll(async () => {
  server = await openSignIn()
  identity = new OAuth2Server()
  await identity.issuer.keys.generate("RS256")
  await identity.start(0, "localhost")
  identity.service.on("beforeTokenSigning", (token, request) => {
    swapped = request.body
    Object.assign(token.payload, { aud: "laneway", nonce: asked?.get("nonce"), ...claims })
  })
  await provide()
})
afterAll(async () => {
  await identity.stop()
  await server.close()
})
beforeEach(() => {
  claims = { sub: "1", email: "Ada@Example.org", email_verified: true, name: "Ada Lind" }
})

const place = (answer: Answer) => answer.headers.get("location") ?? ""
const refused = "/login?magicLinkError=provider"

/** To the provider's page. */
const leave = async (browser: Browser, provider = "Google", query = "") => {
  const answer = await server.call("GET", `/api/Account/Login?provider=${provider}${query}`, { browser })
  asked = new URL(place(answer)).searchParams
  return place(answer)
}
/** Through the provider's page, as somebody who agrees; answers where it sends the browser. */
const agree = async (address: string) => {
  const answer = await fetch(address, { redirect: "manual" })
  const back = new URL(answer.headers.get("location") ?? "")
  return `${back.pathname}${back.search}`
}
const signIn = async (browser: Browser, provider = "Google", query = "") =>
  server.call("GET", await agree(await leave(browser, provider, query)), { browser })

test.each(["Google", "AzureAD", "Oidc"])("%s signs in, with PKCE, state and nonce", async (provider) => {
  claims.email = `${provider}@example.org`
  const browser: Browser = new Map()
  const address = await leave(browser, provider, "&returnUrl=/board?planId=3")
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    client_id: "laneway",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(asked.get("redirect_uri")).toMatch(new RegExp(`/api/Account/Callback/${provider}$`))
  const answer = await server.call("GET", await agree(address), { browser })
  expect([answer.status, place(answer)]).toEqual([302, "/board?planId=3"])
  expect(swapped.code_verifier).toMatch(/^[\w-]{43,}$/)
  const { profile } = await server.profile(browser)
  expect(profile).toMatchObject({ email: `${provider}@example.org`, userName: "Ada Lind" })
})

test("accounts are joined by address, whatever its case and whichever the way", async () => {
  const byMail: Browser = new Map()
  await server.call("POST", await server.askedLink("ADA@example.org"), { browser: byMail })
  const byProvider: Browser = new Map()
  await signIn(byProvider)
  expect((await server.profile(byProvider)).profile?.id).toBe((await server.profile(byMail)).profile?.id)
})

test("another person's answer ends nobody's session but signs them in", async () => {
  const browser: Browser = new Map()
  await signIn(browser)
  const before = browser.get("laneway_session")
  claims = { sub: "2", email: "grace@example.org", email_verified: true }
  await signIn(browser)
  expect((await server.profile(browser)).profile?.email).toBe("grace@example.org")
  expect((await server.profile(new Map([["laneway_session", before ?? ""]]))).status).toBe(401)
})

test("refused consent, another state, a used code and a stranger's browser come back to the login page", async () => {
  const browser: Browser = new Map()
  await leave(browser)
  const denied = `/api/Account/Callback/Google?error=access_denied&state=${asked.get("state")}`
  expect(place(await server.call("GET", denied, { browser }))).toBe(refused)

  const back = await agree(await leave(browser))
  expect(place(await server.call("GET", back.replace(/state=[^&]+/, "state=other"), { browser }))).toBe(refused)
  expect(place(await server.call("GET", back, { browser }))).toBe(refused)

  const fresh = await agree(await leave(browser))
  expect(place(await server.call("GET", fresh, { browser: new Map() }))).toBe(refused)
  expect(place(await server.call("GET", fresh.replace("Google", "Oidc"), { browser }))).toBe(refused)
  const unknown = fresh.replace(/code=[^&]+/, "code=unknown")
  expect(place(await server.call("GET", unknown, { browser }))).toBe(refused)
  expect((await server.profile(browser)).status).toBe(401)
})

test("a code that is over comes back to the login page", async () => {
  const browser: Browser = new Map()
  const back = await agree(await leave(browser))
  identity.service.once("beforeResponse", (response) => {
    response.statusCode = 400
    response.body = { error: "invalid_grant", error_description: "The code has expired." }
  })
  expect(place(await server.call("GET", back, { browser }))).toBe(refused)
  expect((await server.profile(browser)).status).toBe(401)
})

test.each<[string, Claims]>([
  ["an address that is not verified", { email_verified: false }],
  ["an address nobody vouches for", { email_verified: undefined }],
  ["no address", { email: undefined }],
  ["another nonce", { nonce: "other" }],
  ["a token for another client", { aud: "other" }],
  ["a token that is over", { exp: 1_000_000 }],
  ["a token of another issuer", { iss: "https://other.example.org" }],
])("%s signs nobody in", async (_, changed) => {
  Object.assign(claims, changed)
  const browser: Browser = new Map()
  expect(place(await signIn(browser))).toBe(refused)
  expect((await server.profile(browser)).status).toBe(401)
})

test("an address in some company's directory counts where that directory alone is trusted", async () => {
  Object.assign(claims, { email: "boss@example.org", email_verified: undefined, tid: "another company" })
  expect(place(await signIn(new Map(), "AzureAD"))).toBe(refused)
  await provide("our-company")
  expect(place(await signIn(new Map(), "AzureAD"))).toBe("/")
  await provide()
  claims.tid = "9188040d-6c67-4c5b-b112-36a304b66dad"
  expect(place(await signIn(new Map(), "AzureAD"))).toBe("/")
})

test("a disabled person is told so", async () => {
  claims.email = "gone@example.org"
  await signIn(new Map())
  await server.sql()`update app.person set enabled = false where email = 'gone@example.org'`
  const browser: Browser = new Map()
  expect(place(await signIn(browser))).toBe("/login?magicLinkError=disabled")
  expect((await server.profile(browser)).status).toBe(401)
})

test("after switching accounts the provider asks which", async () => {
  const browser: Browser = new Map()
  await signIn(browser)
  expect(asked.has("prompt")).toBe(false)
  await server.call("POST", "/api/auth/switch-account", { browser, headers: { origin: "http://localhost:4650" } })
  await leave(browser)
  expect(asked.get("prompt")).toBe("select_account")
})

test("a provider that is away or not set up says so; an unknown one is refused", async () => {
  await server.reopen({
    providers: { microsoft: null, google: { ...client, issuer: "http://localhost:9" }, oidc: null },
  })
  const go = (provider: string) => server.call("GET", `/api/Account/Login?provider=${provider}`)
  expect(place(await go("Google"))).toBe(refused)
  expect(place(await go("AzureAD"))).toBe(refused)
  expect((await go("Facebook")).status).toBe(400)
  await provide()
})
