import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"
import { recallAnswer, recallPlans } from "../outbox/browser-database"

/** The pages whose copies say who the person is. */
const pages = ["board", "threads"]

/**
 * My Plans where the server can't be reached and there is no copy of it: the plans whose boards this browser has. `isPart`:
 * the person may have others.
 */
export const plansHere = async (userId: number) => {
  const plans: Plan[] = await recallPlans(userId)
  if (plans.length === 0) return undefined
  for (const page of pages) {
    const user = (await recallAnswer<{ user: Profile | null }>(userId, page))?.user
    if (!user) continue
    return {
      user,
      plans,
      invitations: [] as never[],
      renderedAt: Date.now(),
      sealKeys: [] as string[],
      isPart: true as const,
    }
  }
  return undefined
}
