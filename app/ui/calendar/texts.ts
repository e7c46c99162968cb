import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

export const calendarTexts = localized("calendarTexts", {
  layout: "Month or week",
  layouts: { calendar: "Month", week: "Week" },
  previous: { calendar: "Previous month", week: "Previous week" },
  next: { calendar: "Next month", week: "Next week" },
  today: "Today",
  tomorrow: "Tomorrow",
  overdue: "Overdue",
  undated: "No date",
  allDated: "Every open card has a date.",
  nothingDue: "Nothing is due.",
  week: (number: number) => `Week ${number}`,
  weekNumber: "Week number",
  kinds: { item: "Action", task: "Task" },
  late: "overdue",
  repeats: "repeats",
  waits: "waits for others",
  more: (count: number) => `${count} more`,
  moreOn: (count: number, day: string) => `${count} more on ${day}`,
  showMore: (count: number) => `Show ${count} more`,
  cardsOn: (day: string, count: number) => `${day}, ${counted(count, { one: "# card", other: "# cards" })}`,
  lifted: (name: string) =>
    `Lifted: ${name}. The arrow keys choose a day, Backspace takes the date away, Space drops, Escape cancels.`,
  dropped: (name: string, day: string) => `${name} is due on ${day}.`,
  cleared: (name: string) => `${name} has no due date.`,
  cancelled: (name: string) => `${name} stays where it was.`,
  sheet: { due: "Due date", showOnBoard: "Show on board", open: "Open" },
})
