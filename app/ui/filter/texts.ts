import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

const cards = (count: number) => counted(count, { one: "# card", other: "# cards" })

export const filterTexts = localized("filterTexts", {
  label: "Filter",
  text: "Filter by text",
  clearText: "Clear the text",
  fields: { ownerIds: "Owner", labelIds: "Label", due: "Due", goalIds: "Goal", columns: "Column" },
  ranges: { overdue: "Overdue", today: "Today", week: "This week", next: "Next week", none: "No date" },
  me: "Me",
  noOwner: "No owner",
  someone: "Somebody who has left",
  deletedGoal: "A deleted goal",
  deletedLabel: "A deleted label",
  searchPeople: "Search people",
  nobodyFound: "Nobody found.",
  cards: (matching: number, all: number) => `${number(matching)} of ${cards(all)}`,
  show: (count: number) => `Show ${cards(count)}`,
  any: "Any",
  clear: "Clear",
  close: "Close the filter bar",
  remove: (field: string) => `Remove ${field}`,
  off: "Remove the filter",
  unread: "The filter in this address cannot be read.",
  words: (text: string) => `“${text}”`,
})
