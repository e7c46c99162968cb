// The plan that this tab works in, and the dialog that a link opens in it.
import type { BoardLink } from "~/contract/shared/deep-link"
import { cell } from "./cell"

const deepLink = cell("local", "deepLinkEntity")
const planId = cell("session", "planId")

const readPlan = (): number | undefined => {
  const id = Number(planId.read())
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The plan this tab works in. */
export const selectedPlan = {
  read: readPlan,
  write: (id: number) => planId.write(String(id)),
  clear: planId.clear,
}

/** The dialog to open when the board is ready, valid only in the plan that was selected when it was saved. */
export const savedDeepLink = {
  read: (): BoardLink | undefined => {
    try {
      const { planId, ...link } = JSON.parse(deepLink.read() ?? "{}")
      return link.type && planId === readPlan() ? link : undefined
    } catch {
      return undefined
    }
  },
  write: (link: BoardLink) => deepLink.write(JSON.stringify({ ...link, planId: readPlan() })),
  clear: deepLink.clear,
}
