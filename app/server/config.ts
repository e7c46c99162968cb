// loadConfig(): the configuration from environment and .env; a ConfigError lists all its faults.
import fs from "node:fs"
import path from "node:path"
import { parseEnv } from "node:util"
import type { Limits } from "~/contract/limits"
import { counted } from "~/contract/shared/language/english"
import { isLoopback } from "~/contract/shared/loopback"
import type { SigningOptions } from "~/outside/realtime.server"
import { type ConnectionShares, shareConnections } from "./database-connections.ts"
import { faultOf, readEnvironment } from "./environment.ts"
import { type Fault, readLimits } from "./limit-list.ts"
import { signingKeyOf } from "./supabase-keys.ts"
import { defaultModel, defaults, type Environment, parts, type VariableName } from "./variables.ts"

export type Config = {
  host: string
  port: number
  /** an origin, without a slash at the end */
  publicUrl: string
  /** absolute */
  dataDir: string
  mcp: { port: number; publicUrl: string }
  /** null: the embedded Postgres */
  database: { url: string; prepare: boolean } | null
  /** null: the embedded gateway and storage */
  supabase: ({ url: string; internalUrl: string; anonKey: string; serviceRoleKey: string } & SigningOptions) | null
  /** null: one is stored in DATA_DIR */
  sessionSecrets: string[] | null
  /** null: each backup has a key in a file of its own */
  backupSecret: string | null
  /** `smtpUrl` null: mails are files in DATA_DIR/outbox */
  mail: { smtpUrl: string | null; from: string }
  providers: {
    microsoft: { clientId: string; clientSecret: string; tenant: string; authority: string } | null
    google: { clientId: string; clientSecret: string; issuer: string } | null
    oidc: { clientId: string; clientSecret: string; issuer: string; name: string } | null
  }
  stripe: { secretKey: string; webhookSecret: string; priceId: string; apiUrl: string } | null
  trialDays: number
  model: {
    apiKey: string | null
    baseUrl: string
    name: string
    /** null: by the address */
    api: "chat" | "responses" | null
    /** null: not sent */
    effort: string | null
    timeoutMs: number
  } | null
  systemAdminEmails: string[]
  /** IP addresses and subnets whose X-Forwarded-* headers are read */
  trustedProxies: string[]
  rateLimits: boolean
  /** The most connections to the database, of an app and the MCP server beside it */
  databaseConnections: ConnectionShares
  limits: Limits
  logLevel: "debug" | "info" | "warn" | "error"
  metricsToken: string | null
}

export type ConfigError = Error & { faults: Fault[] }

type Values = Environment & { [Name in keyof typeof defaults]: string }

/** Set together or not at all. */
const GROUPS: VariableName[][] = [
  ["SUPABASE_URL", "SUPABASE_ANON_KEY", "SUPABASE_SERVICE_ROLE_KEY"],
  ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_ID"],
]

/** Throws a ConfigError. Variables of the environment win over those of `.env` in `directory`. */
export const loadConfig = (environment: Record<string, string | undefined>, directory: string): Config => {
  const source = { ...readFile(path.join(directory, ".env")), ...present(environment) }
  const { values: given, faults } = readEnvironment(source)
  const values = { ...defaults, ...given }
  const broken = new Set(faults.map((fault) => fault.name))
  const { limits, faults: ofLimits } = readLimits(values)
  const all = [...faults, ...faultsTogether(values, broken), ...ofLimits]
  if (all.length > 0) throw configError(all)
  return build(values, limits, directory)
}

const configError = (faults: Fault[]): ConfigError => {
  const lines = faults.map(({ name, found, expected }) => `  ${name}: found ${found}, expected ${expected}`)
  const title = `The configuration has ${counted(faults.length, { one: "a fault", other: "# faults" })}:`
  return Object.assign(new Error([title, ...lines].join("\n")), { name: "ConfigError", faults })
}

const readFile = (file: string): Record<string, string | undefined> =>
  fs.existsSync(file) ? parseEnv(fs.readFileSync(file, "utf8")) : {}

const present = (environment: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))

/** Faults of variables that are valid by themselves but not together. */
const faultsTogether = (values: Values, broken: Set<string>): Fault[] => {
  const faults: Fault[] = []
  for (const group of GROUPS) {
    const given = group.filter((name) => values[name] !== undefined)
    if (given.length === 0 || given.length === group.length) continue
    for (const name of group)
      if (values[name] === undefined)
        faults.push(faultOf(name, undefined, `a value, since ${given.join(" and ")} is set`))
  }
  if (values.SUPABASE_URL && !values.SUPABASE_JWT_SECRET && !values.SUPABASE_JWT_KEY)
    faults.push(
      faultOf("SUPABASE_JWT_KEY", undefined, "a signing key, or SUPABASE_JWT_SECRET, since SUPABASE_URL is set"),
    )
  for (const name of ["SUPABASE_JWT_SECRET", "SUPABASE_JWT_KEY", "SUPABASE_INTERNAL_URL"] as const)
    if (values[name] && !values.SUPABASE_URL)
      faults.push(faultOf("SUPABASE_URL", undefined, `a value, since ${name} is set`))
  if (values.SUPABASE_URL && !values.DATABASE_URL)
    faults.push(faultOf("DATABASE_URL", undefined, "that Supabase project's database, since SUPABASE_URL is set"))
  if (
    values.DATABASE_URL &&
    !broken.has("DATABASE_URL") &&
    !values.SUPABASE_URL &&
    !databaseOf(values.DATABASE_URL).prepare
  )
    faults.push(
      faultOf(
        "DATABASE_URL",
        values.DATABASE_URL,
        "a direct connection, or SUPABASE_URL: live events do not pass a transaction pooler",
      ),
    )
  if (values.RATE_LIMITS === "off" && !isLoopback(values.HOST))
    faults.push(faultOf("RATE_LIMITS", "off", `on, or a loopback HOST (it is ${JSON.stringify(values.HOST)})`))
  if (values.PORT === values.MCP_PORT)
    faults.push(faultOf("MCP_PORT", values.MCP_PORT, `a port other than PORT (${values.PORT})`))
  if (values.OPENAI_BASE_URL && !values.OPENAI_MODEL)
    faults.push(faultOf("OPENAI_MODEL", undefined, "a value, since OPENAI_BASE_URL is set"))
  return faults.filter((fault) => !broken.has(fault.name))
}

const build = (values: Values, limits: Limits, directory: string): Config => {
  const port = Number(values.PORT)
  const mcpPort = Number(values.MCP_PORT)
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${port}`).origin
  return {
    host: values.HOST,
    port,
    publicUrl,
    dataDir: path.resolve(directory, values.DATA_DIR),
    mcp: { port: mcpPort, publicUrl: (values.MCP_PUBLIC_URL ?? `ws://localhost:${mcpPort}`).replace(/\/{1,20}$/, "") },
    database: values.DATABASE_URL ? databaseOf(values.DATABASE_URL) : null,
    supabase: supabaseOf(values),
    sessionSecrets: values.SESSION_SECRET ? parts(values.SESSION_SECRET) : null,
    backupSecret: values.BACKUP_SECRET ?? null,
    mail: {
      smtpUrl: values.SMTP_URL ?? null,
      from: values.MAIL_FROM ?? `Laneway <no-reply@${new URL(publicUrl).hostname}>`,
    },
    providers: providersOf(values),
    stripe: stripeOf(values),
    trialDays: Number(values.TRIAL_DAYS),
    model: modelOf(values),
    systemAdminEmails: parts(values.SYSTEM_ADMIN_EMAILS ?? "").map((address) => address.toLowerCase()),
    trustedProxies: parts(values.TRUSTED_PROXIES ?? ""),
    rateLimits: values.RATE_LIMITS !== "off",
    databaseConnections: shareConnections(Number(values.DATABASE_CONNECTIONS)),
    limits,
    logLevel: values.LOG_LEVEL as Config["logLevel"],
    metricsToken: values.METRICS_TOKEN ?? null,
  }
}

// A transaction pooler: port 6543 is Supabase's, `pgbouncer=true` marks any other and means nothing to Postgres.
const databaseOf = (given: string) => {
  const url = new URL(given)
  const pooled = url.port === "6543" || url.searchParams.get("pgbouncer") === "true"
  url.searchParams.delete("pgbouncer")
  return { url: url.href, prepare: !pooled }
}

const supabaseOf = (values: Environment): Config["supabase"] => {
  const { SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY, SUPABASE_JWT_SECRET, SUPABASE_JWT_KEY } = values
  const jwtKey = SUPABASE_JWT_KEY ? signingKeyOf(SUPABASE_JWT_KEY) : null
  if (!SUPABASE_URL || !SUPABASE_ANON_KEY || !SUPABASE_SERVICE_ROLE_KEY) return null
  return {
    url: new URL(SUPABASE_URL).origin,
    internalUrl: new URL(values.SUPABASE_INTERNAL_URL ?? SUPABASE_URL).origin,
    anonKey: SUPABASE_ANON_KEY,
    serviceRoleKey: SUPABASE_SERVICE_ROLE_KEY,
    // A project that has both signs with the key; its secret is the older way.
    ...(jwtKey ? { jwtKey } : { jwtSecret: SUPABASE_JWT_SECRET ?? "" }),
  }
}

const providersOf = (values: Values): Config["providers"] => {
  const microsoft = pair(values.MICROSOFT_CLIENT_ID, values.MICROSOFT_CLIENT_SECRET)
  const google = pair(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET)
  const oidc = pair(values.OIDC_CLIENT_ID, values.OIDC_CLIENT_SECRET)
  return {
    microsoft: microsoft && {
      ...microsoft,
      tenant: values.MICROSOFT_TENANT,
      authority: values.MICROSOFT_AUTHORITY,
    },
    google: google && { ...google, issuer: values.GOOGLE_ISSUER },
    oidc: oidc && { ...oidc, issuer: values.OIDC_ISSUER ?? "", name: values.OIDC_NAME },
  }
}

const pair = (clientId: string | undefined, clientSecret: string | undefined) =>
  clientId && clientSecret ? { clientId, clientSecret } : null

const stripeOf = ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID, STRIPE_API_URL }: Values) => {
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET || !STRIPE_PRICE_ID) return null
  return {
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    priceId: STRIPE_PRICE_ID,
    apiUrl: STRIPE_API_URL,
  }
}

const modelOf = (values: Values): Config["model"] => {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, OPENAI_API, OPENAI_REASONING_EFFORT, OPENAI_TIMEOUT_S } =
    values
  if (!OPENAI_API_KEY && !OPENAI_BASE_URL) return null
  return {
    apiKey: OPENAI_API_KEY ?? null,
    baseUrl: OPENAI_BASE_URL ?? "https://api.openai.com/v1",
    name: OPENAI_MODEL ?? defaultModel,
    api: (OPENAI_API as "chat" | "responses" | undefined) ?? null,
    effort: OPENAI_REASONING_EFFORT ?? null,
    timeoutMs: Number(OPENAI_TIMEOUT_S) * 1_000,
  }
}
