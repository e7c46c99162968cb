import { localized } from "~/contract/shared/language/localized"

/** Texts of subscriptions, in the profile menu and on the payment pages. */
export const billing = localized("billing", {
  manage: "Manage billing",
  subscription: "Subscription",
  statuses: {
    0: "None",
    1: "Active",
    2: "Trial",
    3: "Past due",
    4: "Cancels soon",
    5: "Ended",
  },
  nextPayment: "Next payment",
  lastPayment: "Last payment",
  failedOn: (date: string) => `Failed ${date}`,
  accessUntil: "Access until",
  accessEnded: "Access ended",
  trialUntil: "Trial until",
  subscribe: "Subscribe",
  per: { day: "per day", week: "per week", month: "per month", year: "per year" },
  every: {
    day: (count: number) => `every ${count} days`,
    week: (count: number) => `every ${count} weeks`,
    month: (count: number) => `every ${count} months`,
    year: (count: number) => `every ${count} years`,
  },
  failed: "Your subscription could not be loaded.",
  portalFailed: "Failed to redirect to billing portal.",
  fixFailed: "Failed to fix customer ID",
  manageError: "An error occurred while trying to manage your subscription.",
  fixError: "An error occurred while trying to fix your customer ID.",
})
