import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Of the list and the page on which a repetition is chosen. */
export const repeatPicker = localized("repeatPicker", {
  label: "Repeat",
  custom: "Custom",
  customTitle: "Repeat, custom",
  none: "Does not repeat",
  every: "Every",
  interval: "How many",
  unit: "Unit",
  units: {
    DAILY: (count: number) => counted(count, { one: "day", other: "days" }),
    WEEKLY: (count: number) => counted(count, { one: "week", other: "weeks" }),
    MONTHLY: (count: number) => counted(count, { one: "month", other: "months" }),
    YEARLY: (count: number) => counted(count, { one: "year", other: "years" }),
  },
  days: "Days",
  day: "Day of the month",
  ends: "Ends",
  never: "Never",
  on: "On",
  lastDay: "Last day",
  noLastDay: "Choose a day",
  after: "After",
  count: "How often",
  times: (count: number) => counted(count, { one: "time", other: "times" }),
  from: "Next date counts from",
  starts: { due: "The due date", done: "The day it is done" },
  /** `first`, then `next`: days as cards show them. */
  preview: (first: string, next: string) => `${first}, then ${next}`,
  noDay: "There is no further date.",
  set: "Set",
})
