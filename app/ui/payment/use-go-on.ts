import { useNavigate } from "@remix-run/react"
import { pageBeforePayment } from "~/client/memory/sign-in"
import { safeReturnUrl } from "~/contract/shared/return-url"

/** Leaves for the page that the payment interrupted. */
export const useGoOn = () => {
  const navigate = useNavigate()
  return () => {
    const to = safeReturnUrl(pageBeforePayment.read())
    pageBeforePayment.clear()
    navigate(to, { replace: true })
  }
}
