import type { Price } from "~/contract/payment"
import { localeInForce } from "~/contract/shared/language/format"
import { inForce } from "~/contract/shared/language/in-force"
import { billing } from "~/ui/account/billing-texts"

/** Dollars are written as in the United States, their cents after a point. */
const currencyLocale = () => (inForce().tag === "en" ? "en-US" : localeInForce())

/** Such as `$19.99`; undefined where the checkout sets it. */
export const amountOf = ({ amount, currency }: Price) =>
  amount === null ? undefined : new Intl.NumberFormat(currencyLocale(), { style: "currency", currency }).format(amount)

/** Such as `per month` or `every 3 months`. */
export const periodOf = ({ interval, every }: Price) =>
  every === 1 ? billing.per[interval] : billing.every[interval](every)
