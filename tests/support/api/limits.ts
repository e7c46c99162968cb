import { defaultLimits, type Limits } from "~/contract/limits"
import { openLimits } from "~/domain/limits/limits.server"
import { openQuotas } from "~/domain/limits/quota.server"
import { patience } from "../patience.ts"

/** Puts these limits in force, and the defaults of the others but for the patient ones. */
export const limitTo = async (given: Partial<Limits>) => {
  openLimits({ ...defaultLimits, ...patience, ...given })
  await openQuotas()
}
