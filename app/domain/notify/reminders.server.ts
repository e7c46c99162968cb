// remind(now): what is due at 8:00 of people's own mornings: notifications of cards due tomorrow, and summaries.
import {
  alone,
  type Claimed,
  claimMornings,
  dueTomorrow,
  type Morning,
  notifyDue,
  queueSummaries,
  zonesInUse,
} from "~/database/reminder.server"
import { noticeTexts } from "~/domain/notify/notices.server"
import { pokeJobs } from "~/outside/jobs.server"
import { speaking } from "~/outside/speaking.server"
import { nameInALine } from "~/rules/text-parts"

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
