/** Texts of subscriptions, in the profile menu and on the payment pages. */
export const billing = {
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
  trialUntil: "Trial until",
  subscribe: "Subscribe",
  failed: "Your subscription could not be loaded.",
  portalFailed: "Failed to redirect to billing portal.",
  fixFailed: "Failed to fix customer ID",
  manageError: "An error occurred while trying to manage your subscription.",
  fixError: "An error occurred while trying to fix your customer ID.",
} as const
