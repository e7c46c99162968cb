import { number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Texts of cards, on the board and in their dialogs. */
export const cardTexts = localized("cardTexts", {
  columns: ["To Do", "Doing", "Done"],
  /** The accessible name of a lane's column. */
  columnOf: (column: string, action: string) => `${column} of ${action}`,
  addTask: "Add task",
  newAction: "Short heading",
  newTask: "Task",
  completed: "COMPLETED",
  outcomes: { achieved: "ACHIEVED", missed: "MISSED", dropped: "DROPPED" },
  waitsFor: (count: number) => `Waits for ${number(count)}`,
  due: (date: string) => `Due ${date}`,
  owner: (name: string) => `Owner ${name}`,
  noOwner: "No owner",
  /** Another text of the card was saved while this one waited for a connection. */
  changedSince: (when: string, by = "Somebody else") => `${by} changed this text (${when}). Yours is:`,
  keepMine: "Keep mine",
  takeTheirs: "Use theirs",
  untitledAction: "Untitled action",
  untitledGoal: "Untitled goal",
  untitledTask: "Untitled task",
})

/** The labels of a card. */
export const labels = localized("cardLabels", {
  of: (names: string) => `Labels of this card: ${names}`,
})

/** Names of lists other than an action's tasks. */
export const lists = localized("lists", {
  goals: "Goals",
  actions: "the actions list",
  lanes: "Focus",
})

/** Texts about members. */
export const peopleTexts = localized("peopleTexts", {
  lastSeen: (when: string) => `last seen ${when}`,
  unread: "unread",
  chatWith: (name: string, unread = 0) => `Chat with ${name}${unread > 0 ? `, ${unread} unread` : ""}`,
  neverLoggedIn: "Never logged in",
  online: "online",
})

export const owner = localized("owner", {
  label: "Owner",
  search: "Search or select...",
  nobodyFound: "No members found.",
  nobody: "No owner",
})
