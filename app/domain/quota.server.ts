// What people and plans may store: the refusal of a full quota, and who stores how much.
import type { StorageEntry } from "~/contract/account"
import { budgets } from "~/contract/budget"
import { refusal } from "~/contract/problem"
import { amount, defaultQuotas, isQuota, type QuotaName, type Quotas, quotas, shared, shareOf } from "~/contract/quota"
import { shareName, storeQuotas, usedBy } from "~/database/quota.server"
import { type Actor, callerName, type Person } from "./actor"
import { admit } from "./admission.server"
import { limitOf, noteOver } from "./budget.server"
import { mailsOf } from "./mail-budget.server"
import { people } from "./people.server"
import { countAmount, countedOf, waitOf } from "./rate.server"

let configured: Quotas = defaultQuotas

/** Puts the quotas in force; the database must be open. */
export const openQuotas = async (given: Quotas) => {
  configured = given
  await storeQuotas(given)
}

type Found = { name: QuotaName; isShare: boolean; most: number }

const find = (stored: string): Found | undefined => {
  const of = shared.find((name) => stored === shareName(name))
  if (of) return { name: of, isShare: true, most: shareOf(configured[of]) }
  return isQuota(stored) ? { name: stored, isShare: false, most: configured[stored] } : undefined
}

/** The refusal of a write that passes a quota, by the name that the database raises. */
export const full = (stored: string) => {
  const found = find(stored)
  if (!found) return new Error(`there is no quota ${stored}`)
  const { name, isShare, most } = found
  noteOver(name)
  const { scope, measure, what, advice } = quotas[name]
  const holder = isShare || scope === "member" ? "One member of a plan" : scope === "plan" ? "A plan" : "One person"
  const size = measure === "bytes" ? `${amount(measure, most)} of ${what}` : `${amount(measure, most)} ${what}`
  return refusal(409, `${holder} may have ${size}. ${advice} Limit: ${isShare ? "a fifth of " : ""}${name}.`)
}

/** Refuses early what a write of so many more would be refused for. The write itself is what counts. */
export const refuseFull = async (
  actor: Actor,
  planId: number | null,
  kind: string,
  more: { count: number; bytes: number },
) => {
  const used = await usedBy(actor.userId, planId)
  const over = used.find((one) => {
    const found = find(one.name)
    if (!found) return false
    const quota = quotas[found.name]
    return quota.kind === kind && one.used + more[quota.measure] > one.most
  })
  if (over) throw full(over.name)
}

const day = 24 * 3_600_000

/** The budgets of what a caller writes into the log of a plan today, with what is used of them. */
const logBudgets = (actor: Actor, planId: number | null) => {
  const caller = callerName(actor)
  const budget = (name: QuotaName, kind: string, of: string) => {
    const limit = { most: configured[name], within: day }
    return { name, kind, of, limit, used: countedOf(kind, of, day) }
  }
  return [
    ...(planId === null ? [] : [budget("QUOTA_LOG_BYTES_PER_MEMBER", "log member", `${caller} ${planId}`)]),
    budget("QUOTA_LOG_BYTES_PER_PERSON", "log person", caller),
  ]
}

export const refuseFullLog = (actor: Actor, planId: number | null) => {
  if (!people().rateLimits) return
  const over = logBudgets(actor, planId).find(({ used, limit }) => used >= limit.most)
  if (over) throw full(over.name)
}

export const countLogged = (actor: Actor, planId: number | null, bytes: number) => {
  if (!people().rateLimits) return
  for (const { kind, of, limit } of logBudgets(actor, planId)) countAmount(kind, of, limit, bytes)
}

/**
 * 429 past what one caller may tell others in a minute: each event to a person's own topic is work for the database, of
 * which a group of hundreds makes much in one call.
 */
export const refuseDeliveries = (actor: Actor) => {
  if (!people().rateLimits) return
  const wait = waitOf("deliveries", callerName(actor), limitOf("RATE_DELIVERIES_PER_MINUTE"))
  if (wait <= 0) return
  const retryAfter = Math.ceil(wait / 1_000)
  throw refusal(429, "Your changes have notified very many people. Please wait a moment.", { retryAfter })
}

/** Counts how many people a caller's call has notified. */
export const countDeliveries = (actor: Actor, count: number) => {
  if (people().rateLimits && count > 0)
    countAmount("deliveries", callerName(actor), limitOf("RATE_DELIVERIES_PER_MINUTE"), count)
}

/**
 * Counts a change that is told in all of a person's plans, and holds each for a moment: a name, role or picture. 429 past
 * what one caller may change in an hour.
 */
export const countEverywhere = (actor: Actor) => {
  if (!people().rateLimits) return
  const limit = limitOf("RATE_NAMES_PER_HOUR")
  const wait = waitOf("everywhere", callerName(actor), limit)
  if (wait > 0) {
    const retryAfter = Math.ceil(wait / 1_000)
    throw refusal(429, "Too many changes of names and pictures. Please try again later.", { retryAfter })
  }
  countAmount("everywhere", callerName(actor), limit, 1)
}

export const storage = async (actor: Person, { planId }: { planId?: number | undefined }): Promise<StorageEntry[]> => {
  if (planId !== undefined) await admit(actor, planId)
  const logged = new Map<string, number>(logBudgets(actor, planId ?? null).map(({ name, used }) => [name, used]))
  const stored = (await usedBy(actor.userId, planId ?? null)).flatMap(({ name: stored, used: kept, most }) => {
    const found = find(stored)
    if (!found) return []
    const { scope, measure, what } = quotas[found.name]
    const used = logged.get(found.name) ?? kept
    return [{ name: found.name, scope: found.isShare ? "member" : scope, what, measure, used, most } as const]
  })
  return [...stored, ...usedToday(actor)]
}

/** What is not stored, but used up in a day. */
const usedToday = (actor: Person): StorageEntry[] => {
  const requests = limitOf("RATE_MODEL_REQUESTS_PER_DAY")
  return [
    { name: "QUOTA_MAILS_PER_SENDER", what: "emails to others today", ...mailsOf(actor.userId) },
    {
      ...{ name: "RATE_MODEL_REQUESTS_PER_DAY", what: budgets.RATE_MODEL_REQUESTS_PER_DAY.what, most: requests.most },
      used: countedOf("model person", callerName(actor), requests.within),
    },
  ].map((entry) => ({ ...entry, scope: "person", measure: "count" }))
}
