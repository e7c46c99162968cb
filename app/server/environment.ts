// readEnvironment(source): the values of all variables, and a fault for each that is wrong by itself.

import * as z from "zod/mini"
import { type BudgetName, budgetNames, budgets } from "~/contract/budget"
import { fileBytes } from "~/contract/file"
import { type QuotaName, quotaNames, quotas } from "~/contract/quota"
import { isProxyAddress } from "./client-address.ts"
import { leastConnections } from "./database-connections.ts"
import { isPublishable, isSecret, signingKeyOf } from "./supabase-keys.ts"

export type Fault = { name: string; found: string; expected: string }

const port = z.string().check(
  z.regex(/^\d{1,5}$/),
  z.refine((text) => Number(text) >= 1 && Number(text) <= 65_535),
)

const webAddress = urlOf("http:", "https:")
const origin = z.string().check(
  z.refine((text) => {
    const url = parseUrl(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "")
  }),
)
const email = /^[^\s@<>,]+@[^\s@<>,]+$/
const mailbox = z.string().check(z.refine((text) => email.test(/<([^<>]+)>$/.exec(text)?.[1] ?? text)))
const text = z.string().check(z.minLength(1))
const count = z.string().check(z.regex(/^[1-9]\d{0,8}$/))
const commaList = (item: (part: string) => boolean) => z.string().check(z.refine((list) => parts(list).every(item)))

const megabytes = z.string().check(z.regex(/^[1-9]\d{2,5}$/))
const amount = z.string().check(z.regex(/^\d{1,12}$/))
const size = z.string().check(z.refine((text) => bytesOf(text) !== undefined))
/** Browsers refuse larger files before they send them. */
const fileSize = z.string().check(z.refine((text) => (bytesOf(text) ?? Number.POSITIVE_INFINITY) <= fileBytes))

type Variable = { schema: z.ZodMiniType<string, string>; expected: string; secret?: boolean }

const quotaVariables = Object.fromEntries(
  quotaNames.map((name): [string, Variable] => [
    name,
    quotas[name].measure === "bytes"
      ? { schema: size, expected: "bytes, or a size such as 64 MB or 5 GB" }
      : { schema: amount, expected: "a whole number" },
  ]),
) as Record<QuotaName, Variable>

const budgetVariables = Object.fromEntries(
  budgetNames.map((name): [string, Variable] => [
    name,
    budgets[name].measure === "bytes"
      ? { schema: size, expected: "bytes, or a size such as 64 MB or 5 GB" }
      : { schema: count, expected: "a positive number" },
  ]),
) as Record<BudgetName, Variable>

const variables = {
  ...quotaVariables,
  ...budgetVariables,
  PORT: { schema: port, expected: "a port from 1 to 65535" },
  HOST: { schema: z.string().check(z.regex(/^[\w.:-]+$/)), expected: "a host name or an IP address" },
  PUBLIC_URL: { schema: origin, expected: "an origin such as https://plan.example.org, without a path" },
  DATA_DIR: { schema: text, expected: "a directory" },
  MCP_PORT: { schema: port, expected: "a port from 1 to 65535" },
  MCP_PUBLIC_URL: { schema: urlOf("ws:", "wss:"), expected: "an address such as wss://mcp.example.org" },
  DATABASE_URL: {
    schema: urlOf("postgres:", "postgresql:"),
    expected: "postgres://user:password@host:port/database",
    secret: true,
  },
  SUPABASE_URL: { schema: origin, expected: "an origin such as https://abc.supabase.co" },
  SUPABASE_INTERNAL_URL: { schema: origin, expected: "an origin such as http://kong:8000" },
  SUPABASE_ANON_KEY: {
    schema: z.string().check(z.refine(isPublishable)),
    expected: "the project's publishable key (sb_publishable_…) or its anon key, which browsers get; not a secret one",
    secret: true,
  },
  SUPABASE_SERVICE_ROLE_KEY: {
    schema: z.string().check(z.refine(isSecret)),
    expected: "the project's secret key (sb_secret_…) or its service_role key; not the one that browsers get",
    secret: true,
  },
  SUPABASE_JWT_SECRET: {
    schema: z.string().check(z.minLength(32)),
    expected: "the project's JWT secret, at least 32 characters",
    secret: true,
  },
  SUPABASE_JWT_KEY: {
    schema: z.string().check(z.refine((text) => signingKeyOf(text) !== null)),
    expected: 'a private ES256 key with its id, as JSON: {"kty":"EC","crv":"P-256","kid":…,"x":…,"y":…,"d":…}',
    secret: true,
  },
  SESSION_SECRET: {
    schema: commaList((part) => part.length >= 32),
    expected: "secrets of at least 32 characters, separated by commas; the first signs, all verify",
    secret: true,
  },
  BACKUP_SECRET: { schema: z.string().check(z.minLength(16)), expected: "at least 16 characters", secret: true },
  SMTP_URL: { schema: urlOf("smtp:", "smtps:"), expected: "smtp://user:password@host:port", secret: true },
  MAIL_FROM: { schema: mailbox, expected: 'an address, or "Name <address>"' },
  MICROSOFT_CLIENT_ID: { schema: text, expected: "the application's client id" },
  MICROSOFT_CLIENT_SECRET: { schema: text, expected: "the application's client secret", secret: true },
  MICROSOFT_TENANT: { schema: z.string().check(z.regex(/^[\w.-]+$/)), expected: "a tenant id, or common" },
  MICROSOFT_AUTHORITY: { schema: webAddress, expected: "an address such as https://login.microsoftonline.com" },
  GOOGLE_CLIENT_ID: { schema: text, expected: "the application's client id" },
  GOOGLE_CLIENT_SECRET: { schema: text, expected: "the application's client secret", secret: true },
  GOOGLE_ISSUER: { schema: webAddress, expected: "an address such as https://accounts.google.com" },
  OIDC_ISSUER: { schema: webAddress, expected: "the address of an OpenID Connect issuer" },
  OIDC_CLIENT_ID: { schema: text, expected: "the application's client id" },
  OIDC_CLIENT_SECRET: { schema: text, expected: "the application's client secret", secret: true },
  OIDC_NAME: { schema: z.string().check(z.minLength(1), z.maxLength(60)), expected: "a name of up to 60 characters" },
  STRIPE_SECRET_KEY: {
    schema: z.string().check(z.regex(/^(sk|rk)_/)),
    expected: "a key that starts with sk_ or rk_",
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z.string().check(z.regex(/^whsec_/)),
    expected: "a secret that starts with whsec_",
    secret: true,
  },
  STRIPE_PRICE_ID: { schema: z.string().check(z.regex(/^price_/)), expected: "an id that starts with price_" },
  STRIPE_API_URL: { schema: origin, expected: "an origin, without /v1" },
  TRIAL_DAYS: {
    schema: z.string().check(
      z.regex(/^\d{1,3}$/),
      z.refine((days) => Number(days) <= 730),
    ),
    expected: "days from 0 to 730",
  },
  OPENAI_API_KEY: { schema: text, expected: "a key", secret: true },
  OPENAI_BASE_URL: { schema: webAddress, expected: "an address such as https://api.openai.com/v1" },
  OPENAI_MODEL: { schema: text, expected: "the name of a model" },
  SYSTEM_ADMIN_EMAILS: { schema: commaList((part) => email.test(part)), expected: "addresses separated by commas" },
  TRUSTED_PROXIES: {
    schema: commaList(isProxyAddress),
    expected: "IP addresses or subnets such as 10.0.0.0/8, separated by commas",
  },
  QUOTA_MAILS_PER_SENDER: { schema: count, expected: "a positive number" },
  QUOTA_MAILS_PER_RECIPIENT: { schema: count, expected: "a positive number" },
  DATABASE_CONNECTIONS: {
    schema: z.string().check(
      z.regex(/^\d{1,3}$/),
      z.refine((text) => Number(text) >= leastConnections),
    ),
    expected: `a number from ${leastConnections} to 999`,
  },
  DATABASE_CALL_MS: { schema: count, expected: "milliseconds" },
  DATABASE_SEARCH_MS: { schema: count, expected: "milliseconds" },
  QUOTA_SOCKETS: { schema: count, expected: "a positive number" },
  QUOTA_SOCKETS_PER_PERSON: { schema: count, expected: "a positive number" },
  QUOTA_SOCKETS_PER_ADDRESS: { schema: count, expected: "a positive number" },
  QUOTA_SOCKETS_PER_TOPIC: { schema: count, expected: "a positive number" },
  QUOTA_SOCKETS_OF_VISITORS: { schema: count, expected: "a positive number" },
  QUOTA_SOCKETS_OF_VISITORS_PER_ADDRESS: { schema: count, expected: "a positive number" },
  QUOTA_CONNECTIONS_PER_ADDRESS: { schema: count, expected: "a positive number" },
  JSON_BYTES: { schema: size, expected: "bytes, or a size such as 1 MB" },
  FILE_BYTES: { schema: fileSize, expected: "bytes, or a size such as 20 MB; at most 50 MB" },
  FORM_BYTES: { schema: size, expected: "bytes, or a size such as 16 KB" },
  BODY_BYTES: { schema: size, expected: "bytes, or a size such as 128 MB" },
  BODY_BYTES_PER_CALLER: { schema: size, expected: "bytes, or a size such as 32 MB" },
  ANSWER_BYTES: { schema: size, expected: "bytes, or a size such as 256 MB" },
  ANSWER_BYTES_PER_CALLER: { schema: size, expected: "bytes, or a size such as 64 MB" },
  IMPORT_BYTES: { schema: size, expected: "bytes, or a size such as 160 MB" },
  IMPORT_BYTES_PER_PERSON: { schema: size, expected: "bytes, or a size such as 60 MB" },
  IMPORTS_PER_PERSON: { schema: count, expected: "a positive number" },
  THREAD_MEMORY_MB: { schema: megabytes, expected: "megabytes, at least 100" },
  THREAD_IMPORT_MS: { schema: count, expected: "milliseconds" },
  THREAD_IMPORT_QUEUE: { schema: count, expected: "a positive number" },
  THREAD_FILES_MS: { schema: count, expected: "milliseconds" },
  THREAD_FILES_QUEUE: { schema: count, expected: "a positive number" },
  THREAD_TEXT_MS: { schema: count, expected: "milliseconds" },
  THREAD_TEXT_QUEUE: { schema: count, expected: "a positive number" },
  THREAD_TEXT_GROWTH_MB: { schema: megabytes, expected: "megabytes, at least 100" },
  THREAD_SEARCH_MS: { schema: count, expected: "milliseconds" },
  THREAD_SEARCH_QUEUE: { schema: count, expected: "a positive number" },
  RATE_LIMITS: { schema: oneOf("on", "off"), expected: "on or off" },
  LOG_LEVEL: { schema: oneOf("debug", "info", "warn", "error"), expected: "debug, info, warn or error" },
  MEMORY_LIMIT_MB: { schema: megabytes, expected: "megabytes, at least 100" },
  METRICS_TOKEN: { schema: z.string().check(z.minLength(16)), expected: "at least 16 characters", secret: true },
} satisfies Record<string, Variable>

export type VariableName = keyof typeof variables
export const variableNames = Object.keys(variables) as VariableName[]
export type Environment = { [Name in VariableName]?: string }

/** An empty variable counts as not set. */
export function readEnvironment(source: Record<string, string | undefined>): { values: Environment; faults: Fault[] } {
  const values: Environment = {}
  const faults: Fault[] = []
  for (const name of variableNames) {
    const given = source[name]?.trim()
    if (!given) continue
    values[name] = given
    if (!variables[name].schema.safeParse(given).success) faults.push(faultOf(name, given))
  }
  return { values, faults }
}

/** With `expected` when the value is valid by itself. */
export function faultOf(name: VariableName, found: string | undefined, expected?: string): Fault {
  const variable: Variable = variables[name]
  const shown = variable.secret ? `(hidden, ${found?.length} characters)` : JSON.stringify(found)
  return { name, found: found === undefined ? "not set" : shown, expected: expected ?? variable.expected }
}

export function parts(list: string): string[] {
  return list.split(",").flatMap((part) => part.trim() || [])
}

/** Of a size such as 1000000, 64 MB or 1.5 GB; undefined when it is none. */
export function bytesOf(text: string): number | undefined {
  const [, value, unit] = /^(\d{1,15}(?:\.\d{1,3})?) ?(KB|MB|GB)?$/i.exec(text) ?? []
  if (value === undefined || (!unit && value.includes("."))) return undefined
  const power = ["", "KB", "MB", "GB"].indexOf((unit ?? "").toUpperCase())
  const bytes = Math.round(Number(value) * 1_024 ** power)
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

function oneOf(...choices: string[]) {
  return z.string().check(z.refine((value) => choices.includes(value)))
}

function urlOf(...protocols: string[]) {
  return z.string().check(z.refine((value) => protocols.includes(parseUrl(value)?.protocol ?? "")))
}

function parseUrl(value: string) {
  try {
    return new URL(value)
  } catch {
    return null
  }
}
