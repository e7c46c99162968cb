import { call } from "~/client/api"
import { paymentCalls } from "~/contract/payment"
import { isRefusal } from "~/contract/problem"
import { billing } from "~/ui/account/billing-texts"
import { messageOf } from "~/ui/parts/use-attempt"

/** Leaves for the billing portal; otherwise resolves to the message that says why not. A lost customer ID is fixed once. */
export const manageBilling = async (): Promise<string | undefined> => {
  const portal = async () => {
    window.location.assign((await call(paymentCalls.createPortalSession, {})).url)
    return undefined
  }
  try {
    return await portal()
  } catch (thrown) {
    if (!isRefusal(thrown)) return billing.manageError
    const message = messageOf(thrown, billing.portalFailed)
    if (!/customer id/i.test(message)) return message
    try {
      await call(paymentCalls.fixCustomerId, {})
    } catch (failed) {
      return isRefusal(failed) ? messageOf(failed, billing.fixFailed) : billing.fixError
    }
    return portal().catch((again) => (isRefusal(again) ? messageOf(again, billing.portalFailed) : billing.manageError))
  }
}
