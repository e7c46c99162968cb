// Accounts at other providers, by OpenID Connect: openProviders, isConfigured, startProvider, finishProvider.
import { createSession } from "@remix-run/node"
import * as oidc from "openid-client"
import { comparableAddress } from "~/contract/shared/address"
import { isLoopback } from "~/contract/shared/loopback"
import { type Account, type Client, type ProviderName, providerStrategy, stateKey } from "./provider-strategy.server"
import { runStrategy } from "./strategy.server"

export type { ProviderName }
export type ProviderOptions = {
  microsoft: (Client & { tenant: string; authority: string }) | null
  google: (Client & { issuer: string }) | null
  oidc: (Client & { issuer: string }) | null
}

/** State that the browser stores while it is at the provider. */
export type Begun = { state: string; nonce: string; verifier: string }

/** Tenants that mean many directories; the last is that of personal accounts. */
const sharedTenants = new Set(["common", "organizations", "consumers", "9188040d-6c67-4c5b-b112-36a304b66dad"])
const tenantId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const timeoutSeconds = 10

type Server = { client: Client; issuers: string[] }

let options: ProviderOptions = { microsoft: null, google: null, oidc: null }
let discovered = new Map<ProviderName, Promise<oidc.Configuration>>()

export const openProviders = (given: ProviderOptions) => {
  const { microsoft } = given
  options = { ...given, microsoft: microsoft && { ...microsoft, tenant: microsoft.tenant.trim().toLowerCase() } }
  discovered = new Map()
}

const serverOf = (name: ProviderName): Server | undefined => {
  const { microsoft, google, oidc: other } = options
  if (name === "AzureAD" && microsoft) {
    const { authority, tenant } = microsoft
    // Sovereign clouds have the tenant in their paths; any other server may itself be the issuer.
    return { client: microsoft, issuers: [`${authority}/${tenant}/v2.0`, authority] }
  }
  if (name === "Google" && google) return { client: google, issuers: [google.issuer] }
  if (name === "Oidc" && other) return { client: other, issuers: [other.issuer] }
  return undefined
}

export const isConfigured = (name: ProviderName) => serverOf(name) !== undefined

const discover = async ({ client, issuers }: Server) => {
  let failure: unknown
  for (const issuer of issuers) {
    try {
      const url = new URL(issuer)
      const isLocal = url.protocol === "http:" && isLoopback(url.hostname)
      return await oidc.discovery(url, client.clientId, client.clientSecret, undefined, {
        timeout: timeoutSeconds,
        // The library checks an id token's signature only when asked to.
        execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
      })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const configurationOf = (name: ProviderName, server: Server) => {
  const known = discovered.get(name)
  if (known) return known
  const discovery = discover(server)
  discovered.set(name, discovery)
  discovery.catch(() => {
    if (discovered.get(name) === discovery) discovered.delete(name)
  })
  return discovery
}

const strategyOf = async (
  name: ProviderName,
  callback: string,
  { nonce, verifier }: Omit<Begun, "state">,
  parameters: Record<string, string> = {},
) => {
  const server = serverOf(name)
  if (!server) throw new Error(`${name} is not configured`)
  const configuration = await configurationOf(name, server)
  const request = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: "openid email profile",
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...parameters,
  })
  return providerStrategy(name, {
    client: server.client,
    callback,
    request,
    makeState: oidc.randomState,
    accept: async (answer, state) => {
      const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      return verifiedAccount(name, configuration, tokens)
    },
  })
}

/** The provider's page to go to; with `choose` it asks which account. */
export const startProvider = async (name: ProviderName, callback: string, choose: boolean) => {
  const secrets = { nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  const strategy = await strategyOf(name, callback, secrets, choose ? { prompt: "select_account" } : {})
  const session = createSession()
  const answer = await runStrategy(strategy, new Request(new URL("/", callback)), session)
  if (!("redirect" in answer)) throw new Error(`${name} made no authorization request`)
  const begun: Begun = { ...secrets, state: session.get(stateKey) }
  return { url: answer.redirect, begun }
}

/** Throws unless the answer is fresh, belongs to this attempt and has a verified address. */
export const finishProvider = async (
  name: ProviderName,
  callback: string,
  search: string,
  begun: Begun,
): Promise<Account> => {
  const strategy = await strategyOf(name, callback, begun)
  const session = createSession({ [stateKey]: begun.state })
  const answer = await runStrategy(strategy, new Request(`${callback}${search}`), session)
  if (!("user" in answer)) throw new Error(`${name} asked again`)
  return answer.user
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

const verifiedAccount = async (name: ProviderName, configuration: oidc.Configuration, tokens: Tokens) => {
  const claims = tokens.claims()
  if (!claims) throw new Error("the provider sent no id token")
  const asksMore = !claims.email && configuration.serverMetadata().userinfo_endpoint
  const more = asksMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  const all: Record<string, unknown> = { ...more, ...claims }
  const email = typeof all.email === "string" ? comparableAddress(all.email.trim()) : ""
  if (email === "" || !isVerified(name, all, configuration.serverMetadata().issuer)) {
    throw Object.assign(new Error("the provider did not verify the address"), { unverified: true })
  }
  return {
    email,
    userName: typeof all.name === "string" ? all.name.trim() : "",
    identity: { issuer: claims.iss, subject: claims.sub },
  }
}

/**
 * Microsoft makes no claim about a bare address, which the admins of a directory can set to anybody's: it counts when
 * that directory is the only one that may sign in here.
 */
const isVerified = (name: ProviderName, claims: Record<string, unknown>, issuer: string) => {
  const claim = claims.email_verified ?? claims.xms_edov
  if (claim !== undefined) return [true, "true", 1, "1"].some((value) => value === claim)
  const tenant = name === "AzureAD" ? options.microsoft?.tenant : undefined
  // The discovery document of several directories names none.
  if (!tenant || sharedTenants.has(tenant) || /[{}]/.test(issuer)) return false
  return !tenantId.test(tenant) || String(claims.tid).toLowerCase() === tenant
}
