import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

export const goalTexts = localized("goalTexts", {
  status: ["On track", "At risk", "Off track"],
  /** Beside the status on a card. */
  ahead: (points: string) => `${points} ahead`,
  behind: (points: string) => `${points} behind`,
  aheadOfPace: (points: string) => `${points} points ahead of pace`,
  behindPace: (points: string) => `${points} points behind pace`,
  onPace: "On pace",
  ofTasks: (done: number, all: number) => `${number(done)} of ${counted(all, { one: "# task", other: "# tasks" })}`,
  /** Where there is no room for the word. */
  shortOfTasks: (done: number, all: number) => `${number(done)} of ${number(all)}`,
  noTasksYet: "No tasks yet",
  today: "today",
  chart: (from: string, to: string, current: string) =>
    `Progress at each check-in, from ${from} to ${to}${current && `; today ${current}`}.`,
})
