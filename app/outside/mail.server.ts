// Mail through an SMTP server; without one, each mail is a file and its link goes to `onLink`.

import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import path from "node:path"
import { createTransport, type Transporter } from "nodemailer"
import { codeOf } from "~/contract/problem"
import { inForce } from "~/contract/shared/language/in-force"
import { version } from "~/contract/shared/version"
import type { Job } from "./jobs.server"
import { keyed, randomText, sha256 } from "./signing.server"

export type MailOptions = {
  /** null: mails are files. */
  smtpUrl: string | null
  from: string
  mailDir: string
  onLink?: (mail: { to: string; subject: string; link: string }) => void
}

export type Mail = {
  /** Part of the file's name. */
  kind:
    | "sign-in"
    | "invitation"
    | "mention"
    | "new-device"
    | "provider-joined"
    | "transferred"
    | "assigned"
    | "due-soon"
    | "check-in"
    | "daily-summary"
    | "weekly-summary"
  /** Sends it. A job that runs again, because its process died, sends the same Message-ID. */
  job: Job
  to: string
  subject: string
  text: string
  html: string
  link: string
  /** Ends this kind of mail: a page by GET, at once by POST (RFC 8058). */
  unsubscribe?: string
}

type Post = { send: (mail: Mail) => Promise<void>; close: () => void }

let post: Post | undefined
let mailDir: string | undefined

export const openMail = async (options: MailOptions) => {
  closeMail()
  mailDir = options.smtpUrl ? undefined : options.mailDir
  post = options.smtpUrl ? smtpPost(options.smtpUrl, options.from) : await filePost(options)
}

export const closeMail = () => {
  post?.close()
  post = undefined
}

/** Throws an error with `permanent: true` when the server refuses the mail for good, with `passing: true` when it may take it later. */
export const sendMail = async (mail: Mail) => {
  if (!post) throw new Error("mail is not open")
  await post.send(mail)
  sent.set(mail.kind, (sent.get(mail.kind) ?? 0) + 1)
}

const sent = new Map<Mail["kind"], number>()

/** How many mails this process has handed over since its start, by kind. */
export const sentMails = () => [...sent]

const automatic = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "All",
  "X-Laneway-Version": version,
}

// An address as text would be parsed as a list of addresses.
const message = (from: string, { to, subject, text, html, job, unsubscribe }: Mail) => ({
  from,
  messageId: messageId(from, job),
  to: { name: "", address: to },
  subject,
  text,
  html,
  headers: {
    ...automatic,
    "Content-Language": inForce().tag,
    ...(unsubscribe
      ? {
          "List-Unsubscribe": { prepared: true, value: `<${unsubscribe}>` },
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
      : {}),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})

// Ids of jobs begin again with a new database, so the job's input is part of it.
const messageId = (from: string, { id, kind, input }: Job) => {
  const domain = /@([A-Za-z0-9.-]{1,253})>?\s*$/.exec(from)?.[1] ?? "laneway.invalid"
  return `<${id}.${keyed(`mail ${id} ${kind} ${JSON.stringify(input)}`).slice(0, 24)}@${domain}>`
}

/** No connection, or an answer such as 451. A wrong password can be corrected in the configuration. */
const passingCodes = new Set([
  "EAUTH",
  "ECONNECTION",
  "EDNS",
  "ESOCKET",
  "ETIMEDOUT",
  "ETLS",
  "ECONNREFUSED",
  "ECONNRESET",
])

const passes = (error: unknown) => {
  const status = Number((error as { responseCode?: unknown } | null)?.responseCode)
  return passingCodes.has(String(codeOf(error))) || (status >= 400 && status < 500)
}

const smtpPost = (url: string, from: string): Post => {
  const transport: Transporter = createTransport({
    url,
    pool: true,
    // One more than mails that leave room for others.
    maxConnections: 5,
    // Until the greeting.
    connectionTimeout: 60_000,
    greetingTimeout: 60_000,
    // A server may take minutes to accept a mail (RFC 5321, 4.5.3.2): one that was given up before would be sent twice.
    socketTimeout: 600_000,
  })
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(message(from, mail))
      } catch (error) {
        throw passes(error) ? Object.assign(error as Error, { permanent: false, passing: true }) : error
      }
    },
    close: () => transport.close(),
  }
}

const linkHeader = "X-Laneway-Link"
/** Percent-encoded: the mail's own header is folded and in encoded words. */
const subjectHeader = "X-Laneway-Subject"

const filePost = async ({ from, mailDir, onLink }: MailOptions): Promise<Post> => {
  await mkdir(mailDir, { recursive: true, mode: 0o700 })
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  return {
    send: async (mail) => {
      const { headers, ...rest } = message(from, mail)
      const link = { prepared: true, value: mail.link }
      const subject = { prepared: true, value: encodeURIComponent(mail.subject) }
      const own = { [linkHeader]: link, [subjectHeader]: subject }
      const { message: bytes } = await transport.sendMail({ ...rest, headers: { ...headers, ...own } })
      const partial = path.join(mailDir, `.${randomText(9)}`)
      await writeFile(partial, bytes as Buffer, { mode: 0o600 })
      await rename(partial, path.join(mailDir, fileName(mail)))
      onLink?.(mail)
    },
    close: () => transport.close(),
  }
}

// Time first, so that names sort by age; the count separates mails of the same millisecond.
let count = 0
const fileName = ({ kind, to }: Mail) => {
  const time = new Date().toISOString().replaceAll(":", "-")
  const readable = to.replace(/[^\w@.+-]/g, "_").slice(0, 80)
  count = (count + 1) % 10_000
  return `${time}-${String(count).padStart(4, "0")}-${readable}${ending(kind, to)}`
}
const ending = (kind: Mail["kind"], to: string) =>
  `-${sha256(to.toLowerCase()).toString("hex").slice(0, 16)}-${kind}.eml`

const shownAtMost = 20

/** The value of a header of one line. */
const headerIn = (mail: string, name: string) => {
  const [head = ""] = mail.split("\r\n\r\n", 1)
  const start = `${name.toLowerCase()}: `
  const line = head.split("\r\n").find((each) => each.toLowerCase().startsWith(start))
  return line?.slice(start.length).trim()
}

const subjectIn = (mail: string) => {
  const subject = headerIn(mail, subjectHeader)
  return subject === undefined ? (headerIn(mail, "Subject") ?? "") : decodeURIComponent(subject)
}

/** The newest sign-in mails to that address that are files, newest first; none where a mail server sends them. */
export const signInMails = async (to: string): Promise<{ subject: string; link: string }[]> => {
  const directory = mailDir
  if (!directory) return []
  const names = (await readdir(directory)).filter((name) => name.endsWith(ending("sign-in", to)))
  const newest = names.sort().reverse().slice(0, shownAtMost)
  const mails = await Promise.all(newest.map((name) => readFile(path.join(directory, name), "utf8")))
  return mails.flatMap((mail) => {
    const link = headerIn(mail, linkHeader)
    return link ? [{ subject: subjectIn(mail), link }] : []
  })
}

export type StoredMail = { id: number; to: string; subject: string; createdDate: string }

/** Ids of mails are times since then, so that they stay under 15 digits. */
const epoch = Date.UTC(2020)
const stored = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-(\d{4})-.{1,200}\.eml$/

/** Up to `most` mails that are files, without their contents, newest first, those older than the mail `before`. */
export const storedMails = async (most: number, before = Number.POSITIVE_INFINITY): Promise<StoredMail[]> => {
  const directory = mailDir
  if (!directory) return []
  const found = (await readdir(directory)).flatMap((name) => {
    const [, day, hour, minute, second, nth] = stored.exec(name) ?? []
    if (!nth) return []
    const createdDate = `${day}${hour}:${minute}:${second}`
    return [{ id: (Date.parse(createdDate) - epoch) * 1_000 + (Number(nth) % 1_000), createdDate, name }]
  })
  const page = found
    .filter(({ id }) => id < before)
    .sort((a, b) => b.id - a.id)
    .slice(0, most)
  return Promise.all(
    page.map(async ({ id, createdDate, name }) => {
      const mail = await readFile(path.join(directory, name), "utf8")
      return { id, createdDate, to: headerIn(mail, "To") ?? "", subject: subjectIn(mail) }
    }),
  )
}
