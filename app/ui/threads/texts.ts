import { localized } from "~/contract/language/localized"

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
  comments: (count: number) => (count === 1 ? "1 comment" : `${count} comments`),
  found: (found: number, total: number) => `${found} of ${total}`,
  more: (count: number) => `Show ${count} more`,
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
