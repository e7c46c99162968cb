import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

export const goalsTexts = localized("goalsTexts", {
  title: "Goals",
  loading: "Loading goals",
  failed: "The goals could not be loaded.",
  headings: { goal: "Goal", status: "Status", progress: "Progress", results: "Results", checkIn: "Last check-in" },
  mine: "Mine",
  completed: "Show completed",
  copy: "Copy as text",
  copied: "Goals copied",
  print: "Print",
  board: "Back to the board",
  until: (day: string) => `to ${day}`,
  noStatus: "No status",
  noResults: "No results",
  never: "Never",
  today: "Today",
  yesterday: "Yesterday",
  daysAgo: (days: number) => counted(days, { one: "# day ago", other: "# days ago" }),
  confidence: (confidence: string) => `Confidence ${confidence}`,
  checkIn: "Check in",
  checkInGoal: (name: string) => `Check in ${name}`,
  addResult: "Add result",
  valueOf: (current: string, target: string) => `${current} of ${target}`,
  lastOn: (day: string, note: string) => `Last check-in on ${day}${note && `: ${note}`}`,
  nudge: {
    one: (name: string, days: number) =>
      `${name} had no check-in for ${counted(days, { one: "# day", other: "# days" })}.`,
    oneNever: (name: string) => `${name} has not been checked in yet.`,
    many: (goals: number) =>
      `${counted(goals, { one: "# goal", other: "# goals" })} of yours had no check-in for over a week.`,
    later: "Not now",
    checkInAll: (goals: number) => counted(goals, { one: "Check in # goal", other: "Check in # goals" }),
  },
  none: { title: "No goals yet", text: "Goals are added on the board.", act: "Open the board" },
  unmeasured: {
    title: "No goal has results yet",
    text: "Open a goal and add one under RESULTS.",
    act: "Add results to a goal",
  },
  noneMine: {
    title: "Nothing is yours here",
    text: "Goals you own show up here, from all your plans.",
    act: "Show all goals",
  },
  keys: [
    ["↑ ↓", "Move"],
    ["Enter", "Open"],
    ["I", "Check in"],
    ["B", "Show on the board"],
  ],
  keyGroup: "Goals",
})
