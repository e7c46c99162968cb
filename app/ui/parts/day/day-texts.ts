import { localized } from "~/contract/shared/language/localized"

/** Texts of the calendar. */
export const day = localized("day", {
  label: "Due date",
  previous: "Previous month",
  next: "Next month",
  reset: "Reset",
  typed: "Type a day",
  quick: { today: "Today", nextWeek: "Next week" },
  noRepeat: "Does not repeat",
  /** What was typed and can't be read. */
  unread: (text: string) => `I don’t understand “${text}”. Try 15 December or next Friday.`,
  week: (number: number) => `Week ${number}`,
  weekNumber: "Week Number",
  today: (name: string) => `Today, ${name}`,
  dayOf: (name: string, isSelected: boolean) => (isSelected ? `${name}, selected` : name),
})
