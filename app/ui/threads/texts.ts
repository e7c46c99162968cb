import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Texts of the Threads view. */
export const threadTexts = localized("threadTexts", {
  title: "Threads",
  board: "Board",
  search: "Search threads content...",
  clear: "Clear search",
  expandAll: "Expand All",
  collapseAll: "Collapse All",
  loading: "Loading threads...",
  failed: "Error loading threads",
  none: "No threads found.",
  noGoal: "No goal",
  expand: (name: string) => `Expand ${name}`,
  collapse: (name: string) => `Collapse ${name}`,
  comments: (count: number) => counted(count, { one: "# note", other: "# notes" }),
  found: (found: number, total: number) => `${number(found)} of ${number(total)}`,
  more: (count: number) => `Show ${number(count)} more`,
  replyHint: "Enter sends, Shift+Enter adds a line, Esc closes and keeps the text.",
  keyGroup: "Threads",
  keys: [
    ["↑, ↓", "Move"],
    ["→, ←", "Expand, collapse"],
    ["Home, End", "First, last"],
    ["R", "Reply"],
    ["Enter", "Open the card’s dialog"],
    ["/", "Search"],
    ["?", "This list"],
  ],
})
