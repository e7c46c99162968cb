// The limits in force: openLimits(), mostOf(name), limitOf(rate); tooOften(): the refusal past a rate. countOver(), overLimits(): what was refused.
import { defaultLimits, type LimitName, type Limits, type RateName, rates } from "~/contract/limits"
import { refusal } from "~/contract/problem"

/** At most `most` within `within` milliseconds. */
export type Limit = { most: number; within: number }

let inForce: Limits = defaultLimits

/** Puts the limits in force; `openQuotas` passes the database the ones it checks. */
export const openLimits = (given: Limits) => {
  inForce = given
}

export const limitsInForce = () => inForce

export const mostOf = (name: LimitName) => inForce[name]

export const limitOf = (name: RateName): Limit => ({ most: inForce[name], within: rates[name].seconds * 1_000 })

/** The refusal of what may be done again in `wait` milliseconds. */
export const tooOften = (name: RateName, wait: number) =>
  refusal(429, rates[name].refusal.replace("#", String(inForce[name])), {
    retryAfter: Math.max(1, Math.ceil(wait / 1_000)),
  })

const over = new Map<string, number>()

/** Counts a refusal, or a mail that is not sent. */
export const countOver = (what: string) => over.set(what, (over.get(what) ?? 0) + 1)

/** Refusals of this process since its start, by what was used up. */
export const overLimits = (): [what: string, count: number][] => [...over]
