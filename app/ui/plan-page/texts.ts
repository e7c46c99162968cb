import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

const changes = (count: number) => counted(count, { one: "# change", other: "# changes" })
const changesWere = (count: number) => counted(count, { one: "# change was", other: "# changes were" })

/** Texts around the board. */
export const planPage = localized("planPage", {
  viewOf: "Show",
  loadFailed: "The board could not be loaded.",
  removed: "You are no longer a member of this plan.",
  deleted: "This plan was deleted.",
  archived: "This plan is archived and read-only.",
  unarchive: "Unarchive",
  /** Of a task that repeats and has been finished. */
  nextDue: (day: string) => `The next one is due ${day}`,
  notThere: "This plan does not exist, or you have no access to it.",
  reconnecting: "Reconnecting",
  offline: (count: number) =>
    count === 0
      ? "Offline. Changes will be sent when you are back."
      : `Offline. ${changes(count)} will be sent when you are back.`,
  blocked: "Live updates are blocked here.",
  stuck: (count: number) =>
    counted(count, {
      one: "# change could not be saved for a minute. Laneway keeps trying.",
      other: "# changes could not be saved for a minute. Laneway keeps trying.",
    }),
  showChanges: "Show changes",
  notSaved: (count: number) => `${changesWere(count)} not saved`,
  offlineVisitor: "Offline. The board may have changed since.",
  crowded: {
    own: "Live changes are paused in this tab: you have too many tabs open. Close some of them.",
    all: "Live changes are paused in this tab: too many tabs are connected. Live changes resume automatically.",
  },
  notStored:
    "What you type can’t be stored on this device: its storage is full or blocked. Keep this tab open until your changes are sent.",
  activeUsers: "Active users",
  pages: { "/board": "Board", "/goals": "Goals", "/threads": "Threads" },
})

/** Texts of undo and redo. */
export const undo = localized("undo", {
  menu: "Board menu",
  undo: "Undo",
  redo: "Redo",
  keys: {
    mac: { undo: "⌘Z", redo: "⇧⌘Z" },
    other: { undo: "Ctrl+Z", redo: "Ctrl+Y" },
  },
  done: { undo: "Undone.", redo: "Redone." },
  not: { undo: "Could not undo.", redo: "Could not redo." },
  admins: "Only a plan admin can restore what was deleted.",
  why: {
    changed: (name: string) => `Somebody has changed “${name}” since.`,
    filled: (name: string) => `Something was added to “${name}” since.`,
    gone: (_name: string) => "It has been deleted since.",
  },
})
