// stopLink(): an address that ends one kind of mail, of one plan or of all, without a sign-in.
import { localized } from "~/contract/shared/language/localized"
import type { PlanPreferences } from "~/contract/user"
import { endMails, planNamed } from "~/database/letter.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { signed, verified } from "~/outside/signing.server"
import { nameInALine } from "~/rules/line-name"

export type MailFlag = keyof PlanPreferences

const purpose = "unsubscribe"

type Stop = { person: number; planId: number | null; flag: MailFlag }

export const stopPath = "/api/notification/unsubscribe"

/** `planId` null: of all plans. It does not expire: a mail may be read years later. */
export const stopLink = ({ person, planId, flag }: Stop) =>
  `${accountOptions().publicUrl}${stopPath}?token=${signed(purpose, `${person}.${planId ?? 0}.${flag}`)}`

const read = (token: string): Stop | undefined => {
  const [person, planId, flag] = verified(purpose, token)?.text.split(".") ?? []
  if (!flag || !(flag in stopTexts.what)) return undefined
  return { person: Number(person), planId: Number(planId) || null, flag: flag as MailFlag }
}

/** What a link ends, such as "emails about mentions in “Launch”"; undefined for a wrong token. */
export const stopShown = async (token: string): Promise<string | undefined> => {
  const stop = read(token)
  if (!stop) return undefined
  const name = stop.planId === null ? null : nameInALine((await planNamed(stop.planId, stop.person)) ?? "")
  return stopTexts.what[stop.flag](name)
}

/** False for a wrong token. Repeating it changes nothing. */
export const stopMails = async (token: string): Promise<boolean> => {
  const stop = read(token)
  if (stop) await endMails(stop)
  return stop !== undefined
}

/** What the pages of a mail's unsubscribe address say. `plan` null: of all plans; empty: it has no name. */
export const stopTexts = localized("stopTexts", {
  what: {
    emailNotifyMentions: (plan: string | null) => `emails about mentions ${inPlan(plan)}`,
    notifyTaskAssigned: (plan: string | null) =>
      `emails about tasks and actions you become the owner of ${inPlan(plan)}`,
    notifyTaskDueSoon: (plan: string | null) => `emails about tasks and actions due tomorrow ${inPlan(plan)}`,
    notifyGoalCheckIn: (plan: string | null) => `reminders to check goals in ${inPlan(plan)}`,
    emailDailySummary: (plan: string | null) => `daily summaries ${ofPlan(plan)}`,
    emailWeeklySummary: (plan: string | null) => `weekly summaries ${ofPlan(plan)}`,
  },
})

const inPlan = (plan: string | null) =>
  plan === null ? "of all your plans" : plan === "" ? "in this plan" : `in “${plan}”`
const ofPlan = (plan: string | null) =>
  plan === null ? "of all your plans" : plan === "" ? "of this plan" : `of “${plan}”`
