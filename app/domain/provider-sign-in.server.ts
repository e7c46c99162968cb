// Signing in with an account people have elsewhere.
import * as z from "zod/mini"
import { finishProvider, isConfigured, type ProviderName, startProvider } from "~/outside/identity-provider.server"
import { signed, verified } from "~/outside/signing.server"
import { safeReturnUrl } from "~/rules/return-url"
import { people } from "./people.server"
import { type SignedIn, signInAs } from "./sign-in.server"

export const providers = ["AzureAD", "Google", "Oidc"] as const satisfies ProviderName[]
export type Provider = ProviderName

/** How long people may take at the provider, in seconds. */
export const providerLifetime = 15 * 60

const purpose = "provider sign-in"
const kept = z.object({
  provider: z.enum(providers),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnUrl: z.string(),
  invitationToken: z.nullable(z.string()),
  until: z.number(),
})

const callbackOf = (provider: Provider) => `${people().publicUrl}/api/Account/Callback/${provider}`

export const isProvider = (name: string | undefined): name is Provider => providers.some((each) => each === name)

/** Tells whoever runs the product why people come back without being signed in. */
export const providerFailed = (provider: Provider, error: unknown) =>
  people().warn?.("a sign-in with a provider failed", {
    provider,
    reason: error instanceof Error ? error.message : String(error),
  })

/** Where to send the browser, and what it is to keep until it comes back; undefined when the provider is not set up. */
export const leaveForProvider = async (
  provider: Provider,
  wanted: { returnUrl: string | undefined; invitationToken: string | undefined; choose: boolean },
) => {
  if (!isConfigured(provider)) return undefined
  const { url, begun } = await startProvider(provider, callbackOf(provider), wanted.choose)
  const keep: z.output<typeof kept> = {
    ...begun,
    provider,
    returnUrl: safeReturnUrl(wanted.returnUrl),
    invitationToken: wanted.invitationToken || null,
    until: Date.now() + providerLifetime * 1_000,
  }
  return { url, keep: signed(purpose, Buffer.from(JSON.stringify(keep)).toString("base64url")) }
}

/** Throws when the browser did not leave from here, came back late, or the provider's answer is not good. */
export const comeBack = async (provider: Provider, search: string, cookie: string | undefined): Promise<SignedIn> => {
  const opened = cookie && verified(purpose, cookie)
  if (!opened) throw new Error("the browser did not ask for this sign-in")
  const keep = kept.parse(JSON.parse(Buffer.from(opened.text, "base64url").toString()))
  if (keep.provider !== provider || keep.until < Date.now()) throw new Error("the sign-in is another one or too old")
  return signInAs(await finishProvider(provider, new URL(`${callbackOf(provider)}${search}`), keep), keep)
}
