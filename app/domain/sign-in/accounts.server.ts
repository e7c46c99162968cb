import { limitMoved } from "~/domain/limits/moved.server"
import { openProviders, type ProviderOptions } from "~/outside/identity-provider.server"
import { openSigning } from "~/outside/signing.server"
import { followSessions } from "./session.server"

export type AccountOptions = {
  /** Newest first; the first signs, all verify. */
  secrets: string[]
  /** An origin, without a trailing slash. */
  publicUrl: string
  /** Where agents reach the MCP server: an origin, without a trailing slash. */
  mcpUrl: string
  /** The addresses that get system role 0 at sign-in; empty: the first account does. */
  adminEmails: string[]
  rateLimits: boolean
  /** Mails are files of the embedded default at a loopback address, where people may open it themselves. */
  mailWaitsHere: boolean
  providers?: ProviderOptions
  warn?: (message: string, fields: Record<string, unknown>) => void
}

let options: AccountOptions | undefined

/** Opens sign-in and sessions; the database must be open. Resolves to a function that closes them. */
export const openAccounts = async (given: AccountOptions) => {
  options = given
  limitMoved(given.rateLimits)
  openSigning(given.secrets)
  openProviders(given.providers ?? { microsoft: null, google: null, oidc: null })
  return followSessions()
}

export const accountOptions = () => {
  if (!options) throw new Error("accounts are not open")
  return options
}
