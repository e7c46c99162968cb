import { KeyRound } from "lucide-react"
import { type FormEvent, type ReactNode, useId } from "react"
import { pendingInvitation } from "~/client/memory/sign-in"
import { login } from "~/ui/sign-in/texts"

const MicrosoftLogo = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path fill="#f25022" d="M0 0h7.6v7.6H0z" />
    <path fill="#7fba00" d="M8.4 0H16v7.6H8.4z" />
    <path fill="#00a4ef" d="M0 8.4h7.6V16H0z" />
    <path fill="#ffb900" d="M8.4 8.4H16V16H8.4z" />
  </svg>
)

const GoogleLogo = () => (
  <svg width="17" height="17" viewBox="0 0 48 48" aria-hidden="true">
    <path
      fill="#4285f4"
      d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.8c-.5 2.8-2 5.1-4.4 6.7v5.5h7.1c4.2-3.8 6.6-9.5 6.6-16.2z"
    />
    <path
      fill="#34a853"
      d="M24 46c5.9 0 10.9-2 14.5-5.3l-7.1-5.5c-2 1.3-4.5 2.1-7.4 2.1-5.7 0-10.6-3.9-12.3-9.1H4.3v5.7C7.9 41 15.4 46 24 46z"
    />
    <path fill="#fbbc05" d="M11.7 28.2a13.2 13.2 0 0 1 0-8.4v-5.7H4.3a22 22 0 0 0 0 19.8z" />
    <path
      fill="#ea4335"
      d="M24 10.7c3.2 0 6.1 1.1 8.4 3.3l6.3-6.3A21.1 21.1 0 0 0 24 2C15.4 2 7.9 7 4.3 14.1l7.4 5.7c1.7-5.2 6.6-9.1 12.3-9.1z"
    />
  </svg>
)

const OtherLogo = () => <KeyRound className="icon" aria-hidden="true" />

const providers = () =>
  [
    { name: "microsoft", provider: "AzureAD", Logo: MicrosoftLogo, text: login.withMicrosoft },
    { name: "google", provider: "Google", Logo: GoogleLogo, text: login.withGoogle },
  ] as const

/** Which providers are set up here. */
export type SetUp = { microsoft: boolean; google: boolean }

type Shown = { provider: string; Logo: () => ReactNode; text: string; ready: boolean; short: string }

/** The providers that are set up, and those that are not. `oidcName`: of the third one; null: none. */
export const shownProviders = (setUp: SetUp, oidcName: string | null) => {
  const all: Shown[] = [
    ...providers().map(({ name, ...rest }) => ({ ...rest, ready: setUp[name], short: login.short[name] })),
    ...(oidcName
      ? [{ provider: "Oidc", Logo: OtherLogo, text: login.with(oidcName), ready: true, short: oidcName }]
      : []),
  ]
  return { ready: all.filter(({ ready }) => ready), missing: all.filter(({ ready }) => !ready) }
}

type ProvidersProps = { all: Shown[]; returnUrl: string; token?: string }

/**
 * Buttons that navigate to a provider; those of providers that are not set up are disabled and say so. Each is a form,
 * which works before any script runs; the script navigates itself, because the policy's `form-action` would stop the
 * form at the redirect to the provider.
 */
export const Providers = ({ all, returnUrl, token }: ProvidersProps) => {
  const hint = useId()
  const missing = all.filter(({ ready }) => !ready).map(({ short }) => short)
  return (
    <>
      {all.map(({ provider, Logo, text, ready }) => (
        <form key={provider} method="get" action={address} onSubmit={leave}>
          <input type="hidden" name="provider" value={provider} />
          <input type="hidden" name="returnUrl" value={returnUrl} />
          {token && <input type="hidden" name="token" value={token} />}
          <button
            type="submit"
            className="button provider"
            disabled={!ready}
            aria-describedby={ready ? undefined : hint}
          >
            <Logo />
            {text}
          </button>
        </form>
      ))}
      {missing.length > 0 && (
        <p id={hint} className="hint">
          {login.notSetUp(missing)}
        </p>
      )}
    </>
  )
}

const address = "/api/Account/Login"

const leave = (event: FormEvent<HTMLFormElement>) => {
  event.preventDefault()
  pendingInvitation.markCarried()
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(event.currentTarget)) query.set(name, String(value))
  window.location.assign(`${address}?${query}`)
}
