// What people and plans may store: the refusal of a full quota, and who stores how much.
import type { StorageEntry } from "~/contract/account"
import { labelOf, type QuotaName, quotas, type RateName, rates, shareOf } from "~/contract/limits"
import { refusal } from "~/contract/problem"
import { amount } from "~/contract/shared/language/format"
import { quotaStored, type StoredQuota, storeQuotas, usedBy } from "~/database/quota.server"
import { type Actor, callerName, type Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { mailsOf } from "~/domain/mail/budget.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { countOver, limitOf, limitsInForce, mostOf, tooOften } from "./limits.server"
import { countAmount, countedOf, waitOf } from "./rate.server"

/** Tells the database the quotas in force; it must be open. */
export const openQuotas = () => storeQuotas(limitsInForce())

/** The refusal of a write that passes a quota. */
export const full = ({ name, isShare }: StoredQuota) => {
  const label = labelOf(name)
  countOver(label)
  const { scope, measure, what, advice } = quotas[name]
  const holder = isShare || scope === "member" ? "One member of a plan" : scope === "plan" ? "A plan" : "One person"
  const most = amount(measure, isShare ? shareOf(mostOf(name)) : mostOf(name), "en")
  const size = measure === "bytes" ? `${most} of ${what}` : `${most} ${what}`
  return refusal(409, `${holder} may have ${size}. ${advice} Limit: ${isShare ? "a fifth of " : ""}${label}.`)
}

/** The refusal of a write that the database refused, by the name it raised. */
export const fullAs = (stored: string) => {
  const quota = quotaStored(stored)
  return quota ? full(quota) : new Error(`there is no quota ${stored}`)
}

/** Refuses early what a write of so many more would be refused for. The write itself is what counts. */
export const refuseFull = async (
  actor: Actor,
  planId: number | null,
  kind: string,
  more: { count: number; bytes: number },
) => {
  const used = await usedBy(actor.userId, planId)
  const over = used.find(({ name, used, most }) => {
    const quota = quotas[name]
    return quota.kind === kind && used + more[quota.measure] > most
  })
  if (over) throw full(over)
}

const day = 24 * 3_600_000

/** What a caller may write into the log of a plan today, and what is used of it. */
const logLimits = (actor: Actor, planId: number | null) => {
  const caller = callerName(actor)
  const bounded = (name: QuotaName, kind: string, of: string) => {
    const limit = { most: mostOf(name), within: day }
    return { name, kind, of, limit, used: countedOf(kind, of, day) }
  }
  return [
    ...(planId === null ? [] : [bounded("log_bytes_per_member", "log member", `${caller} ${planId}`)]),
    bounded("log_bytes_per_person", "log person", caller),
  ]
}

export const refuseFullLog = (actor: Actor, planId: number | null) => {
  if (!accountOptions().rateLimits) return
  const over = logLimits(actor, planId).find(({ used, limit }) => used >= limit.most)
  if (over) throw full({ name: over.name, isShare: false })
}

export const countLogged = (actor: Actor, planId: number | null, bytes: number) => {
  if (!accountOptions().rateLimits) return
  for (const { kind, of, limit } of logLimits(actor, planId)) countAmount(kind, of, limit, bytes)
}

const isAgent = ({ keyId, grantId }: Actor) => keyId !== undefined || grantId !== undefined

/** 429 past what a key or agent may change in a minute, so that people of the plan can still save. */
export const refuseHurried = (actor: Actor) => {
  if (!accountOptions().rateLimits || !isAgent(actor)) return
  const wait = waitOf("agent changes", callerName(actor), limitOf("agent_changes_per_minute"))
  if (wait > 0) throw tooOften("agent_changes_per_minute", wait)
}

export const countChanges = (actor: Actor, count: number) => {
  if (accountOptions().rateLimits && isAgent(actor))
    countAmount("agent changes", callerName(actor), limitOf("agent_changes_per_minute"), count)
}

/**
 * 429 past what one caller may tell others in a minute: each event to a person's own topic is work for the database, of
 * which a group of hundreds makes much in one call.
 */
export const refuseDeliveries = (actor: Actor) => {
  if (!accountOptions().rateLimits) return
  const wait = waitOf("deliveries", callerName(actor), limitOf("deliveries_per_minute"))
  if (wait > 0) throw tooOften("deliveries_per_minute", wait)
}

/** Counts how many people a caller's call has notified. */
export const countDeliveries = (actor: Actor, count: number) => {
  if (accountOptions().rateLimits && count > 0)
    countAmount("deliveries", callerName(actor), limitOf("deliveries_per_minute"), count)
}

/**
 * Counts a change that is announced in all of a person's plans, and holds each for a moment: a name, role or picture. 429 past
 * what one caller may change in an hour.
 */
export const countEverywhere = (actor: Actor) => {
  if (!accountOptions().rateLimits) return
  const limit = limitOf("names_per_hour")
  const wait = waitOf("everywhere", callerName(actor), limit)
  if (wait > 0) throw tooOften("names_per_hour", wait)
  countAmount("everywhere", callerName(actor), limit, 1)
}

export const storage = async (actor: Person, { planId }: { planId?: number | undefined }): Promise<StorageEntry[]> => {
  if (planId !== undefined) await admit(actor, planId)
  const logged = new Map(logLimits(actor, planId ?? null).map(({ name, used }) => [name, used]))
  const stored = (await usedBy(actor.userId, planId ?? null)).map(({ name, isShare, used, most }): StorageEntry => {
    const { scope, measure, what } = quotas[name]
    const counted = logged.get(name) ?? used
    return { name: labelOf(name), scope: isShare ? "member" : scope, what, measure, used: counted, most }
  })
  return [...stored, ...usedToday(actor)]
}

/** What is not stored, but used up in a day. */
const usedToday = (actor: Person): StorageEntry[] => {
  const entry = (name: RateName, used: number): StorageEntry => ({
    name: labelOf(name),
    scope: "person",
    what: rates[name].what,
    measure: "count",
    used,
    most: mostOf(name),
  })
  const requests = countedOf("model person", callerName(actor), limitOf("model_requests_per_day").within)
  return [entry("mails_per_sender", mailsOf(actor.userId)), entry("model_requests_per_day", requests)]
}
