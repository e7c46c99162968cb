// countRefusal(refused): counts what a caller is refused. logRefusals(): one entry of the security log for each caller who
// was refused often since the last one, however often that was.
import { logSecurity } from "./security-log.server"

export type Refused = { status: number; from: string; person: number | null; plan: number | null }

type Count = Omit<Refused, "status"> & { statuses: Map<number, number>; all: number }

/** Of one caller between two entries. People mistype, and tabs ask for what was deleted. */
const often = 30
/** Refusals of rights are logged one by one up to here. */
const oneByOne = 10
const mostCallers = 5_000

let counts = new Map<string, Count>()

/** Whether a refusal of rights gets an entry of its own. */
export const countRefusal = ({ status, from, person, plan }: Refused): boolean => {
  const caller = person !== null ? `p${person}` : plan !== null ? `k${plan}` : `ip ${from}`
  const key = counts.has(caller) || counts.size < mostCallers ? caller : "others"
  const who = key === "others" ? { from: "many addresses", person: null, plan: null } : { from, person, plan }
  const count = counts.get(key) ?? { ...who, statuses: new Map(), all: 0 }
  counts.set(key, count)
  const ofStatus = (count.statuses.get(status) ?? 0) + 1
  count.statuses.set(status, ofStatus)
  count.all++
  return ofStatus <= oneByOne
}

/** To be called every minute. */
export const logRefusals = () => {
  const summed = counts
  counts = new Map()
  for (const { from, person, plan, statuses, all } of summed.values()) {
    if (all < often) continue
    logSecurity("refused often", {
      requestId: null,
      from,
      person,
      plan,
      refusals: all,
      statuses: Object.fromEntries(statuses),
    })
  }
}
