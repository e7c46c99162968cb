// logSecurity(event, fields): what an operator needs to follow an account: who, from where, by which request. No secrets.

export type SecurityEvent =
  | "sign-in"
  | "sign-in refused"
  | "sign-out"
  | "session ended"
  | "role changed"
  | "key changed"
  | "agent allowed"
  | "agent ended"
  | "exported"
  | "refused"
  | "refused often"

export type SecurityFields = {
  /** Null: the entry is about many requests. */
  requestId: string | null
  /** The IP address. */
  from: string
  /** Null: no one is signed in, or a plan's API key makes the call. */
  person?: number | null
  plan?: number | null
  [more: string]: unknown
}

let listener: (event: SecurityEvent, fields: SecurityFields) => void = () => {}

export const onSecurityEvent = (given: typeof listener) => {
  listener = given
}

export const logSecurity = (event: SecurityEvent, fields: SecurityFields) => listener(event, fields)
