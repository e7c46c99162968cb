import type { repeatTexts as english } from "~/rules/repeat/texts"
import type { repeatPicker as picker } from "~/ui/parts/day/repeat-texts"
import { counted } from "./counted"

const ordinals = ["erste", "zweite", "dritte", "vierte", "fünfte"]
const ordinal = (n: number) => ordinals[n - 1] ?? `${n}.`
const inflected = (word: string) => (word.endsWith("e") ? `${word}n` : word)
const fromEnd = (n: number) =>
  n === -1 ? "letzte" : `${ordinals[-n - 1] ?? `${-n}.-`}letzte`.replace(/^(\p{L}+)e(letzte)$/u, "$1$2")

export const repeatTexts: typeof english = {
  every: {
    DAILY: (count) => counted(count, { one: "jeden Tag", other: "alle # Tage" }),
    WEEKLY: (count) => counted(count, { one: "jede Woche", other: "alle # Wochen" }),
    MONTHLY: (count) => counted(count, { one: "jeden Monat", other: "alle # Monate" }),
    YEARLY: (count) => counted(count, { one: "jedes Jahr", other: "alle # Jahre" }),
  },
  weekdays: "jeden Werktag, Montag bis Freitag",
  anyWeekday: "Werktag",
  on: (days) => ` am ${days}`,
  monthDays: Array.from({ length: 31 }, (_, at) => `${at + 1}.`),
  dayFromEnd: (back) => `${inflected(fromEnd(-back))} Tag`,
  weekday: (nth, day) => (nth === 0 ? day : `${inflected(nth > 0 ? ordinal(nth) : fromEnd(nth))} ${day}`),
  onlyIf: (days) => `, wenn es der ${days} ist`,
  position: (at) => `der ${at > 0 ? ordinal(at) : fromEnd(at)}`,
  ofThese: (positions) => `, davon ${positions}`,
  until: (day) => `, bis ${day}`,
  times: (count) => `, ${counted(count, { one: "einmal", other: "#-mal" })}`,
  fromDone: ", ab dem Tag, an dem sie erledigt ist",
}

export const repeatPicker: typeof picker = {
  label: "Wiederholen",
  custom: "Anders",
  customTitle: "Anders wiederholen",
  none: "Keine Wiederholung",
  every: "Alle",
  interval: "Wie viele",
  unit: "Einheit",
  units: {
    DAILY: (count) => counted(count, { one: "Tag", other: "Tage" }),
    WEEKLY: (count) => counted(count, { one: "Woche", other: "Wochen" }),
    MONTHLY: (count) => counted(count, { one: "Monat", other: "Monate" }),
    YEARLY: (count) => counted(count, { one: "Jahr", other: "Jahre" }),
  },
  days: "Wochentage",
  day: "Tag im Monat",
  ends: "Ende",
  never: "Nie",
  on: "Am",
  lastDay: "Letzter Tag",
  noLastDay: "Tag wählen",
  after: "Nach",
  count: "Wie oft",
  times: (count) => counted(count, { one: "Mal", other: "Malen" }),
  from: "Nächster Termin zählt ab",
  starts: { due: "Fälligkeit", done: "Erledigung" },
  preview: (first, next) => `${first}, dann ${next}`,
  noDay: "Es gibt keinen weiteren Termin.",
  set: "Festlegen",
}
