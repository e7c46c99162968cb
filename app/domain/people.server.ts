import { openProviders, type ProviderOptions } from "~/outside/identity-provider.server"
import { openSigning } from "~/outside/signing.server"
import { followSessions } from "./session.server"

export type PeopleOptions = {
  /** Newest first; the first signs, all verify. */
  secrets: string[]
  /** An origin, without a slash at the end. */
  publicUrl: string
  /** Who gets system role 0 at sign-in; empty: the first account. */
  adminEmails: string[]
  rateLimits: boolean
  /** Mail goes to the outbox of an embedded default at a loopback address, whose people may open it themselves. */
  mailWaitsHere: boolean
  providers?: ProviderOptions
  warn?: (message: string, fields: Record<string, unknown>) => void
}

let options: PeopleOptions | undefined

/** Opens signing in and sessions; the database is open already. Answers how to close them. */
export const openPeople = async (given: PeopleOptions) => {
  options = given
  openSigning(given.secrets)
  openProviders(given.providers ?? { microsoft: null, google: null, oidc: null })
  return followSessions()
}

export const people = () => {
  if (!options) throw new Error("people are not open")
  return options
}
