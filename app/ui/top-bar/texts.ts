/** Texts of the top bar. */
export const topBar = {
  home: "Laneway, back to My Plans",
  homeHint: "My Plans",
  editPlan: "Edit Plan",
  viewOnly: "View only",
  active: "Active",
  cancelsSoon: "Cancels soon",
  daysLeft: (days: number) => `${days}d left`,
  subscribe: "Subscribe",
} as const
