// readRepeats(): what tasks that repeat need to go on, the caller's day and ids for the next ones. It is read only when one is finished.
import { dueDayOf } from "~/contract/fields/field"
import { refusal } from "~/contract/problem"
import { zoneAndIds } from "~/database/plan.server"
import { dayOf } from "~/rules/dates"
import { repeating, type Successors } from "~/rules/repeat/repeated"
import type { Repeat } from "~/rules/rule"
import type { Actor } from "./actor"

/** Each of them takes up to a millisecond to find its next day. */
const mostAtOnce = 500

/** `count`: how many ids they may take. Of a key, the day is that of UTC. */
export const readRepeats = async ({ userId }: Actor, count: number, now = new Date()): Promise<Successors> => {
  if (count > mostAtOnce)
    throw refusal(400, `At most ${mostAtOnce} tasks that repeat can be finished at once. Send fewer.`)
  const { timeZone, ids } = await zoneAndIds(userId, count)
  const day = dayOf(dueDayOf(now.toISOString(), timeZone ?? undefined) ?? now.toISOString())
  const given = new Map<number, number | undefined>()
  return {
    today: () => day,
    newId: (at) => {
      if (!given.has(at)) given.set(at, ids.shift())
      return given.get(at)
    },
  }
}

/** Thrown where a rule needs what has not been read: `work` reads it and lets the rule decide again. */
type NotRead = Error & { repeats: true }
export const isRepeatsUnread = (thrown: unknown): thrown is NotRead => thrown instanceof Error && "repeats" in thrown

const notRead = (): never => {
  throw Object.assign(new Error("The next ids and the caller’s day were not read."), { repeats: true as const })
}

export const repeatBy = (read: Successors = { today: notRead, newId: notRead }): Repeat => repeating(read)
