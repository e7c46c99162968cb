import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

const tasks = (count: number) => counted(count, { one: "# task", other: "# tasks" })

/** Texts of the board, in sentence case. */
export const board = localized("board", {
  waiting: "Waiting",
  goals: "Goals",
  actions: "Actions",
  focus: "Focus",
  addGoal: "Add new goal",
  addAction: "Add Action",
  addActionTo: "Add an action to a goal",
  whichGoal: "Add an action to",
  newGoal: "Goal name",
  draft: "Draft",
  showHistory: "Show history",
  hideHistory: "Hide history",
  value: "Value",
  effort: "Effort",
  closedGoals: "Completed goals",
  goalsAs: "Goals as",
  goalCards: "Cards",
  goalResults: "Results",
  tasksDone: (done: number, all: number) => `${number(done)} of ${tasks(all)} done`,
  files: (count: number) => (count === 0 ? "Files" : counted(count, { one: "# file", other: "# files" })),
  fileWord: (count: number) => counted(count, { one: "file", other: "files" }),
  date: "Date",
  owner: "Owner",
  labels: "Labels",
  unfocus: "Back to the actions list",
  editing: "Enter or Esc saves, Shift+Enter adds a line",
  doneTasks: (count: number) => `Done, ${tasks(count)}`,
  openDone: "Open the column",
  foldDone: "Fold Done",
  showDone: "Show the column",
  noMatch: (count: number) => `No match, ${tasks(count)}`,
  unfold: (name: string) => `Unfold ${name}`,
  noCardsMatch: "No cards match.",
  hiddenByFilter: (count: number) =>
    counted(count, { one: "# card is hidden by the filter.", other: "# cards are hidden by the filter." }),
  clearFilter: "Clear the filter",
  matches: (found: number, all: number) => `${number(found)} of ${number(all)}`,
  firstGoal: "Name one thing worth reaching",
  actionNeedsGoal: "Select a goal first: a new action belongs to the selected one.",
  selectGoal: "Select a goal to add its first action.",
  noActions: "All open actions of this goal are in Focus, or it has none.",
  dragHere: "Drag an action here to focus on it",
  noLanesOfGoal: "No action of this goal is in Focus.",
  board: "Board",
  pages: "Pages of the plan",
  status: "Status",
  focusFromMenu: "Open an action’s menu and choose Focus to work on it here.",
  loading: "Loading the board",
  nowOwns: (person: string, task: string) => `${person} now owns ${task}.`,
  resize: {
    goals: "Width of Goals",
    actions: "Width of Actions",
    shared: "Width of goals and actions",
    side: "Width of the side panel",
  },
})

/** Announcements during a drag. */
export const drag = localized("drag", {
  instructions:
    "Press Space to pick up. While picked up, the arrow keys move it, Space drops it and Escape cancels. Enter opens it.",
  lifted: (name: string, position: number, count: number, place: string) =>
    `Picked up ${name}, ${position} of ${count} in ${place}.`,
  over: (name: string, position: number, count: number, place: string) =>
    `${name} is at position ${position} of ${count} in ${place}.`,
  overGoal: (name: string, goal: string) => `${name} will move to the goal ${goal}.`,
  nowhere: (name: string) => `${name} is not over a place where it can be dropped.`,
  dropped: (name: string, position: number, place: string) => `Dropped ${name} at position ${position} in ${place}.`,
  droppedIn: (name: string, place: string) => `Dropped ${name} in ${place}.`,
  droppedOnGoal: (name: string, goal: string) => `${name} now belongs to the goal ${goal}.`,
  otherLanes: "Arrows stay in this lane. “Move to” in the task’s menu reaches other lanes.",
  cancelled: (name: string) => `Cancelled. ${name} is back where it was.`,
})
