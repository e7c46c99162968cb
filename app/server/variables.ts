// The variables of the configuration, in groups that .env.example and the README show together.
import * as z from "zod/mini"
import type { LimitName } from "~/contract/limits"
import { isProxyAddress } from "./client-address.ts"
import { leastConnections } from "./database-connections.ts"
import { amountOf, expectedAmount, shownAmount } from "./limit-list.ts"
import { isPublishable, isSecret, signingKeyOf } from "./supabase-keys.ts"

export type Variable = {
  schema: z.ZodMiniType<string, string>
  expected: string
  secret?: true
  /** What .env.example shows where it isn't the default. */
  shown?: string
}
export type Group = {
  meaning: string
  /** What .env.example says beside the meaning. */
  more?: string
  /** What the README shows where it isn't the variables' defaults. */
  without?: string
  variables: Record<string, Variable>
}

export const parts = (list: string): string[] => list.split(",").flatMap((part) => part.trim() || [])

const parseUrl = (value: string) => {
  try {
    return new URL(value)
  } catch {
    return null
  }
}
const urlOf = (...protocols: string[]) =>
  z.string().check(z.refine((value) => protocols.includes(parseUrl(value)?.protocol ?? "")))
const oneOf = (...choices: string[]) => z.string().check(z.refine((value) => choices.includes(value)))
const numberFrom = (least: number, most: number) =>
  z.string().check(
    z.regex(/^\d{1,6}$/),
    z.refine((text) => Number(text) >= least && Number(text) <= most),
  )
const longText = (least: number, most = 100_000) => z.string().check(z.minLength(least), z.maxLength(most))
const matching = (pattern: RegExp) => z.string().check(z.regex(pattern))
const commaList = (item: (part: string) => boolean) => z.string().check(z.refine((list) => parts(list).every(item)))

const text = longText(1)
const webAddress = urlOf("http:", "https:")
const origin = z.string().check(
  z.refine((text) => {
    const url = parseUrl(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "")
  }),
)
const email = /^[^\s@<>,]+@[^\s@<>,]+$/
const mailbox = z.string().check(z.refine((text) => email.test(/<([^<>]+)>$/.exec(text)?.[1] ?? text)))

const port = { schema: numberFrom(1, 65_535), expected: "a port from 1 to 65535" }
const clientId = { schema: text, expected: "the application's client id" }
const clientSecret = { schema: text, expected: "the application's client secret", secret: true } as const

const ofLimit = (name: LimitName) => ({
  schema: z.string().check(z.refine((text) => amountOf(name, text) !== null)),
  expected: expectedAmount(name),
  shown: shownAmount(name),
})

/** OpenAI gives notice of at least six months before a model ends, so the newest one lasts longest. */
export const defaultModel = "gpt-6.1-terra"

export const groups = [
  {
    meaning: "where the product listens",
    variables: {
      PORT: port,
      HOST: { schema: matching(/^[\w.:-]+$/), expected: "a host name or an IP address" },
    },
  },
  {
    meaning: "how people reach it: links in emails, redirects of sign-in providers, secure cookies",
    without: "`http://localhost:PORT`",
    variables: {
      PUBLIC_URL: {
        schema: origin,
        expected: "an origin such as https://plan.example.org, without a path",
        shown: "http://localhost:3000",
      },
    },
  },
  {
    meaning: "the embedded database, files, mails without a mail server and generated secrets",
    variables: { DATA_DIR: { schema: text, expected: "a directory" } },
  },
  {
    meaning: "where the MCP server listens at `HOST`, and how agents reach it",
    more: "docs/agents.md says more.",
    without: "3001, `ws://localhost:MCP_PORT`",
    variables: {
      MCP_PORT: port,
      MCP_PUBLIC_URL: {
        schema: urlOf("ws:", "wss:"),
        expected: "an address such as wss://mcp.example.org",
        shown: "ws://localhost:3001",
      },
    },
  },
  {
    meaning: "a Postgres 15 or newer, such as Supabase's: `postgres://user:password@host:port/database`",
    more: "On another machine add ?sslmode=verify-full; otherwise the start warns that the connection is not verified. A hosted Supabase has a certificate authority of its own: name its file by NODE_EXTRA_CA_CERTS, in the environment and not here.",
    without: "embedded",
    variables: {
      DATABASE_URL: {
        schema: urlOf("postgres:", "postgresql:"),
        expected: "postgres://user:password@host:port/database",
        secret: true,
      },
    },
  },
  {
    meaning: "the most connections to the database, of the app and the MCP server beside it: 6 or more",
    more: "Supabase's session pooler has 15 for all processes at first.",
    variables: {
      DATABASE_CONNECTIONS: {
        schema: numberFrom(leastConnections, 999),
        expected: `a number from ${leastConnections} to 999`,
      },
    },
  },
  {
    meaning:
      "a Supabase project for realtime and storage, with its publishable key (`sb_publishable_…`) or `anon` key, and its secret key (`sb_secret_…`) or `service_role` key",
    more: "With the project's DATABASE_URL.",
    without: "embedded",
    variables: {
      SUPABASE_URL: { schema: origin, expected: "an origin such as https://abc.supabase.co" },
      SUPABASE_ANON_KEY: {
        schema: z.string().check(z.refine(isPublishable)),
        expected:
          "the project's publishable key (sb_publishable_…) or its anon key, which browsers get; not a secret one",
        secret: true,
      },
      SUPABASE_SERVICE_ROLE_KEY: {
        schema: z.string().check(z.refine(isSecret)),
        expected: "the project's secret key (sb_secret_…) or its service_role key; not the one that browsers get",
        secret: true,
      },
    },
  },
  {
    meaning:
      "what tokens for live connections are signed with: a private ES256 key (JSON Web Key with `kid`) among that project's signing keys, or its legacy JWT secret",
    more: "The key is JSON in single quotes.",
    without: "embedded",
    variables: {
      SUPABASE_JWT_KEY: {
        schema: z.string().check(z.refine((text) => signingKeyOf(text) !== null)),
        expected: 'a private ES256 key with its id, as JSON: {"kty":"EC","crv":"P-256","kid":…,"x":…,"y":…,"d":…}',
        secret: true,
      },
      SUPABASE_JWT_SECRET: {
        schema: longText(32),
        expected: "the project's JWT secret, at least 32 characters",
        secret: true,
      },
    },
  },
  {
    meaning: "how this server reaches that project, where browsers use another address",
    without: "`SUPABASE_URL`",
    variables: { SUPABASE_INTERNAL_URL: { schema: origin, expected: "an origin such as http://kong:8000" } },
  },
  {
    meaning: "what signs sessions: at least 32 characters each, comma-separated; the first signs, all verify",
    without: "generated",
    variables: {
      SESSION_SECRET: {
        schema: commaList((part) => part.length >= 32),
        expected: "secrets of at least 32 characters, separated by commas; the first signs, all verify",
        secret: true,
      },
    },
  },
  {
    meaning: "what `npm run backup` seals its files with, at least 16 characters",
    without: "a key file with each backup",
    variables: { BACKUP_SECRET: { schema: longText(16), expected: "at least 16 characters", secret: true } },
  },
  {
    meaning: "who administers the installation: addresses, comma-separated",
    without: "the first account",
    variables: {
      SYSTEM_ADMIN_EMAILS: { schema: commaList((part) => email.test(part)), expected: "addresses separated by commas" },
    },
  },
  {
    meaning: "the mail server, `smtp://user:password@host:port`, and the sender, an address or `Name <address>`",
    more: "Without them each mail is a file in DATA_DIR/outbox, its link printed to the console.",
    without: "files, no-reply at the host of `PUBLIC_URL`",
    variables: {
      SMTP_URL: { schema: urlOf("smtp:", "smtps:"), expected: "smtp://user:password@host:port", secret: true },
      MAIL_FROM: {
        schema: mailbox,
        expected: 'an address, or "Name <address>"',
        shown: '"Laneway <no-reply@localhost>"',
      },
    },
  },
  {
    meaning: "sign-in with Microsoft",
    more: "With the id of one directory as the tenant, its addresses count; with common, organizations or consumers the app registration needs the optional claim xms_edov. The authority is another in sovereign clouds.",
    without: "off",
    variables: {
      MICROSOFT_CLIENT_ID: clientId,
      MICROSOFT_CLIENT_SECRET: clientSecret,
      MICROSOFT_TENANT: { schema: matching(/^[\w.-]+$/), expected: "a tenant id, or common" },
      MICROSOFT_AUTHORITY: { schema: webAddress, expected: "an address such as https://login.microsoftonline.com" },
    },
  },
  {
    meaning: "sign-in with Google",
    without: "off",
    variables: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: { schema: webAddress, expected: "an address such as https://accounts.google.com" },
    },
  },
  {
    meaning: "sign-in with any OpenID Connect provider, and its name on the button",
    without: "off",
    variables: {
      OIDC_ISSUER: { schema: webAddress, expected: "the address of an OpenID Connect issuer" },
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: { schema: longText(1, 60), expected: "a name of up to 60 characters" },
    },
  },
  {
    meaning: "billing by Stripe, whose events go to `/api/payment/webhook`",
    more: "Those are checkout.session.completed, customer.subscription.* and invoice.*.",
    without: "off, and nobody is ever asked to pay",
    variables: {
      STRIPE_SECRET_KEY: {
        schema: matching(/^(sk|rk)_/),
        expected: "a key that starts with sk_ or rk_",
        secret: true,
      },
      STRIPE_WEBHOOK_SECRET: {
        schema: matching(/^whsec_/),
        expected: "a secret that starts with whsec_",
        secret: true,
      },
      STRIPE_PRICE_ID: { schema: matching(/^price_/), expected: "an id that starts with price_" },
    },
  },
  {
    meaning: "where Stripe's API is, and days before a new account is asked to pay; 0: at once",
    without: "Stripe's, 14",
    variables: {
      STRIPE_API_URL: { schema: origin, expected: "an origin, without /v1" },
      TRIAL_DAYS: { schema: numberFrom(0, 730), expected: "days from 0 to 730" },
    },
  },
  {
    meaning:
      "the assistant's model, on any OpenAI-compatible server; without key and address the assistant works by rules, offline",
    more: "With another address the model must be named.",
    without: `off, OpenAI's, ${defaultModel}`,
    variables: {
      OPENAI_API_KEY: { schema: text, expected: "a key", secret: true },
      OPENAI_BASE_URL: {
        schema: webAddress,
        expected: "an address such as https://api.openai.com/v1",
        shown: "https://api.openai.com/v1",
      },
      OPENAI_MODEL: { schema: text, expected: "the name of a model", shown: defaultModel },
    },
  },
  {
    meaning:
      "its wire format, `chat` or `responses`; how long it reasons, from `none` to `high`; and the seconds that a request may take",
    more: "A request also ends when nothing arrives for 60 seconds. A parameter that the server refuses is left out.",
    without: "`responses` at OpenAI, else `chat`; the model's own; 600",
    variables: {
      OPENAI_API: { schema: oneOf("chat", "responses"), expected: "chat or responses" },
      OPENAI_REASONING_EFFORT: {
        schema: oneOf("none", "minimal", "low", "medium", "high"),
        expected: "none, minimal, low, medium or high",
      },
      OPENAI_TIMEOUT_S: { schema: numberFrom(1, 86_400), expected: "seconds from 1 to 86400" },
    },
  },
  {
    meaning:
      "reverse proxies whose `X-Forwarded-For` and `-Host` are believed: addresses and subnets such as `127.0.0.1,10.0.0.0/8`",
    more: "Without them all visitors behind a proxy share one address's limits.",
    without: "none",
    variables: {
      TRUSTED_PROXIES: {
        schema: commaList(isProxyAddress),
        expected: "IP addresses or subnets such as 10.0.0.0/8, separated by commas",
      },
    },
  },
  {
    meaning: "the size of the team that the limits are for: 1 for 200 people, 5 for 1,000",
    variables: {
      LIMIT_SCALE: {
        schema: z.string().check(
          z.regex(/^\d{1,3}(\.\d{1,3})?$/),
          z.refine((text) => Number(text) >= 0.01 && Number(text) <= 100),
        ),
        expected: "a number from 0.01 to 100; 1 is a team of 200",
      },
    },
  },
  {
    meaning: "any limit by its name in [docs/limits.md](docs/limits.md): `notes_per_member=2000,thread_memory=1 GB`",
    without: "those for that team",
    variables: { LIMITS: { schema: text, expected: "limits such as notes_per_member=2000,thread_memory=1 GB" } },
  },
  {
    meaning: "plans of a person, notes of a plan, and the bytes of a person's notes and of a plan's files",
    variables: {
      QUOTA_PLANS_PER_PERSON: ofLimit("plans_per_person"),
      QUOTA_NOTES_PER_PLAN: ofLimit("notes_per_plan"),
      QUOTA_NOTE_BYTES_PER_PERSON: ofLimit("note_bytes_per_person"),
      QUOTA_FILES_PER_PLAN: ofLimit("files_per_plan"),
    },
  },
  {
    meaning: "emails a day from one person and to one address, and invitations of a plan in an hour",
    variables: {
      QUOTA_MAILS_PER_SENDER: ofLimit("mails_per_sender"),
      QUOTA_MAILS_PER_RECIPIENT: ofLimit("mails_per_recipient"),
      RATE_INVITATIONS_PER_HOUR: ofLimit("invitations_per_hour"),
    },
  },
  {
    meaning: "live connections of a person",
    variables: { QUOTA_SOCKETS_PER_PERSON: ofLimit("sockets_per_person") },
  },
  {
    meaning: "whether calls are limited, and refused while the process is behind; `off` only on a loopback `HOST`",
    variables: { RATE_LIMITS: { schema: oneOf("on", "off"), expected: "on or off" } },
  },
  {
    meaning: "memory for JavaScript objects; an app that exceeds it, or has three times as much in all, is restarted",
    variables: { MEMORY_LIMIT_MB: { schema: numberFrom(100, 999_999), expected: "megabytes, at least 100" } },
  },
  {
    meaning: "what is logged, in JSON lines without secrets or message contents: `debug`, `info`, `warn` or `error`",
    variables: {
      LOG_LEVEL: { schema: oneOf("debug", "info", "warn", "error"), expected: "debug, info, warn or error" },
    },
  },
  {
    meaning: "a token that `Authorization: Bearer` reads `/metrics` with from other machines",
    without: "loopback only",
    variables: { METRICS_TOKEN: { schema: longText(16), expected: "at least 16 characters", secret: true } },
  },
] as const satisfies Group[]

type NamesOf<Some> = Some extends { variables: infer Variables } ? keyof Variables : never
export type VariableName = NamesOf<(typeof groups)[number]>
export type Environment = { [Name in VariableName]?: string }

export const variables = Object.assign({}, ...groups.map((group) => group.variables)) as Record<VariableName, Variable>
export const variableNames = Object.keys(variables) as VariableName[]

export const defaults = {
  PORT: "3000",
  HOST: "127.0.0.1",
  DATA_DIR: ".data",
  MCP_PORT: "3001",
  DATABASE_CONNECTIONS: "24",
  MICROSOFT_TENANT: "common",
  MICROSOFT_AUTHORITY: "https://login.microsoftonline.com",
  GOOGLE_ISSUER: "https://accounts.google.com",
  OIDC_NAME: "Single sign-on",
  STRIPE_API_URL: "https://api.stripe.com",
  TRIAL_DAYS: "14",
  OPENAI_TIMEOUT_S: "600",
  LIMIT_SCALE: "1",
  RATE_LIMITS: "on",
  MEMORY_LIMIT_MB: "1024",
  LOG_LEVEL: "info",
} as const satisfies Environment
