import type { dateTexts as english } from "~/contract/shared/language/date-texts"
import type { sinceTexts as since } from "~/rules/since-check-in"
import { counted } from "./counted"

export const dateTexts: typeof english = {
  justNow: "gerade eben",
  today: (clock) => `heute um ${clock}`,
  yesterday: (clock) => `gestern um ${clock}`,
  dateAt: (date, clock) => `${date} um ${clock}`,
  Today: (clock) => `Heute um ${clock}`,
  Yesterday: (clock) => `Gestern um ${clock}`,
  dayAt: (day, month, clock) => `${day}.${month}. ${clock}`,
}

export const sinceTexts: typeof since = {
  done: "Erledigt",
  added: "Neu",
  slipped: "Verschoben",
  line: (label, names) => `${label}: ${names}`,
  moved: (name, from, to) => `${name} vom ${from} auf den ${to}`,
  names: (names, more) => `${names.join("; ")}${more > 0 ? ` ${counted(more, { other: "und # weitere" })}` : ""}`,
}
