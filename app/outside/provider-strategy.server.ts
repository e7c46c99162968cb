// providerStrategy(name, attempt): the remix-auth strategy of a provider. The packages send the request;
// `attempt.accept` checks the answer, since they know neither nonce nor PKCE and ignore the id token.
import { redirect, type SessionStorage } from "@remix-run/node"
import { type AuthenticateOptions, Strategy } from "remix-auth"
import { GoogleStrategy } from "remix-auth-google"
import { MicrosoftStrategy } from "remix-auth-microsoft"

export type ProviderName = "AzureAD" | "Google" | "Oidc"
export type Client = { clientId: string; clientSecret: string }
/** The provider has verified the address. */
export type Account = { email: string; userName: string; identity: { issuer: string; subject: string } }

/** One sign-in, from the authorization request to its answer. */
export type Attempt = {
  client: Client
  callback: string
  /** The authorization request, complete but for its state. */
  request: URL
  makeState: () => string
  /** Throws unless the answer is a good one to this request. */
  accept: (answer: URL, state: string) => Promise<Account>
}

/** The session key for the request's state. */
export const stateKey = "oauth2:state"

export const providerStrategy = (name: ProviderName, attempt: Attempt): Strategy<Account, never> => {
  if (name === "AzureAD") return new Microsoft(attempt)
  return name === "Google" ? new Google(attempt) : new OpenIdConnect(attempt)
}

class Microsoft extends MicrosoftStrategy<Account> {
  constructor(private readonly attempt: Attempt) {
    super({ ...attempt.client, redirectUri: attempt.callback }, refuse)
    this.authorizationURL = attempt.request.href
    Object.assign(this, { generateState: attempt.makeState })
  }
  // Drops the package's `prompt=none`, which fails for people who are not signed in at Microsoft.
  protected override authorizationParams() {
    return this.attempt.request.searchParams
  }
  override async authenticate(request: Request, storage: SessionStorage, options: AuthenticateOptions) {
    const account = await accountOf(request, storage, this.attempt)
    return account ? this.success(account, request, storage, options) : super.authenticate(request, storage, options)
  }
}

class Google extends GoogleStrategy<Account> {
  constructor(private readonly attempt: Attempt) {
    const { clientId: clientID, clientSecret } = attempt.client
    super({ clientID, clientSecret, callbackURL: attempt.callback }, refuse)
    this.authorizationURL = attempt.request.href
    Object.assign(this, { generateState: attempt.makeState })
  }
  protected override authorizationParams() {
    return this.attempt.request.searchParams
  }
  override async authenticate(request: Request, storage: SessionStorage, options: AuthenticateOptions) {
    const account = await accountOf(request, storage, this.attempt)
    return account ? this.success(account, request, storage, options) : super.authenticate(request, storage, options)
  }
}

/** Any other provider, without a package of its own. */
class OpenIdConnect extends Strategy<Account, never> {
  name = "oidc"
  constructor(private readonly attempt: Attempt) {
    super(refuse)
  }
  async authenticate(request: Request, storage: SessionStorage, options: AuthenticateOptions) {
    const account = await accountOf(request, storage, this.attempt)
    if (account) return this.success(account, request, storage, options)
    const state = this.attempt.makeState()
    const session = await storage.getSession()
    session.set(stateKey, state)
    throw redirect(`${this.attempt.request.href}&${new URLSearchParams({ state })}`)
  }
}

/** The account in the provider's answer; undefined before the request to the provider. */
const accountOf = async ({ url }: Request, storage: SessionStorage, { callback, accept }: Attempt) => {
  const answer = new URL(url)
  if (answer.pathname !== new URL(callback).pathname) return undefined
  const session = await storage.getSession()
  return accept(answer, session.get(stateKey))
}

/** The packages would call it after an exchange of their own, which never happens. */
const refuse = (): never => {
  throw new Error("the provider's answer was not checked")
}
