// People's accounts elsewhere, by OpenID Connect: openProviders, startProvider, finishProvider.
import * as oidc from "openid-client"

export type ProviderName = "AzureAD" | "Google" | "Oidc"
type Client = { clientId: string; clientSecret: string }
export type ProviderOptions = {
  microsoft: (Client & { tenant: string; authority: string }) | null
  google: (Client & { issuer: string }) | null
  oidc: (Client & { issuer: string }) | null
}

/** What the browser keeps between leaving for the provider and coming back. */
export type Begun = { state: string; nonce: string; verifier: string }

/** Personal accounts of Microsoft, whose addresses it has verified. */
const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"
const anyTenant = new Set(["common", "organizations", "consumers"])
const timeout = 10

let options: ProviderOptions = { microsoft: null, google: null, oidc: null }
let discovered = new Map<ProviderName, Promise<oidc.Configuration>>()

export const openProviders = (given: ProviderOptions) => {
  options = given
  discovered = new Map()
}

const addresses = (name: ProviderName): (Client & { issuers: string[] }) | undefined => {
  const { microsoft, google, oidc: other } = options
  if (name === "AzureAD" && microsoft) {
    const { authority, tenant } = microsoft
    // Sovereign clouds keep the tenant's path; another server that stands in may be the issuer itself.
    return { ...microsoft, issuers: [`${authority}/${tenant}/v2.0`, authority] }
  }
  if (name === "Google" && google) return { ...google, issuers: [google.issuer] }
  if (name === "Oidc" && other) return { ...other, issuers: [other.issuer] }
  return undefined
}

export const isConfigured = (name: ProviderName) => addresses(name) !== undefined

const discover = async ({ clientId, clientSecret, issuers }: Client & { issuers: string[] }) => {
  let failure: unknown
  for (const issuer of issuers) {
    try {
      const server = new URL(issuer)
      // Unencrypted only on this machine, as where a test's identity server stands.
      const plain = server.protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(server.hostname)
      return await oidc.discovery(server, clientId, clientSecret, undefined, {
        timeout,
        execute: plain ? [oidc.allowInsecureRequests] : [],
      })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const configurationOf = (name: ProviderName) => {
  const known = discovered.get(name)
  if (known) return known
  const where = addresses(name)
  if (!where) throw new Error(`${name} is not configured`)
  const asked = discover(where)
  discovered.set(name, asked)
  asked.catch(() => {
    if (discovered.get(name) === asked) discovered.delete(name)
  })
  return asked
}

/** The provider's page to go to. `choose`: it asks which account. */
export const startProvider = async (name: ProviderName, redirectUri: string, choose: boolean) => {
  const configuration = await configurationOf(name)
  const begun: Begun = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
    ...(choose ? { prompt: "select_account" } : {}),
  })
  return { url: url.href, begun }
}

/** Whose account it is. Throws for anything but a fresh, matching answer with a verified address. */
export const finishProvider = async (name: ProviderName, address: URL, begun: Begun) => {
  const configuration = await configurationOf(name)
  const tokens = await oidc.authorizationCodeGrant(configuration, address, {
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    pkceCodeVerifier: begun.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error("the provider sent no id token")
  const told =
    tokens.access_token && !claims.email ? await userInfo(configuration, tokens.access_token, claims.sub) : {}
  const all: Record<string, unknown> = { ...told, ...claims }
  const email = typeof all.email === "string" ? all.email.trim() : ""
  if (email === "" || !isVerified(name, all)) throw new Error("the provider did not verify the address")
  return { email, userName: typeof all.name === "string" ? all.name.trim() : "" }
}

const userInfo = async (configuration: oidc.Configuration, accessToken: string, subject: string) =>
  configuration.serverMetadata().userinfo_endpoint ? oidc.fetchUserInfo(configuration, accessToken, subject) : {}

/**
 * Microsoft says nothing of addresses in a company's directory, which its admins may set to anybody's: they count where one
 * directory alone is trusted.
 */
const isVerified = (name: ProviderName, claims: Record<string, unknown>) => {
  const told = claims.email_verified ?? claims.xms_edov
  if (told !== undefined) return told === true || told === "true" || told === 1 || told === "1"
  if (name !== "AzureAD") return false
  const { tenant } = options.microsoft ?? {}
  return claims.tid === personalTenant || (tenant !== undefined && !anyTenant.has(tenant))
}
