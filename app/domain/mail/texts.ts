import { localized } from "~/contract/shared/language/localized"

/** What mails of several kinds say. A plan's and a card's name are given without quotation marks, and a plan's may be empty. */
export const mailTexts = localized("mailTexts", {
  hello: (name: string) => `Hello ${name},`,
  somebody: "Somebody",
  several: "Several people",
  integration: "The plan’s integration",
  openBoard: "Open the board",
  openGoal: "Open the goal",
  openTask: "Open the task",
  openAction: "Open the action",
  openComment: "Open the note",
  openTasks: "Open my tasks",
  openProduct: "Open Laneway",
})
