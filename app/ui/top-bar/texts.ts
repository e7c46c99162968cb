import { localized } from "~/contract/shared/language/localized"

/** Texts of the top bar. */
export const topBar = localized("topBar", {
  notHere: "This page is not available offline yet.",
  home: "Laneway, back to My Plans",
  homeHint: "My Plans",
  editPlan: "Edit Plan",
  viewOnly: "View only",
  active: "Active",
  cancelsSoon: "Cancels soon",
  daysLeft: (days: number) => `${days}d left`,
  pastDue: (days: number) => `Past due, ${days}d`,
  subscribe: "Subscribe",
})
