import type { Price } from "~/contract/payment"

/** Such as `$19.99`; undefined where the checkout sets it. */
export const amountOf = ({ amount, currency }: Price) =>
  amount === null ? undefined : new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount)

/** Such as `per month` or `every 3 months`. */
export const periodOf = ({ interval, every }: Price) =>
  every === 1 ? `per ${interval}` : `every ${every} ${interval}s`
