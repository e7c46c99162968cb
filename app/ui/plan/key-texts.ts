import { localized } from "~/contract/shared/language/localized"

/** Names and keys of the board's commands. */
export const commandNames = localized("commandNames", {
  addGoal: "Add new goal",
  addAction: "Add Action",
  copyCard: "Copy the card",
  filter: "Filter",
  views: "Views",
  calendar: "Calendar",
  search: "Search",
  chat: "AI Chat",
  review: "Review",
  notes: "Notes",
  threads: "Threads",
  goals: "Goals",
  side: "Collapse or open side panel",
  history: "Show or hide history",
  allGoals: "Show all goals",
  countdown: "Countdown",
  wheel: "Wheel",
  files: "Files of the plan",
  users: "Users",
  invite: "Invite people",
  settings: "Plan settings",
  log: "Log of the plan",
  keys: "Keyboard shortcuts",
})

export const keyLabels: Partial<Record<keyof typeof commandNames, string>> = localized("keyLabels", {
  addGoal: "Shift+G",
  addAction: "Shift+A",
  filter: "Shift+F",
  views: "V",
  calendar: "V C",
  search: "/",
  chat: "C",
  review: "R",
  notes: "N",
  side: "\\",
  history: "H",
  allGoals: "Esc",
  keys: "?",
})
