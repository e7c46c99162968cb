import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

export const results = localized("results", {
  add: "Add result",
  most: "Ten results are the most",
  none: "No results yet",
  noneText: "What will be different when this goal is reached? Give it a number to start from and one to reach.",
  noneHere: "This goal has no results.",
  checkInWithout: "Check in without results",
  list: "Results",
  name: "Result",
  nameHint: "What will be different?",
  start: "Start",
  current: "Now",
  target: "Target",
  unit: "Unit",
  unitHint: "km, %, €…",
  keys: "Enter keeps, Esc restores. Arrow up and down count.",
  drop: "Drop this result",
  up: "Up",
  down: "Down",
  deleted: (name: string) => `Result deleted: ${name}`,
  faults: {
    name: "Enter a name for the result.",
    number: "Enter a number, such as 12.5.",
    decimals: "Numbers have at most four decimals.",
    large: "Numbers go up to 100,000,000,000.",
    same: "The target must differ from the start.",
  },
})

export const checkIns = localized("checkIns", {
  checkIn: "Check in",
  section: "Check-ins",
  confidenceOf: (confidence: string) => `Confidence ${confidence} of 10`,
  confidence: (confidence: string) => `Confidence ${confidence}`,
  more: "More",
  less: "Less",
  older: "Show older check-ins",
  failed: "Error loading check-ins",
  historyOf: "Progress of",
  allResults: "All results",
  deletedResult: "Deleted result",
  skipped: (weeks: number) => counted(weeks, { one: "# week without a check-in", other: "# weeks without a check-in" }),
  form: {
    since: (day: string, ago: string) => `Since the last one on ${day}, ${ago}`,
    first: "The first check-in of this goal",
    status: "STATUS",
    chooseStatus: "Choose a status.",
    confidence: "CONFIDENCE",
    confidenceHint: "That it is reached",
    confidenceBy: (day: string) => `That it is reached by ${day}`,
    last: (value: string) => `last ${value}`,
    values: "VALUES",
    note: "NOTE",
    fromLog: "What happened since, from the log",
    clear: "Clear",
    before: "Last",
    start: "Start",
    now: "Now",
    ofTarget: (target: string) => `of ${target}`,
    you: "You",
    next: "Check in, next goal",
    skip: "Skip",
    ofMany: (index: string, all: string) => `${index} of ${all}`,
    other: (who: string, ago: string, status: string, confidence: string) =>
      `${who} checked in ${ago}: ${status}${confidence && `, confidence ${confidence}`}. This one comes after it.`,
    offline: "Offline. It is sent when you are back.",
    done: (name: string) => `Checked in: ${name}`,
  },
})

export const outcomes = localized("outcomes", {
  question: "Complete goal?",
  outcome: "Outcome",
  at: (name: string, progress: string) => `${name} is at ${progress}.`,
  atPace: (name: string, progress: string, pace: string) => `${name} is at ${progress}, at a pace of ${pace}.`,
  open: (tasks: number) =>
    counted(tasks, { one: "# task is open; it stays as it is.", other: "# tasks are open; they stay as they are." }),
  achieved: { name: "Achieved", hint: "Reached, or close enough to stop" },
  missed: { name: "Missed", hint: "The time is over" },
  dropped: { name: "Dropped", hint: "No longer worth it" },
  said: {
    achieved: (name: string) => `Goal achieved: ${name}`,
    missed: (name: string) => `Goal missed: ${name}`,
    dropped: (name: string) => `Goal dropped: ${name}`,
  },
})

export const periods = localized("periods", {
  period: "Period",
  start: "Start date",
  end: "End date",
  noStart: "No start",
  noEnd: "No end",
  until: (day: string) => `to ${day}`,
  since: (day: string) => `from ${day}`,
  between: (from: string, to: string) => `${from} to ${to}`,
  /** Between the two days. */
  to: "to",
})
