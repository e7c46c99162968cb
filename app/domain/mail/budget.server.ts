// What mails people may cause: budgets per sender, per recipient and of the one to the other, whatever plan they use.

import type { RateName } from "~/contract/limits"
import { comparableAddress } from "~/contract/shared/address"
import { limitOf } from "~/domain/limits/limits.server"
import { countExactly, countedOf } from "~/domain/limits/rate.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { sha256 } from "~/outside/signing.server"

export type Occasion = {
  kind: "invitation" | "mention" | "assigned" | "transferred"
  /** Null: the plan's API key. */
  from: number | null
  /** An address, in any case. */
  to: string
  planId: number
}

/** Counts a mail; milliseconds until one may be sent, 0: this one may. Sign-in mails have limits of their own. */
export const countMail = async ({ kind, from, to, planId }: Occasion): Promise<number> => {
  if (!accountOptions().rateLimits) return 0
  const sender = from === null ? `k${planId}` : `u${from}`
  const recipient = sha256(comparableAddress(to).toLowerCase()).toString("hex").slice(0, 32)
  // The narrowest first: what it refuses is not counted against the recipient.
  const counted: [string, string, RateName][] = [
    ["mail pair", `${sender} ${recipient}`, "mails_to_one_per_day"],
    ["mail sender", sender, "mails_per_sender"],
    ["mail recipient", recipient, "mails_per_recipient"],
  ]
  if (kind === "invitation") counted.unshift(["mail plan", `${planId} ${recipient}`, "invitation_mails_per_day"])
  for (const [name, caller, rate] of counted) {
    const wait = await countExactly(name, caller, limitOf(rate))
    if (wait > 0) return wait
  }
  return 0
}

/** How many mails a person has caused today. */
export const mailsOf = (personId: number) =>
  countedOf("mail sender", `u${personId}`, limitOf("mails_per_sender").within)

/** Counts a mail about what several people did: one of them may cause it. */
export const mayMail = async (authors: (number | null)[], occasion: Omit<Occasion, "from">): Promise<boolean> => {
  for (const from of new Set(authors)) if ((await countMail({ ...occasion, from })) === 0) return true
  return false
}
