import { localized } from "~/contract/language/localized"

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
  ofTasks: (done: number, all: number) => `${done} of ${all} ${all === 1 ? "task" : "tasks"}`,
  noTasksYet: "No tasks yet",
  tasksDone: (done: number, all: number) => `${done} of ${all} tasks done`,
  files: (count: number) => (count === 0 ? "Files" : count === 1 ? "1 file" : `${count} files`),
  fileWord: (count: number) => (count === 1 ? "file" : "files"),
  date: "Date",
  owner: "Owner",
  unfocus: "Back to the actions list",
  editing: "Enter or Esc saves, Shift+Enter adds a line",
  doneTasks: (count: number) => `Done, ${count} ${count === 1 ? "task" : "tasks"}`,
  openDone: "Open the column",
  foldDone: "Fold Done",
  showDone: "Show the column",
  noMatch: (count: number) => `No match, ${count} ${count === 1 ? "task" : "tasks"}`,
  unfold: (name: string) => `Unfold ${name}`,
  matches: (found: number, all: number) => `${found} of ${all}`,
  firstGoal: "Name one thing worth reaching",
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
    `${name} is at place ${position} of ${count} in ${place}.`,
  overGoal: (name: string, goal: string) => `${name} will move to the goal ${goal}.`,
  nowhere: (name: string) => `${name} is not over a place where it can be dropped.`,
  dropped: (name: string, position: number, place: string) => `Dropped ${name} at place ${position} in ${place}.`,
  droppedIn: (name: string, place: string) => `Dropped ${name} in ${place}.`,
  droppedOnGoal: (name: string, goal: string) => `${name} now belongs to the goal ${goal}.`,
  cancelled: (name: string) => `Cancelled. ${name} is back where it was.`,
})
