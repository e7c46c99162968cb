import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Texts of the dashboard's tabs and of My work. */
export const workTexts = localized("workTexts", {
  plans: "My Plans",
  title: "My work",
  goals: "Goals",
  tabs: "Dashboard",
  overdue: (count: number) => `${number(count)} overdue`,
  showDone: "Show done",
  groups: {
    overdue: "Overdue",
    today: "Today",
    week: "This week",
    later: "Later",
    none: "No date",
    done: "Done",
  },
  doneHint: "in the last 30 days",
  done: (task: string) => `Done: ${task}`,
  dueOn: (date: string) => `Due ${date}`,
  noDate: "No date",
  menu: "Menu",
  undo: "Undo",
  repeats: "Repeats",
  waits: "Waits for other tasks",
  waiting: "Waiting to be sent",
  dueDate: "Due date",
  show: "Show on board",
  moveTo: "Move to",
  open: "Open",
  emptyTitle: "Nothing due.",
  emptyText: "Tasks assigned to you show up here, from all your plans.",
  loading: "Loading your tasks",
  failedTitle: "Your tasks could not be loaded.",
  failedText: "Check your connection and try again.",
  stale: "This list may be out of date.",
  offline: (count: number) =>
    count === 0
      ? "Offline."
      : counted(count, {
          one: "Offline. # change will be sent when you are back.",
          other: "Offline. # changes will be sent when you are back.",
        }),
  stuck: (count: number) =>
    counted(count, {
      one: "# change could not be saved for a minute. Laneway keeps trying.",
      other: "# changes could not be saved for a minute. Laneway keeps trying.",
    }),
  ticked: (task: string) => `${task} is done.`,
  unticked: (task: string) => `${task} is not done.`,
  viewOnly: "View only",
  keys: "Keyboard shortcuts",
  keyGroup: "My work",
  hints: [
    [["↑", "↓"], "Move"],
    [["Space"], "Done"],
    [["1", "2", "3"], "To Do, Doing, Done"],
    [["D"], "Due date"],
    [["Enter"], "Open"],
    [["B"], "Show on board"],
  ],
})
