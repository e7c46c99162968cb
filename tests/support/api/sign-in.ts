// openSignIn(): signing in on its own database, with the process's routes and jobs, and a directory for mails or an SMTP server.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openOrigin } from "~/api/origin.server"
import { serveApi } from "~/api/resources.server"
import type { Profile } from "~/contract/account"
import { closeDatabase, db, openDatabase } from "~/database/connection.server"
import { jobQueue } from "~/database/job.server"
import { openBilling } from "~/domain/billing.server"
import { mailJobs } from "~/domain/mail/mails.server"
import { type AccountOptions, openAccounts } from "~/domain/sign-in/accounts.server"
import { tonguesOnServer } from "~/languages/on-server"
import { openJobs } from "~/outside/jobs.server"
import { closeMail, openMail } from "~/outside/mail.server"
import { openSpeaking } from "~/outside/speaking.server"
import { cloneDatabase } from "../database/database.ts"
import { patientStatements } from "../patience.ts"
import { until } from "../until.ts"

export const origin = "http://localhost:4650"

export type Answer = { status: number; headers: Headers; text: string }
export type Logged = { level: string; message: string; fields: Record<string, unknown> }
type Sent = { body?: unknown; headers?: Record<string, string>; ip?: string; browser?: Browser }
/** Cookies by name, as a browser stores them for our origin. */
export type Browser = Map<string, string>
export type SignInServer = Awaited<ReturnType<typeof openSignIn>>

let people = 0
/** The address of somebody who has no account yet. */
export const someone = () => `person${++people}@example.org`

/** Where an answer redirects to. */
export const place = (answer: { headers: Headers }) => answer.headers.get("location") ?? ""

const defaults: AccountOptions = {
  secrets: ["the first secret, longer than thirty-two letters"],
  publicUrl: origin,
  mcpUrl: "ws://localhost:3001",
  adminEmails: ["nobody@example.org"],
  rateLimits: true,
  mailWaitsHere: true,
}

export const openSignIn = async (options: { smtpUrl?: string } = {}) => {
  const database = await cloneDatabase()
  const mailDir = mkdtempSync(join(tmpdir(), "laneway-mails-"))
  const printed: { to: string; subject: string; link: string }[] = []
  /** Mails without a link that opens something. */
  const notices: { to: string; subject: string; link: string }[] = []
  const logged: Logged[] = []
  await openDatabase({ url: database.url, socket: null, max: 4, prepare: true, ...patientStatements })
  await openMail({
    smtpUrl: options.smtpUrl ?? null,
    from: "Laneway <no-reply@example.org>",
    mailDir,
    onLink: ({ to, subject, link }) => (/token=/.test(link) ? printed : notices).push({ to, subject, link }),
  })
  openOrigin(origin)
  openSpeaking(tonguesOnServer)
  let closeAccounts = await openAccounts(defaults)
  // Test files share modules.
  openBilling(null)
  const closeJobs = await openJobs({
    queue: jobQueue,
    handlers: mailJobs,
    log: (level, message, fields) => logged.push({ level, message, fields }),
  })

  /** A request as from a browser: sends its cookies and stores those it receives. */
  const call = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const { body, headers = {}, ip = "192.0.2.1", browser } = sent
    const cookies = [...(browser ?? [])].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await serveApi(
      new Request(new URL(path, origin), {
        method,
        headers: {
          ...(cookies ? { cookie: cookies } : {}),
          ...(method === "GET" || !browser ? {} : { origin }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      { ip },
    )
    for (const header of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (/Max-Age=0\b/.test(header)) browser?.delete(name)
      else browser?.set(name, value)
    }
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  /** The link of the newest mail to the address. */
  const linkTo = async (email: string, after = 0) => {
    const sent = () => printed.filter(({ to }) => to.toLowerCase() === email.toLowerCase())
    await until(() => sent().length > after)
    return sent().at(-1)?.link ?? ""
  }

  const ask = (email: string, sent: Sent & { returnUrl?: string; invitationToken?: string } = {}) => {
    const { returnUrl, invitationToken, ...rest } = sent
    const body = { email, returnUrl: returnUrl ?? "/", ...(invitationToken ? { invitationToken } : {}) }
    return call("POST", "/api/Account/RequestEmailSignIn", { ...rest, body })
  }

  const askedLink = async (email: string, sent: Parameters<typeof ask>[1] = {}) => {
    const before = printed.filter(({ to }) => to.toLowerCase() === email.toLowerCase()).length
    const answer = await ask(email, sent)
    if (answer.status !== 202) throw new Error(`asking was answered ${answer.status}: ${answer.text}`)
    return linkTo(email, before)
  }

  /** A signed-in browser. */
  const signedIn = async (email: string): Promise<Browser> => {
    const browser: Browser = new Map()
    await call("POST", await askedLink(email, { browser }), { browser })
    return browser
  }

  const profile = async (browser: Browser) => {
    const { status, text } = await call("GET", "/api/Account/UserProfile", { browser })
    return { status, profile: status === 200 ? (JSON.parse(text) as Profile) : undefined }
  }

  /** The number of sessions of all people. */
  const sessions = async () => {
    const [row] = await db()<{ count: number }[]>`select count(*)::int as count from app.session`
    return row?.count ?? 0
  }

  /** Makes the links requested for an address older. */
  const age = (email: string, by: string) =>
    db()`update app.sign_in_link set created_date = created_date - ${by}::interval where lower(email) = lower(${email})`

  return {
    call,
    ask,
    askedLink,
    linkTo,
    signedIn,
    profile,
    sessions,
    age,
    printed,
    notices,
    logged,
    mailDir,
    database,
    sql: db,
    mails: () => readdirSync(mailDir).map((name) => readFileSync(join(mailDir, name), "utf8")),
    /** Acts as another process of the same installation, or as this one restarted with other settings. */
    reopen: async (changed: Partial<AccountOptions>) => {
      await closeAccounts()
      closeAccounts = await openAccounts({ ...defaults, ...changed })
    },
    closeJobs,
    close: async () => {
      await closeJobs()
      await closeAccounts()
      closeMail()
      await closeDatabase()
      await database.drop()
      rmSync(mailDir, { recursive: true, force: true })
    },
  }
}
