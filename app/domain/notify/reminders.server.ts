// remind(now): what is due at 8:00 of people's own mornings: notifications of cards due tomorrow, reminders to check goals in, and summaries.
import { dueDayOf } from "~/contract/fields/field"
import {
  alone,
  type Claimed,
  claimMornings,
  dueTomorrow,
  type Morning,
  notifyCheckIns,
  notifyDue,
  queueSummaries,
  type StaleGoal,
  staleGoals,
  zonesInUse,
} from "~/database/reminder.server"
import type { Tx } from "~/database/transaction.server"
import { noticeTexts } from "~/domain/notify/notices.server"
import { pokeJobs } from "~/outside/jobs.server"
import { speaking } from "~/outside/speaking.server"
import { nameInALine } from "~/rules/line-name"
import { groupBy } from "~/rules/transfer/outline"

const morningHour = 8
const dayMs = 86_400_000

/**
 * Call it every minute, in every process: one does the work, and each person's day has it once. A process that was not
 * running at 8:00 makes up for it on the same day. Returns the number of mornings that began; undefined: another process is at it.
 */
export const remind = async (now: Date): Promise<number | undefined> => {
  const begun = await alone(async (tx) => {
    const mornings = (await zonesInUse(tx)).flatMap((zone) => morningIn(zone, now) ?? [])
    if (mornings.length === 0) return 0
    const claimed = await claimMornings(tx, mornings)
    const of = (kind: Claimed["kind"]) => claimed.filter((each) => each.kind === kind)
    const due = of("dueSoon").length > 0 ? await dueTomorrow(tx, of("dueSoon")) : []
    if (due.length > 0) {
      await notifyDue(
        tx,
        due.map(({ language, ...card }) => ({
          ...card,
          title: speaking(language, () => noticeTexts.dueSoon(nameInALine(card.name))),
        })),
      )
    }
    if (of("dueSoon").length > 0) await remindOfGoals(tx, of("dueSoon"))
    const summaries = [...of("daily"), ...of("weekly")]
    if (summaries.length > 0) {
      const since = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
      await queueSummaries(
        tx,
        summaries.map((each) => ({ ...each, since: since(each.kind === "daily" ? 1 : 7) })),
      )
    }
    return claimed.length
  })
  if (begun) pokeJobs()
  return begun
}

/** Days without a check-in, by the owner's calendar. */
const staleAfter = 7

const isStale = ({ since, zone, day }: StaleGoal) => {
  const last = dueDayOf(since, zone)
  return last !== null && Date.parse(last) + staleAfter * dayMs <= Date.parse(`${day}T00:00:00Z`)
}

/** One notification a person and plan, and one mail a person. */
const remindOfGoals = async (tx: Tx, claimed: Claimed[]) => {
  const stale = (await staleGoals(tx, claimed)).filter(isStale)
  if (stale.length === 0) return
  const byPlan = groupBy(stale, ({ personId, planId }) => `${personId} ${planId}`)
  const notices = [...byPlan.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { language, name, personId, planId, goalId, day } = first
    const title = speaking(language, () => noticeTexts.checkIn(nameInALine(name), others.length))
    return [{ personId, planId, goalId, day, title }]
  })
  await notifyCheckIns(tx, notices, stale)
}

/** By the name in small letters: people may write a zone's name in any case. */
const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (timeZone: string) => {
  const name = timeZone.toLowerCase()
  const known = clocks.get(name)
  if (known) return known
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
    weekday: "long",
  } as const)
  clocks.set(name, clock)
  return clock
}

/** The zone's day when it is 8:00 or later there. */
const morningIn = (zone: string, now: Date): Morning | undefined => {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  if (Number(parts.get("hour")) < morningHour) return undefined
  const day = `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`
  return { zone, day, isMonday: parts.get("weekday") === "Monday" }
}
