// Sign-in with a provider's account, against an identity server on this machine.

import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose"
import { type MutableToken, OAuth2Server } from "oauth2-mock-server"
import { calculatePKCECodeChallenge } from "openid-client"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { providerFailure } from "~/api/account-raw.server"
import { type Browser, openSignIn, place, type SignInServer } from "../support/api/sign-in.ts"

type Claims = Record<string, unknown>

const providers = ["Google", "AzureAD", "Oidc"]

let server: SignInServer
let identity: OAuth2Server
let claims: Claims = {}
/** The parameters of the last authorization request. */
let asked: URLSearchParams
/** The body of the last token request. */
let exchanged: Record<string, string> | undefined

const client = { clientId: "laneway", clientSecret: "the client's secret" }
const configure = async (tenant = "common") => {
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
  identity.service.on("beforeTokenSigning", (token: MutableToken, request) => {
    exchanged = request.body
    const sub = `account of ${String(claims.email).toLowerCase()}`
    Object.assign(token.payload, { aud: "laneway", nonce: asked?.get("nonce"), sub, ...claims })
  })
  await configure()
})
afterAll(async () => {
  await identity.stop()
  await server.close()
})
beforeEach(() => {
  claims = { email: "Ada@Example.org", email_verified: true, name: "Ada Lind" }
  exchanged = undefined
})

const refused = "/login?magicLinkError=provider"

/** Requests the provider's page; returns its address. */
const leave = async (browser: Browser, provider = "Google", query = "") => {
  const answer = await server.call("GET", `/api/Account/Login?provider=${provider}${query}`, { browser })
  asked = new URL(place(answer)).searchParams
  return place(answer)
}
/** Consents on the provider's page; returns the path it redirects the browser to. */
const agree = async (address: string) => {
  const answer = await fetch(address, { redirect: "manual" })
  const back = new URL(answer.headers.get("location") ?? "")
  return `${back.pathname}${back.search}`
}
const comeBack = async (browser: Browser, path: string) => place(await server.call("GET", path, { browser }))
const signIn = async (browser: Browser, provider = "Google", query = "") =>
  comeBack(browser, await agree(await leave(browser, provider, query)))

/** What the login page says of a failure. */
const failureIn = (browser: Browser) =>
  providerFailure(
    new Request("http://localhost/login", { headers: { cookie: `laneway_failed=${browser.get("laneway_failed")}` } }),
  )

const expectSignedOut = async (browser: Browser) => expect((await server.profile(browser)).status).toBe(401)

describe.each(providers)("%s", (provider) => {
  test("signs in, with PKCE, state and nonce", async () => {
    claims.email = `${provider}@example.org`
    const browser: Browser = new Map()
    const address = await leave(browser, provider, "&returnUrl=/board?planId=3")
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      client_id: "laneway",
      scope: "openid email profile",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(asked.get("redirect_uri")).toMatch(new RegExp(`/api/Account/Callback/${provider}$`))
    expect(await comeBack(browser, await agree(address))).toBe("/board?planId=3")
    expect(exchanged?.code_verifier).toMatch(/^[\w-]{43,}$/)
    expect(await calculatePKCECodeChallenge(exchanged?.code_verifier ?? "")).toBe(asked.get("code_challenge"))
    const { profile } = await server.profile(browser)
    expect(profile).toMatchObject({ email: `${provider}@example.org`, userName: "Ada Lind" })
  })

  test("cleans a name that would not read as it is written", async () => {
    Object.assign(claims, { sub: "9", email: `${provider}.odd@example.org`, name: " Ada\u202e\r\nLind\u0007 " })
    const browser: Browser = new Map()
    await signIn(browser, provider)
    expect((await server.profile(browser)).profile).toMatchObject({ userName: "Ada Lind" })
  })

  test("takes an address missing from the id token from the userinfo endpoint", async () => {
    Object.assign(claims, { email: undefined, sub: `${provider} 1` })
    const userinfo = { sub: claims.sub, email: `${provider}.info@example.org` }
    identity.service.once("beforeUserinfo", (response) => Object.assign(response, { body: userinfo }))
    const browser: Browser = new Map()
    expect(await signIn(browser, provider)).toBe("/")
    expect((await server.profile(browser)).profile?.email).toBe(userinfo.email)

    identity.service.once("beforeUserinfo", (response) =>
      Object.assign(response, { body: { ...userinfo, sub: "other" } }),
    )
    const other: Browser = new Map()
    expect(await signIn(other, provider)).toBe(refused)
    await expectSignedOut(other)
  })

  test.each<[string, Claims]>([
    ["an unverified address", { email_verified: false }],
    ["an address without email_verified", { email_verified: undefined }],
    ["no address", { email: undefined }],
    ["no nonce", { nonce: undefined }],
    ["another nonce", { nonce: "other" }],
    ["another audience", { aud: "other" }],
    ["another issuer", { iss: "https://other.example.org" }],
    ["an expiry in the past", { exp: 1_000_000 }],
  ])("refuses an id token with %s", async (_, changed) => {
    Object.assign(claims, changed)
    const browser: Browser = new Map()
    expect(await signIn(browser, provider)).toBe(refused)
    expect(exchanged).toBeDefined()
    await expectSignedOut(browser)
  })

  test("refuses an id token not signed with the provider's keys", async () => {
    const { privateKey } = await generateKeyPair("RS256")
    const [key] = identity.issuer.keys.toJSON()
    const forgeries: ((payload: Claims) => Promise<string> | string)[] = [
      (payload) => new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: key?.kid }).sign(privateKey),
      (payload) => new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "unknown" }).sign(privateKey),
      (payload) => new UnsecuredJWT(payload).encode(),
    ]
    for (const forge of forgeries) {
      const browser: Browser = new Map()
      const back = await agree(await leave(browser, provider))
      const now = Math.floor(Date.now() / 1_000)
      const forged = await forge({
        ...{ iss: identity.issuer.url, aud: "laneway", nonce: asked.get("nonce"), iat: now, exp: now + 600 },
        ...claims,
      })
      identity.service.once("beforeResponse", ({ body }) => Object.assign(body as object, { id_token: forged }))
      expect(await comeBack(browser, back)).toBe(refused)
      expect(exchanged).toBeDefined()
      await expectSignedOut(browser)
    }
  })

  test("refuses a token response without an id token", async () => {
    const browser: Browser = new Map()
    identity.service.once("beforeResponse", ({ body }) => Object.assign(body as object, { id_token: undefined }))
    expect(await signIn(browser, provider)).toBe(refused)
    await expectSignedOut(browser)
  })

  test("refuses an answer with another state, no state or the state of an earlier attempt", async () => {
    const browser: Browser = new Map()
    const earlier = await agree(await leave(browser, provider))
    for (const change of [
      () => earlier,
      (back: string) => back.replace(/state=[^&]+/, "state=other"),
      (back: string) => back.replace(/&?state=[^&]+/, ""),
    ]) {
      const back = await agree(await leave(browser, provider))
      expect(await comeBack(browser, change(back))).toBe(refused)
      expect(exchanged).toBeUndefined()
      // A refused answer ends the attempt, so the attempt's own answer is then refused too.
      expect(await comeBack(browser, back)).toBe(refused)
    }
    await expectSignedOut(browser)
  })

  test("refuses a replayed answer, even with the cookie of its attempt", async () => {
    const browser: Browser = new Map()
    const back = await agree(await leave(browser, provider))
    const copy: Browser = new Map(browser)
    expect(await comeBack(browser, back)).toBe("/")
    expect(await comeBack(copy, back)).toBe(refused)
    await expectSignedOut(copy)
  })

  test("refuses the code of another attempt, whose verifier the provider doesn't get", async () => {
    const stolen = /code=[^&]+/.exec(await agree(await leave(new Map(), provider)))?.[0] ?? ""
    const browser: Browser = new Map()
    const back = await agree(await leave(browser, provider))
    expect(await comeBack(browser, back.replace(/code=[^&]+/, stolen))).toBe(refused)
    await expectSignedOut(browser)
  })

  test("refuses an answer in another browser, at another provider's address or with an unknown code", async () => {
    const browser: Browser = new Map()
    const back = await agree(await leave(browser, provider))
    const stranger: Browser = new Map()
    expect(await comeBack(stranger, back)).toBe(refused)
    await expectSignedOut(stranger)
    const next = providers[(providers.indexOf(provider) + 1) % providers.length] ?? ""
    expect(await comeBack(browser, back.replace(provider, next))).toBe(refused)
    const again = await agree(await leave(browser, provider))
    expect(await comeBack(browser, again.replace(/code=[^&]+/, "code=unknown"))).toBe(refused)
    await expectSignedOut(browser)
  })

  test("returns to the login page when the provider answers with an error", async () => {
    const browser: Browser = new Map()
    await leave(browser, provider)
    const denied = `/api/Account/Callback/${provider}?error=access_denied&state=${asked.get("state")}`
    expect(await comeBack(browser, denied)).toBe(refused)
    expect(exchanged).toBeUndefined()

    const back = await agree(await leave(browser, provider))
    identity.service.once("beforeResponse", (response) => {
      response.statusCode = 400
      response.body = { error: "invalid_grant", error_description: "The code has expired." }
    })
    expect(await comeBack(browser, back)).toBe(refused)
    await expectSignedOut(browser)
  })

  test("asks which account to use only after switching accounts", async () => {
    claims.email = `${provider}.switch@example.org`
    const browser: Browser = new Map()
    await signIn(browser, provider)
    expect(asked.has("prompt")).toBe(false)
    await server.call("POST", "/api/auth/switch-account", { browser, headers: { origin: "http://localhost:4650" } })
    await leave(browser, provider)
    expect(asked.get("prompt")).toBe("select_account")
  })

  test("tells a disabled person that their account is disabled", async () => {
    const address = `${provider}.gone@example.org`
    claims.email = address
    await signIn(new Map(), provider)
    await server.sql()`update app.person set enabled = false where email = ${address}`
    const browser: Browser = new Map()
    expect(await signIn(browser, provider)).toBe("/login?magicLinkError=disabled")
    await expectSignedOut(browser)
  })
})

test("one address is one account, whatever its case and the sign-in method", async () => {
  const byMail: Browser = new Map()
  await server.call("POST", await server.askedLink("ADA@example.org"), { browser: byMail })
  const { profile } = await server.profile(byMail)
  expect(profile?.email.toLowerCase()).toBe("ada@example.org")
  for (const provider of providers) {
    const browser: Browser = new Map()
    await signIn(browser, provider)
    expect((await server.profile(browser)).profile?.id).toBe(profile?.id)
  }
})

const idOf = async (browser: Browser) => (await server.profile(browser)).profile?.id
const noticesTo = (email: string) => server.notices.filter(({ to }) => to === email).map(({ subject }) => subject)
const joined = "New way to sign in to Laneway"

test("an account is joined to a person by address once, told by mail, and then known by its subject", async () => {
  const email = "joined@example.org"
  const person = await idOf(await server.signedIn(email))
  Object.assign(claims, { email, sub: "joined" })
  const browser: Browser = new Map()
  expect(await signIn(browser)).toBe("/")
  expect(await idOf(browser)).toBe(person)
  await expect.poll(() => noticesTo(email)).toContain(joined)

  // The provider changes the address, even to that of another person: the account stays the same person's.
  await server.signedIn("another@example.org")
  for (const changed of ["moved@example.org", "another@example.org"]) {
    claims.email = changed
    const later: Browser = new Map()
    expect(await signIn(later)).toBe("/")
    expect([changed, await idOf(later)]).toEqual([changed, person])
  }
  expect(noticesTo(email).filter((subject) => subject === joined)).toHaveLength(1)
  expect(noticesTo("another@example.org")).not.toContain(joined)
})

test("an address that has passed to another account of the provider does not open its former owner's account", async () => {
  Object.assign(claims, { email: "passed.on@example.org", sub: "first owner" })
  const first: Browser = new Map()
  expect(await signIn(first)).toBe("/")
  claims.sub = "second owner"
  const second: Browser = new Map()
  expect(await signIn(second)).toBe(refused)
  await expectSignedOut(second)
  expect((await server.profile(first)).status).toBe(200)
})

test("the administrators' addresses count as the account has them, not as the provider has them now", async () => {
  Object.assign(claims, { email: "plain@example.org", sub: "climber" })
  await signIn(new Map())
  claims.email = "nobody@example.org"
  const browser: Browser = new Map()
  expect(await signIn(browser)).toBe("/")
  expect((await server.profile(browser)).profile).toMatchObject({ email: "plain@example.org", role: 3 })
})

test("signing in as somebody else ends the browser's previous session", async () => {
  const browser: Browser = new Map()
  await signIn(browser)
  const before = browser.get("laneway_session")
  claims = { email: "grace@example.org", email_verified: true }
  await signIn(browser)
  expect((await server.profile(browser)).profile?.email).toBe("grace@example.org")
  await expectSignedOut(new Map([["laneway_session", before ?? ""]]))
})

const personal = "9188040d-6c67-4c5b-b112-36a304b66dad"
const ours = "0f2c9f2e-3b1a-4d5c-8e7f-a1b2c3d4e5f6"
test.each([
  ["common", ours, false],
  ["Common", ours, false],
  [" COMMON ", ours, false],
  ["Organizations", ours, false],
  ["consumers", personal, false],
  [personal.toUpperCase(), personal, false],
  ["common", personal, false],
  [ours, "another company", false],
  [ours, undefined, false],
  [ours, ours, true],
  [ours.toUpperCase(), ours, true],
])("with the tenant %j a bare Microsoft address of %j counts: %j", async (tenant, tid, counts) => {
  Object.assign(claims, { email: "boss@example.org", email_verified: undefined, tid })
  await configure(tenant)
  expect(await signIn(new Map(), "AzureAD")).toBe(counts ? "/" : refused)
  claims.xms_edov = 1
  expect(await signIn(new Map(), "AzureAD")).toBe("/")
  claims.xms_edov = false
  const browser: Browser = new Map()
  expect(await signIn(browser, "AzureAD")).toBe(refused)
  expect(failureIn(browser)).toEqual({ name: "Microsoft", reason: "unverified" })
  await configure()
})

test("a visit that began elsewhere asks before it goes to the provider, and changes nobody by itself", async () => {
  const browser: Browser = new Map()
  await signIn(browser)
  const path = "/api/Account/Login?provider=Google&returnUrl=/board"
  const visits: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "none", "sec-fetch-mode": "navigate" },
    { accept: "text/html" },
  ]
  for (const headers of visits) {
    const { status, text } = await server.call("GET", path, { browser, headers })
    expect(status).toBe(200)
    expect(text).toContain("You are signed in as Ada Lind.")
    expect(text).toContain(`<a href="${path.replace("&", "&#38;")}">Sign in with Google</a>`)
    expect(text).not.toContain("<script")
  }
  expect(browser.has("laneway_left")).toBe(false)
  const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", referer: "http://localhost:4650/login" }
  expect((await server.call("GET", path, { browser, headers: own })).status).toBe(302)
})

test("an unreachable or unconfigured provider leads back to the login page; an unknown one is refused", async () => {
  await server.reopen({
    providers: { microsoft: null, google: { ...client, issuer: "http://localhost:9" }, oidc: null },
  })
  const browser: Browser = new Map()
  const go = (provider: string) => server.call("GET", `/api/Account/Login?provider=${provider}`, { browser })
  expect(place(await go("Google"))).toBe(refused)
  expect(failureIn(browser)).toEqual({ name: "Google", reason: "failed" })
  expect(place(await go("AzureAD"))).toBe(refused)
  expect(failureIn(browser)).toEqual({ name: "Microsoft", reason: "off" })
  for (const made of ["Evil.failed", "Google.odd", "Google", ""]) {
    expect(failureIn(new Map([["laneway_failed", made]]))).toBeNull()
  }
  expect((await go("Facebook")).status).toBe(400)
  await configure()
})
