import { dateFormat } from "~/contract/shared/language/format"
import { dayLength } from "~/ui/settings/ends"
import { planKeys } from "~/ui/settings/texts"

type Expiry = { urgency?: "soon" | "late"; text: string }

/** `soon` in the last seven days. `short`: without the verb. */
export const expiryOf = (expires: string | null, now: number, short: boolean): Expiry => {
  if (expires === null) return { text: planKeys.neverExpires }
  const at = Date.parse(expires)
  if (at <= now) return { urgency: "late", text: planKeys.expired }
  const days = Math.ceil((at - now) / dayLength)
  if (days <= 7) return { urgency: "soon", text: (short ? planKeys.daysLeft : planKeys.expiresIn)(days) }
  return { text: short ? shortDay(at) : planKeys.expires(expiryDay(expires)) }
}

const numericDay = dateFormat({ day: "2-digit", month: "2-digit", year: "numeric" })
const shortDay = dateFormat({ day: "2-digit", month: "2-digit", year: "2-digit" })

export const expiryDay = (expires: string) => numericDay(Date.parse(expires))
