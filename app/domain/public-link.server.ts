// A plan's public link. Its token is derived from a stored seed and the installation's secret, so that admins can copy
// the address again although the database holds only the token's hash.

import { refusal } from "~/contract/problem"
import type { linkCalls } from "~/contract/public-link"
import { nextId } from "~/database/plan.server"
import { linkOfHash, linkOfPlan, type StoredLink } from "~/database/public-link.server"
import type { Tables, Write } from "~/database/tables"
import { callerName, type Handlers, type Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { createTurns } from "~/domain/core/turns.server"
import { limitOf, tooOften } from "~/domain/limits/limits.server"
import { countAmount, countExactly, countedOf } from "~/domain/limits/rate.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { isPassword, passwordHash } from "~/outside/password.server"
import { keyedByEach, randomText, sha256, signed, verified } from "~/outside/signing.server"

export const publicPath = "/public/"

const purpose = "public link"
/** By all addresses. Beyond it each try waits, so that many addresses guess little and lock nobody out. */
const wrongOfLink = { most: 100, within: 3_600_000 }
const pauseMs = 2_000
const slowly = createTurns({
  most: 30,
  what: "passwords",
  retryAfter: 60,
  message: "Many passwords are being tried for this link. Please try again in a minute.",
})

/** By each of the installation's secrets, newest first. */
const tokensOf = (seed: string) => keyedByEach(`${purpose} ${seed}`)

const urlOf = ({ seed, hash }: StoredLink) => {
  const token = tokensOf(seed).find((each) => sha256(each).equals(hash))
  return token && `${accountOptions().publicUrl}${publicPath}${token}`
}

const shown = async (actor: Person, planId: number) => {
  const link = await linkOfPlan(await admit(actor, planId))
  const url = link && urlOf(link)
  // The secret it was made with is gone, and its address with it.
  if (!link || !url) return null
  return { url, expires: link.expires, hasPassword: link.passwordHash !== null }
}

/** Replaces the plan's link by another, or by none. */
const change = (actor: Person, planId: number, made: Omit<Tables["public_link"], "id"> | null) =>
  commit(actor, planId, async () => {
    const link = await linkOfPlan(await admit(actor, planId))
    const ended: Write[] = link ? [{ delete: "public_link", row: { id: link.id } }] : []
    const begun: Write[] = made ? [{ insert: "public_link", row: { id: await nextId("public_link"), ...made } }] : []
    return {
      ...(made ? {} : { whileArchived: true as const }),
      writes: [...ended, ...begun],
      log: [{ entity: "plan", id: planId, action: "update", after: { publicLink: made !== null } }],
      events: [{ event: "PlanUpdated", entity: "plan", id: planId }],
      status: made ? 201 : 204,
    }
  })

export const publicLinks: Handlers<typeof linkCalls> = {
  link: (actor, { planId }) => shown(actor, planId),
  makeLink: async (actor, { planId, expires = null, password = null }) => {
    await admit(actor, planId)
    const wait = password === null ? 0 : await countExactly("link", callerName(actor), limitOf("links_per_hour"))
    if (wait > 0) throw tooOften("links_per_hour", wait)
    const seed = randomText(16)
    const [token = ""] = tokensOf(seed)
    await change(actor, planId, {
      seed,
      tokenHash: `\\x${sha256(token).toString("hex")}`,
      passwordHash: password === null ? null : await passwordHash(password),
      expires,
    })
    if (actor.caused) actor.caused.secret = true
    const link = await shown(actor, planId)
    if (!link) throw refusal(409, "The link has been revoked. Please try again.")
    return link
  },
  endLink: async (actor, { planId }) => {
    await change(actor, planId, null)
  },
}

/** The link in an address; undefined when it has ended or never was. */
export const linkOfToken = async (token: string): Promise<StoredLink | undefined> => {
  const link = await linkOfHash(sha256(token))
  return link && !link.expired && tokensOf(link.seed).includes(token) ? link : undefined
}

/** What the link's page calls with, once the visitor may see it. It ends with the link. */
export const visitKey = ({ id }: StoredLink) => signed(purpose, String(id))

export const linkOfVisitKey = (key: string): number | undefined => {
  const opened = verified(purpose, key)
  return opened && Number(opened.text)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** Whether the password is the link's. 429 after too many wrong ones within an hour from one address. */
export const opensLink = async ({ id, passwordHash }: StoredLink, password: string, ip: string) => {
  if (passwordHash === null) return true
  const visitor = `${id} ${ip}`
  // Counted before it is checked, so that attempts at once don't pass the limit.
  const limit = limitOf("link_passwords_per_hour")
  const wait = await countExactly("link password", visitor, limit)
  if (wait > 0) throw tooOften("link_passwords_per_hour", wait)
  const check = () => isPassword(password, passwordHash)
  const name = String(id)
  const isAttacked = countedOf("wrong link password", name, wrongOfLink.within) >= wrongOfLink.most
  const right = await (isAttacked ? slowly(name, () => pause().then(check)) : check())
  if (right) countAmount("link password", visitor, limit, -1)
  else countAmount("wrong link password", name, wrongOfLink, 1)
  return right
}
