import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

const changes = (count: number) => counted(count, { one: "# change", other: "# changes" })
const changesWere = (count: number) => counted(count, { one: "# change was", other: "# changes were" })

/** Texts of changes that are not saved. */
export const unsentTexts = localized("unsentTexts", {
  pendingChanges: (count: number) => `${changes(count)} to be sent`,
  lost: (count: number) => `${changesWere(count)} not saved: you are no longer a member of the plan.`,
  lostHint: "You are no longer a member of the plan. Copy what you need.",
  tryAllAgain: "Try all again",
  discard: "Discard",
  nothingUnsent: "Everything is saved.",
  unsent: {
    create: (card: string) => `New ${card}`,
    text: (card: string) => `Text of ${card}`,
    change: (card: string) => `Change to ${card}`,
    order: "Order of cards",
    other: "Change",
    remove: (card: string) => `Deletion of ${card}`,
    restore: "Deletion undone",
    comment: "Note",
    removeComment: "Deletion of a note",
    removeNote: "Deletion of a plan note",
    view: "Saved view",
    message: "Message",
    file: "File",
    note: "Plan note",
    changedSince: (when: string, by = "Somebody else") => `${by} changed this text (${when}). It is now:`,
    fileRefused: "The file was not accepted.",
    stuck: (status: number | undefined) =>
      status ? `Not saved yet (status ${status}).` : "Not saved yet: the server does not answer.",
    download: "Download",
  },
  cards: {
    goal: ["goal", "a goal"],
    item: ["action", "an action"],
    task: ["task", "a task"],
    label: ["label", "a label"],
    keyResult: ["result", "a result"],
    checkIn: ["check-in", "a check-in"],
  },
})
