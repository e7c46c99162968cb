// What mails people may cause: budgets per sender, per recipient and of the one to the other, whatever plan they use.
import { comparableAddress } from "~/contract/address"
import { sha256 } from "~/outside/signing.server"
import { type Limit, limitOf } from "./budget.server"
import { people } from "./people.server"
import { countExactly, countedOf } from "./rate.server"

export type Occasion = {
  kind: "invitation" | "mention" | "assigned" | "transferred"
  /** Null: the plan's API key. */
  from: number | null
  /** An address, in any case. */
  to: string
  planId: number
}

const day = 24 * 3_600_000

/** Counts a mail; milliseconds until one may be sent, 0: this one may. Sign-in mails have limits of their own. */
export const countMail = async ({ kind, from, to, planId }: Occasion): Promise<number> => {
  const { rateLimits, mails } = people()
  if (!rateLimits) return 0
  const sender = from === null ? `k${planId}` : `u${from}`
  const recipient = sha256(comparableAddress(to).toLowerCase()).toString("hex").slice(0, 32)
  // The narrowest first: what it refuses is not counted against the recipient.
  const budgets: [string, string, Limit][] = [
    ...(kind === "invitation"
      ? [["mail plan", `${planId} ${recipient}`, limitOf("RATE_INVITATION_MAILS_PER_DAY")] as [string, string, Limit]]
      : []),
    ["mail pair", `${sender} ${recipient}`, limitOf("RATE_MAILS_TO_ONE_PER_DAY")],
    ["mail sender", sender, { most: mails.perSender, within: day }],
    ["mail recipient", recipient, { most: mails.perRecipient, within: day }],
  ]
  for (const [name, caller, limit] of budgets) {
    const wait = await countExactly(name, caller, limit)
    if (wait > 0) return wait
  }
  return 0
}

/** The mails that a person has caused today, and may. */
export const mailsOf = (personId: number) => ({
  used: countedOf("mail sender", `u${personId}`, day),
  most: people().mails.perSender,
})

/** Counts a mail about what several people did: one of them may cause it. */
export const mayMail = async (authors: (number | null)[], occasion: Omit<Occasion, "from">): Promise<boolean> => {
  for (const from of new Set(authors)) if ((await countMail({ ...occasion, from })) === 0) return true
  return false
}
