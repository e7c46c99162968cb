/** Words of the board and its dialogs. Spec 2 letter for letter; what it does not give is in sentence case. */
export const board = {
  goals: "Goals",
  actions: "Actions",
  focus: "Focus",
  columns: ["To Do", "Doing", "Done"],
  /** The accessible name of a lane's column. */
  columnOf: (column: string, action: string) => `${column} of ${action}`,
  addGoal: "Add new goal",
  addAction: "Add Action",
  addTask: "Add task",
  newGoal: "Goal name",
  newAction: "Short heading",
  newTask: "Task",
  menuOf: (name: string) => `Menu of ${name}`,
  completed: "COMPLETED",
  draft: "Draft",
  readOnly: "Read-only",
  showHistory: "Show history",
  hideHistory: "Hide history",
  value: "Value",
  effort: "Effort",
  ofAll: (done: number, all: number) => `${done} of ${all}`,
  tasksDone: (done: number, all: number) => `${done} of ${all} tasks done`,
  files: (count: number) => (count === 1 ? "1 file" : `${count} files`),
  tasks: (count: number) => (count === 1 ? "1 task" : `${count} tasks`),
  due: (date: string) => `Due ${date}`,
  owner: (name: string) => `Owner ${name}`,
  noOwner: "No owner",
  awaitedOwner: (name: string) => `Waiting for ${name}`,
  noDueDate: "No date",
  untitledAction: "Untitled action",
  untitledGoal: "Untitled goal",
  untitledTask: "Untitled task",
  firstGoal: "Name one thing worth reaching",
  selectGoal: "Select a goal to add its first action.",
  noActions: "This goal has no open actions outside Focus.",
  dragHere: "Drag an action here to focus on it",
  noLanesOfGoal: "None of this goal’s actions is in focus.",
  viewOf: "Show",
  board: "Board",
  pages: "Pages of the plan",
  status: "Status",
  focusFromMenu: "Open an action’s menu and choose Focus to work on it here.",
  loading: "Loading the board",
  loadFailed: "The board could not be loaded.",
  removed: "You are no longer a member of this plan.",
  deleted: "This plan was deleted.",
  notThere: "This plan does not exist, or you have no access to it.",
  toPlans: "My Plans",
  reconnecting: "Reconnecting",
  nextTry: (seconds: number) => `next try in ${seconds} s`,
  offline: (count: number) =>
    count === 0
      ? "Offline. Changes will be sent when you are back."
      : `Offline. ${count} ${count === 1 ? "change" : "changes"} will be sent when you are back.`,
  activeUsers: "Active users",
  lastSeen: (when: string) => `last seen ${when}`,
  unread: "unread",
  chatWith: (name: string, unread = 0) => `Chat with ${name}${unread > 0 ? `, ${unread} unread` : ""}`,
  nowOwns: (person: string, task: string) => `${person} now owns ${task}.`,
  neverLoggedIn: "Never logged in",
  online: "online",
  profile: "Profile",
  notSaved: "Not saved",
  retry: "Try again",
  celebration: (action: string) => `${action} is complete.`,
} as const

export const dialog = {
  tabs: { main: "MAIN", tasks: "TASKS", notes: "NOTES", log: "LOG", files: "FILES" },
  tabsOf: "Parts of the dialog",
  move: "Move the dialog with the arrow keys",
  tasksOf: "Tasks of the action",
  noTasks: "This action has no tasks.",
  goal: "Goal",
  action: "Action",
  task: "Task",
  name: "NAME",
  colour: "COLOUR",
  heading: "SHORT HEADING",
  description: "DESCRIPTION",
  value: "VALUE",
  valueHint: "What the goal gains from it, 0 to 10",
  effort: "EFFORT",
  effortHint: "Work and complexity, 0 to 5",
  status: "Status",
  owner: "Owner",
  dueDate: "Due date",
  created: "Created",
  inList: "In the actions list",
  inFocus: "In focus",
  complete: "Complete",
  uncomplete: "Uncomplete",
  moveTo: "Move to",
  moveUp: "Up",
  moveDown: "Down",
  moveToFocus: "Focus",
  moveToList: "Actions list",
  listGroup: "List",
  goalsGroup: "Goal",
  lanesGroup: "Action",
  columnsGroup: "Column",
  placeGroup: "Place",
  gone: {
    goal: "This goal is no longer available. It may have been deleted.",
    item: "This action is no longer available. It may have been deleted.",
    task: "This task is no longer available. It may have been deleted.",
  },
  typed: "What you typed",
  copyTyped: "Copy text",
  copied: "Copied",
  deleteGoal: {
    title: "Delete goal?",
    text: "You can't undo this later, and all associated actions, tasks, notes and files will be deleted.",
  },
  deleteAction: {
    title: "Delete action?",
    text: "You can’t undo this later, and all associated tasks, notes and files will be deleted.",
  },
  deleteTask: {
    title: "Delete task?",
    text: "You can’t undo this later, and all associated notes and files will be deleted.",
  },
} as const

/** Undo and redo. */
export const undo = {
  menu: "Board menu",
  undo: "Undo",
  redo: "Redo",
  keys: {
    mac: { undo: "⌘Z", redo: "⇧⌘Z" },
    other: { undo: "Ctrl+Z", redo: "Ctrl+Y" },
  },
  done: { undo: "Undone.", redo: "Done again." },
  not: { undo: "Not undone.", redo: "Not done again." },
  why: {
    changed: (name: string) => `Somebody has changed “${name}” since.`,
    filled: (name: string) => `Something was added to “${name}” since.`,
    gone: (_name: string) => "What it concerns was deleted since.",
  },
} as const

/** The LOG tab. Spec 2, section 2. */
export const log = {
  loading: "Loading audits...",
  failed: "Error loading audits.",
  empty: "No audit logs found.",
  filter: "Show entries of",
  kinds: { goal: "Goal", item: "Action", task: "Task" },
  more: "Show more",
  reordered: (count: number, kind: string) => `changed the order of ${count} ${kind}`,
  plurals: { goal: "goals", item: "actions", task: "tasks" } as Record<string, string>,
} as const

export const planLog = {
  title: "Log of the plan",
  goBack: "Go back to before this change",
  question: "Go back to before this change?",
  explained:
    "This change and all later ones to goals, actions and tasks are undone. The board as it is now is kept as a version.",
  confirm: "Go back",
  done: "The board is as it was before that change.",
  failed: "Action failed.",
} as const

export const owner = {
  label: "Owner",
  search: "Search or select...",
  nobodyFound: "No members found.",
  nobody: "No owner",
} as const

export const day = {
  label: "Due date",
  previous: "Previous month",
  next: "Next month",
  reset: "Reset",
} as const

/** What a screen reader hears while a card is dragged. */
export const drag = {
  instructions:
    "Press Space to pick up. While picked up, the arrow keys move it, Space drops it and Escape cancels. Enter opens it.",
  lifted: (name: string, position: number, count: number, place: string) =>
    `Picked up ${name}, ${position} of ${count} in ${place}.`,
  over: (name: string, position: number, count: number, place: string) =>
    `${name} is at place ${position} of ${count} in ${place}.`,
  overGoal: (name: string, goal: string) => `${name} will move to the goal ${goal}.`,
  nowhere: (name: string) => `${name} is not over a place where it can be dropped.`,
  dropped: (name: string, position: number, place: string) => `Dropped ${name} at place ${position} in ${place}.`,
  droppedOnGoal: (name: string, goal: string) => `${name} now belongs to the goal ${goal}.`,
  cancelled: (name: string) => `Cancelled. ${name} is back where it was.`,
  goals: "Goals",
  actions: "the actions list",
  lanes: "Focus",
} as const
