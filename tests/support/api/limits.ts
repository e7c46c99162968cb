import { defaultLimits, type Limits } from "~/contract/limits"
import { openLimits } from "~/domain/limits/limits.server"
import { openQuotas } from "~/domain/limits/quota.server"

/** Puts these limits in force, and the defaults of the others. */
export const limitTo = async (given: Partial<Limits>) => {
  openLimits({ ...defaultLimits, ...given })
  await openQuotas()
}
