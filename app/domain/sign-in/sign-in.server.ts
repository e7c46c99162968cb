import { invitationCalls } from "~/contract/invitation"
import { refusal } from "~/contract/problem"
import { comparableAddress, sameAddress } from "~/contract/shared/address"
import { languageInForce } from "~/contract/shared/language/in-force"
import { safeReturnUrl } from "~/contract/shared/return-url"
import { enqueue } from "~/database/job.server"
import { emailOf } from "~/database/plan.server"
import {
  insertIdentity,
  insertPerson,
  invitedName,
  isFirstAccount,
  makeSystemAdmin,
  type ProviderIdentity,
  personByEmail,
  personByIdentity,
  rememberBrowser,
  type SignedInPerson,
  storedAddress,
} from "~/database/sign-in/account.server"
import type { Place } from "~/database/sign-in/session.server"
import {
  insertLink,
  isKnownBrowser,
  openLink,
  opensWithoutMailbox,
  takeLink,
  tryCode,
  waitBeforeLink,
} from "~/database/sign-in/sign-in-link.server"
import { type Tx, transaction } from "~/database/transaction.server"
import { type Identity, ownAccess } from "~/domain/core/actor"
import { door } from "~/domain/core/door.server"
import { acceptInvitation } from "~/domain/invitation.server"
import { signInMails } from "~/outside/mail.server"
import { addressOfLink, hashCode, isCode, linkLifetime, makeLink } from "~/outside/mail-link.server"
import { randomText, sha256 } from "~/outside/signing.server"
import { cleanName } from "~/rules/people/person-name"
import { accountOptions } from "./accounts.server"
import { startSession } from "./session.server"

export { linkLifetime }

export type LinkWanted = {
  email: string
  returnUrl?: string | null
  invitationToken?: string | null
  ip: string
  /** The value that the browser got from an earlier request. */
  browser: string | undefined
  /** Asked in an installed app, where a link would open the browser instead: the code comes first in the mail. */
  installed?: boolean | undefined
}

/** A value for a browser that has none yet. */
export const newBrowser = () => randomText(18)

/**
 * Sends a link to the address, whether or not it has an account: the difference is made when the link is used.
 * Returns a value for the browser to store, by which the link's page recognizes it.
 */
export const requestLink = async (wanted: LinkWanted): Promise<string> => {
  const { email, ip } = wanted
  const browser = wanted.browser ?? newBrowser()
  const { token, code, sealed } = await makeLink(email)
  const tokenHash = sha256(token)
  const browserHash = sha256(browser)
  await transaction(async (tx) => {
    const known = await isKnownBrowser(tx, email, browserHash)
    const wait = accountOptions().rateLimits ? await waitBeforeLink(tx, { email, ip, known, browserHash }) : 0
    if (wait > 0) throw refusal(429, "Please wait a moment before requesting another link.", { retryAfter: wait })
    await insertLink(tx, {
      tokenHash,
      codeHash: hashCode(tokenHash, code),
      email,
      returnUrl: safeReturnUrl(wanted.returnUrl),
      invitationToken: wanted.invitationToken || null,
      browserHash,
      known,
      ip,
    })
    await enqueue(tx, "mail.signIn", {
      email,
      sealed,
      language: languageInForce(),
      codeFirst: wanted.installed === true,
    })
  })
  return browser
}

/**
 * The newest sign-in mail file that this browser asked for; undefined when there is none, "mailbox" when only
 * those who can read the files may have it.
 */
export const newestMail = async (email: string, browser: string | undefined) => {
  for (const mail of await signInMails(email)) {
    const token = new URL(mail.link).searchParams.get("token") ?? ""
    if (browser === undefined || !(await linkShown(token, browser))?.asked) continue
    const reserved = isAdmins(email) && !(await storedAddress(email))
    if (reserved || !(await opensWithoutMailbox(sha256(token), sha256(browser)))) return "mailbox"
    return mail
  }
  return undefined
}

/** Whether the person's account has the address. */
export const hasAddress = async (personId: number, email: string) => sameAddress(email, await emailOf(personId))

/** Data of the link's page; undefined when the link is invalid. Does not use up the link. */
export const linkShown = async (token: string, browser: string | undefined) => {
  const email = await addressOfLink(token)
  const link = email === undefined ? undefined : await openLink(sha256(token))
  if (!link || link.email !== email) return undefined
  const asked = browser !== undefined && link.browserHash?.equals(sha256(browser)) === true
  return { email, asked }
}

export type SignedIn =
  | { cookie: string; returnUrl: string; person: number; newBrowser: boolean }
  | "invalid"
  | "disabled"

/** Where somebody signs in: the place, and the value by which their browser is known. */
export type Visit = Place & { browser: string }

/** An address that somebody has proved to be theirs, or an account at a provider, with their original request. */
type Proof = {
  email: string
  userName?: string
  identity?: ProviderIdentity
  returnUrl: string
  invitationToken: string | null
}

/** Uses up the link. */
export const signInByLink = async (token: string, visit: Visit): Promise<SignedIn> => {
  const email = await addressOfLink(token)
  if (email === undefined) return "invalid"
  return signIn(async (tx) => {
    const link = await takeLink(tx, sha256(token))
    return link?.email === email ? link : undefined
  }, visit)
}

/** Uses up the mail with this code, in the browser that asked for it. */
export const signInByCode = async (email: string, code: string, visit: Visit): Promise<SignedIn> => {
  const open = await tryCode(email, sha256(visit.browser))
  const found = open.filter(({ tokenHash, codeHash }) => isCode(tokenHash, code, codeHash))
  return signIn(async (tx) => {
    for (const { tokenHash } of found) {
      const link = await takeLink(tx, tokenHash)
      if (link) return link
    }
    return undefined
  }, visit)
}

export const signInByProvider = (
  account: Pick<Proof, "email" | "userName" | "identity">,
  { returnUrl, invitationToken }: Pick<Proof, "returnUrl" | "invitationToken">,
  visit: Visit,
): Promise<SignedIn> => signIn(async () => ({ ...account, returnUrl, invitationToken }), visit)

/** The last step of every way to sign in. Creates an account for an address that has none. */
const signIn = async (prove: (tx: Tx) => Promise<Proof | undefined>, visit: Visit): Promise<SignedIn> => {
  const found = await transaction(async (tx) => {
    const proved = await prove(tx)
    if (!proved) return undefined
    const proof = { ...proved, email: comparableAddress(proved.email) }
    const person = await personFor(tx, proof)
    return { proof, person, entered: person.enabled ? await enter(tx, person, visit) : undefined }
  })
  if (!found) return "invalid"
  const { proof, person, entered } = found
  if (entered === undefined) return "disabled"
  const joined = proof.invitationToken ? await acceptCarried(person, proof.invitationToken) : undefined
  const returnUrl = joined && proof.returnUrl === "/" ? `/board?planId=${joined}` : proof.returnUrl
  return { ...entered, returnUrl, person: person.id }
}

/** Starts the session, and mails the person when the browser is new to them. */
const enter = async (tx: Tx, person: SignedInPerson, { browser, ...place }: Visit) => {
  const newBrowser = await rememberBrowser(tx, person, sha256(browser))
  if (newBrowser) await enqueue(tx, "mail.newDevice", { personId: person.id, at: new Date().toISOString(), ...place })
  return { cookie: await startSession(person.id, place, tx), newBrowser }
}

const personFor = async (tx: Tx, proof: Proof): Promise<SignedInPerson> => {
  const { identity } = proof
  const identified = identity && (await personByIdentity(tx, identity))
  const known = identified ?? (await personByEmail(tx, proof.email))
  const first = !known && accountOptions().adminEmails.length === 0 && (await isFirstAccount(tx))
  const person = known ?? (await makePerson(tx, proof))
  if (identity && !identified) await join(tx, person, identity, known !== undefined)
  const admin = first || isAdmins(person.email)
  if (!admin || !person.enabled || person.systemRole === 0) return person
  await makeSystemAdmin(tx, person.id)
  return { ...person, systemRole: 0 }
}

const isAdmins = (email: string) => accountOptions().adminEmails.some((each) => sameAddress(each, email))

const makePerson = async (tx: Tx, { email, userName = "" }: Proof) => {
  await insertPerson(tx, email, (await invitedName(tx, email)) ?? (cleanName(userName) || nameOf(email)))
  const person = await personByEmail(tx, email)
  if (!person) throw new Error("the person just made is not there")
  return person
}

/**
 * Joins an account at a provider to a person, by its address. From then on only this account of that provider is theirs:
 * an address that has passed to somebody else does not bring them in.
 */
const join = async (tx: Tx, { id }: SignedInPerson, identity: ProviderIdentity, notify: boolean) => {
  if (!(await insertIdentity(tx, id, identity))) throw new Error("another account of this provider has the address")
  if (notify) await enqueue(tx, "mail.providerJoined", { personId: id, issuer: identity.issuer })
}

/** "ada.lind+plans@example.org" → "Ada Lind". */
export const nameOf = (email: string) => {
  const local = email.slice(0, email.lastIndexOf("@")).replace(/(?<=.)\+.*/s, "")
  const words = local.split(/[._\-+]+/).filter((word) => word !== "")
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join(" ") || local
  return cleanName(name)
}

// The sign-in has succeeded; an invitation that is used, withdrawn or for another address must not undo that. Returns the plan
// that the person has joined.
const acceptCarried = async ({ id, userName, systemRole }: SignedInPerson, token: string) => {
  const identity: Identity = {
    userId: id,
    userName,
    systemRole,
    via: "browser",
    ...ownAccess,
    planScope: null,
    clientId: null,
    idempotency: null,
    version: null,
  }
  try {
    const { planId } = await door(invitationCalls.acceptPosted, identity, () => ({ token }), acceptInvitation)
    return planId
  } catch {
    return undefined
  }
}
