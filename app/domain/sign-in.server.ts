import { invitationCalls } from "~/contract/invitation"
import { refusal } from "~/contract/problem"
import { safeReturnUrl } from "~/contract/return-url"
import { enqueue } from "~/database/job.server"
import {
  insertPerson,
  invitedName,
  isFirstAccount,
  makeSystemAdmin,
  personByEmail,
  type SignedInPerson,
} from "~/database/person.server"
import { insertLink, openLink, takeLink, waitBeforeLink } from "~/database/sign-in-link.server"
import { type Tx, transaction } from "~/database/transaction.server"
import { newestSignInMail } from "~/outside/mail.server"
import { addressOfLink, linkLifetime, makeLink } from "~/outside/mail-link.server"
import { randomText, sha256 } from "~/outside/signing.server"
import { cleanName } from "~/rules/person-name"
import type { Identity } from "./actor"
import { door } from "./door.server"
import { acceptInvitation } from "./invitation.server"
import { people } from "./people.server"
import { startSession } from "./session.server"

export { linkLifetime }

export type LinkWanted = {
  email: string
  returnUrl?: string | null
  invitationToken?: string | null
  ip: string
  /** The value that the browser got from an earlier request. */
  browser: string | undefined
}

/**
 * Sends a link to the address, whether or not it has an account: the difference is made when the link is used.
 * Returns a value for the browser to store, by which the link's page recognizes it.
 */
export const requestLink = async (wanted: LinkWanted): Promise<string> => {
  const { email, ip } = wanted
  const browser = wanted.browser ?? randomText(18)
  const { token, sealed } = await makeLink(email)
  await transaction(async (tx) => {
    const wait = people().rateLimits ? await waitBeforeLink(tx, email, ip) : 0
    if (wait > 0) throw refusal(429, "Please wait a moment before requesting another link.", { retryAfter: wait })
    await insertLink(tx, {
      tokenHash: sha256(token),
      email,
      returnUrl: safeReturnUrl(wanted.returnUrl),
      invitationToken: wanted.invitationToken || null,
      browserHash: sha256(browser),
      ip,
    })
    await enqueue(tx, "mail.signIn", { email, sealed })
  })
  return browser
}

/** The newest sign-in mail for the address in the outbox. */
export const newestMail = (email: string) => newestSignInMail(email)

/** Data of the link's page; undefined when the link is invalid. Does not use up the link. */
export const linkShown = async (token: string, browser: string | undefined) => {
  const email = await addressOfLink(token)
  const link = email === undefined ? undefined : await openLink(sha256(token))
  if (!link || link.email !== email) return undefined
  const asked = browser !== undefined && link.browserHash?.equals(sha256(browser)) === true
  return { email, asked }
}

export type SignedIn = { cookie: string; returnUrl: string } | "invalid" | "disabled"

/** An address that somebody has proved to be theirs, with their original request. */
type Proof = { email: string; userName?: string; returnUrl: string; invitationToken: string | null }

/** Uses up the link. */
export const signInByLink = async (token: string): Promise<SignedIn> => {
  const email = await addressOfLink(token)
  if (email === undefined) return "invalid"
  return signIn(async (tx) => {
    const link = await takeLink(tx, sha256(token))
    return link?.email === email ? link : undefined
  })
}

export const signInByProvider = (
  account: Pick<Proof, "email" | "userName">,
  { returnUrl, invitationToken }: Pick<Proof, "returnUrl" | "invitationToken">,
): Promise<SignedIn> => signIn(async () => ({ ...account, returnUrl, invitationToken }))

/** The last step of every way to sign in. Creates an account for an address that has none. */
const signIn = async (prove: (tx: Tx) => Promise<Proof | undefined>): Promise<SignedIn> => {
  const entered = await transaction(async (tx) => {
    const proof = await prove(tx)
    if (!proof) return undefined
    const person = await personFor(tx, proof.email, proof.userName ?? "")
    return { proof, person, cookie: person.enabled ? await startSession(person.id, tx) : undefined }
  })
  if (!entered) return "invalid"
  const { proof, person, cookie } = entered
  if (cookie === undefined) return "disabled"
  if (proof.invitationToken) await acceptCarried(person, proof.invitationToken)
  return { cookie, returnUrl: proof.returnUrl }
}

const personFor = async (tx: Tx, email: string, userName: string): Promise<SignedInPerson> => {
  const admins = people().adminEmails
  const known = await personByEmail(tx, email)
  const first = !known && admins.length === 0 && (await isFirstAccount(tx))
  if (!known) await insertPerson(tx, email, (await invitedName(tx, email)) ?? (cleanName(userName) || nameOf(email)))
  const person = known ?? (await personByEmail(tx, email))
  if (!person) throw new Error("the person just made is not there")
  const admin = first || admins.includes(email.toLowerCase())
  if (!admin || !person.enabled || person.systemRole === 0) return person
  await makeSystemAdmin(tx, person.id)
  return { ...person, systemRole: 0 }
}

/** "ada.lind+plans@example.org" → "Ada Lind". */
export const nameOf = (email: string) => {
  const local = email.slice(0, email.lastIndexOf("@")).replace(/(?<=.)\+.*$/, "")
  const words = local.split(/[._\-+]+/).filter((word) => word !== "")
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join(" ") || local
  return cleanName(name)
}

// The sign-in has succeeded; an invitation that is used, withdrawn or for another address must not undo that.
const acceptCarried = async ({ id, userName, systemRole }: SignedInPerson, token: string) => {
  const identity: Identity = {
    userId: id,
    userName,
    systemRole,
    via: "browser",
    planScope: null,
    clientId: null,
    idempotency: null,
    version: null,
  }
  try {
    await door(invitationCalls.acceptPosted, identity, () => ({ token }), acceptInvitation)
  } catch {}
}
