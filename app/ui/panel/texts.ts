import { localized } from "~/contract/shared/language/localized"

/** Texts of the side panel. */
export const panel = localized("panel", {
  name: "Side panel",
  mode: "Side panel shows",
  search: "Search",
  chat: "AI Chat",
  toReview: "to review",
  notes: "Notes",
  collapse: "Collapse side panel",
  more: "More",
  on: "On",
  off: "Off",
})
