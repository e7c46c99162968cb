// Sign-in with an account at another provider: leaveForProvider, comeBack.
import { base64url } from "jose"
import * as z from "zod/mini"
import { safeReturnUrl } from "~/contract/shared/return-url"
import { finishProvider, isConfigured, type ProviderName, startProvider } from "~/outside/identity-provider.server"
import { signed, verified } from "~/outside/signing.server"
import { accountOptions } from "./accounts.server"
import { type SignedIn, signInByProvider, type Visit } from "./sign-in.server"

export const providers = ["AzureAD", "Google", "Oidc"] as const satisfies ProviderName[]
export type Provider = ProviderName

/** How long a sign-in at the provider may take, in seconds. */
export const providerLifetime = 15 * 60

const purpose = "provider sign-in"
const departure = z.object({
  provider: z.enum(providers),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnUrl: z.string(),
  invitationToken: z.nullable(z.string()),
  until: z.number(),
})

const callbackOf = (provider: Provider) => `${accountOptions().publicUrl}/api/Account/Callback/${provider}`

export const isProvider = (name: string | undefined): name is Provider => providers.some((each) => each === name)

/** Logs why somebody returned from a provider without being signed in. */
export const providerFailed = (provider: Provider, error: unknown) =>
  accountOptions().warn?.("a sign-in with a provider failed", {
    provider,
    reason: error instanceof Error ? error.message : String(error),
  })

/** The provider's URL, and the value of a cookie for the return; undefined when the provider is not set up. */
export const leaveForProvider = async (
  provider: Provider,
  wanted: { returnUrl: string | undefined; invitationToken: string | undefined; choose: boolean },
) => {
  if (!isConfigured(provider)) return undefined
  const { url, begun } = await startProvider(provider, callbackOf(provider), wanted.choose)
  const left: z.output<typeof departure> = {
    ...begun,
    provider,
    returnUrl: safeReturnUrl(wanted.returnUrl),
    invitationToken: wanted.invitationToken || null,
    until: Date.now() + providerLifetime * 1_000,
  }
  return { url, cookie: signed(purpose, base64url.encode(JSON.stringify(left))) }
}

/** Throws when the browser did not start here, returns too late or brings an invalid answer. */
export const comeBack = async (
  provider: Provider,
  search: string,
  cookie: string | undefined,
  visit: Visit,
): Promise<SignedIn> => {
  const opened = cookie && verified(purpose, cookie)
  if (!opened) throw new Error("the browser did not ask for this sign-in")
  const left = departure.parse(JSON.parse(new TextDecoder().decode(base64url.decode(opened.text))))
  if (left.provider !== provider || left.until < Date.now()) throw new Error("the sign-in is another one or too old")
  return signInByProvider(await finishProvider(provider, callbackOf(provider), search, left), left, visit)
}
