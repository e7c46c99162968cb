import type { answers as english } from "~/domain/agent/answer-texts"
import { counted } from "./counted"

const quoted = (name: string) => `„${name}“`

export const assistantAnswers: typeof english = {
  aGoal: "ein Ziel",
  anAction: "eine Aktion",
  aTask: "eine Aufgabe",
  anActionIn: (goal) => `eine Aktion in ${quoted(goal)}`,
  aTaskOf: (action) => `eine Aufgabe von ${quoted(action)}`,
  number: (id) => `Nummer ${id}`,
  more: (count) => ` und ${count} weitere`,
  which: (name) => `Was ist mit ${quoted(name)} gemeint?`,
  whichCard: {
    goal: "Welches Ziel ist gemeint?",
    item: "Welche Aktion ist gemeint?",
    task: "Welche Aufgabe ist gemeint?",
    card: "Welche Karte ist gemeint?",
  },
  cantFind: {
    goal: (name) => `Das Ziel ${quoted(name)} gibt es in diesem Plan nicht.`,
    item: (name) => `Die Aktion ${quoted(name)} gibt es in diesem Plan nicht.`,
    task: (name) => `Die Aufgabe ${quoted(name)} gibt es in diesem Plan nicht.`,
    card: (name) => `Die Karte ${quoted(name)} gibt es in diesem Plan nicht.`,
  },
  isOther: (name, what) => ` ${quoted(name)} ist ${what}.`,
  didYouMean: (names) => ` Ist ${names.map(quoted).join(" oder ")} gemeint?`,
  or: (names) => names.join(" oder "),
  whichPerson: (name, people) => `Wer ist mit ${quoted(name)} gemeint: ${people}?`,
  noMember: (name, people) => `${quoted(name)} ist nicht Mitglied dieses Plans. Mitglieder sind ${people}.`,
  noLabel: (said, labels) =>
    labels.length > 0
      ? `Das Label ${quoted(said)} gibt es nicht. Labels sind ${labels.join(", ")}.`
      : `Das Label ${quoted(said)} gibt es nicht: Dieser Plan hat keine Labels.`,
  noDate: (said) =>
    `Das Datum „${said}“ ist nicht verständlich. Möglich sind 15. Dezember, 2026-12-15 oder nächsten Freitag.`,
  noDay: "Kein Datum",
  whichAction: (task) => `Zu welcher Aktion gehört die Aufgabe ${quoted(task)}?`,
  notUnderstood: (part) => `„${part}“ ist nicht verständlich, dafür wird nichts vorgeschlagen.`,
  leftOut: (lines) =>
    [
      counted(lines.length, { one: "# Zeile wurde ausgelassen:", other: "# Zeilen wurden ausgelassen:" }),
      ...lines.map((line) => `- ${line}`),
    ].join("\n"),
  meeting: "Besprechung",
  nothing: "Es gibt nichts zu ändern.",
  why: {
    none: "Es ist kein Modell eingerichtet, deshalb sind nur einfache Sätze möglich:",
    off: "KI ist für diesen Plan abgeschaltet, deshalb sind nur einfache Sätze möglich:",
  },
  abilities: [
    "- Füge ein Ziel „X“ hinzu · Füge eine Aktion „X“ zu „Ziel“ hinzu · Füge eine Aufgabe „X“ zu „Aktion“ für NAME bis DATUM hinzu",
    "- Benenne die Aufgabe „A“ in „B“ um · Beschreibe „A“ als „…“ · Verschiebe die Aktion „A“ zum Ziel „G“",
    "- Fokus auf „A“ · Nimm „A“ aus dem Fokus · Verschiebe die Aufgabe „T“ nach In Arbeit · Schließe „A“ ab · Öffne „A“ wieder",
    "- „T“ wartet auf „U“ · „T“ wartet nicht mehr auf „U“ · Kennzeichne „T“ als LABEL · Entferne das Label LABEL von „T“",
    "- Weise „T“ NAME zu · Setze die Fälligkeit von „T“ auf DATUM · Setze ERGEBNIS auf 420 · Lösche die Aufgabe „T“ · Undo",
    "- Eine Gliederung, CSV oder Notizen einer Besprechung mit „Aktion:“ und „TODO“",
    "- Welche Aktionen gibt es? · Was ist überfällig? · Was ist diese Woche fällig? · Woran arbeitet NAME? · Wie stehen unsere Ziele? · Fasse den Plan zusammen",
  ],
  examples: [
    { name: "Hinzufügen", request: "Füge eine Aufgabe „X“ zu „Aktion“ für NAME bis DATUM hinzu" },
    { name: "Ändern", request: "Setze die Fälligkeit von „T“ auf DATUM" },
    { name: "Verschieben", request: "Verschiebe die Aufgabe „T“ nach In Arbeit" },
    { name: "Löschen", request: "Lösche die Aufgabe „T“" },
    { name: "Einfügen", request: "# Ziel\n- Aktion\n  - Aufgabe" },
  ],
  tooLong: (lines, most) =>
    `Dieser Text hat ${lines} Zeilen. Höchstens ${most} Änderungen auf einmal sind möglich: bitte einen Teil davon senden oder ihn als neuen Plan importieren.`,
  tooMany: (entries, most) =>
    `Diese Gliederung hat ${entries} Einträge. Höchstens ${most} auf einmal sind möglich: bitte einen Teil davon senden.`,
  nothingOverdue: "Nichts ist überfällig.",
  overdue: "überfällig",
  due: {
    today: "heute fällig",
    tomorrow: "bis morgen fällig",
    week: "diese Woche fällig",
    nextWeek: "bis Ende nächster Woche fällig",
    month: "innerhalb eines Monats fällig",
    on: (day) => `am ${day} fällig`,
    by: (day) => `bis ${day} fällig`,
  },
  nothingDue: (when) => `Nichts ist ${when}.`,
  dueDay: (day) => `fällig am ${day}`,
  inAction: (action) => `in ${quoted(action)}`,
  inFocus: "im Fokus",
  moreLines: (count) => `… und ${count} weitere`,
  counts: {
    goals: (count) => counted(count, { one: "# Ziel", other: "# Ziele" }),
    item: (count) => counted(count, { one: "# Aktion", other: "# Aktionen" }),
    task: (count) => counted(count, { one: "# Aufgabe", other: "# Aufgaben" }),
    openItem: (count) => counted(count, { one: "# offene Aktion", other: "# offene Aktionen" }),
    openTask: (count) => counted(count, { one: "# offene Aufgabe", other: "# offene Aufgaben" }),
    doneItem: (count) => counted(count, { one: "# abgeschlossene Aktion", other: "# abgeschlossene Aktionen" }),
    doneTask: (count) => counted(count, { one: "# erledigte Aufgabe", other: "# erledigte Aufgaben" }),
  },
  none: {
    goals: "Es gibt noch keine Ziele.",
    item: (how) => `Es gibt keine Aktionen${how}.`,
    task: (how) => `Es gibt keine Aufgaben${how}.`,
    openItem: (how) => `Es gibt keine offenen Aktionen${how}.`,
    openTask: (how) => `Es gibt keine offenen Aufgaben${how}.`,
    doneItem: () => "Es gibt keine abgeschlossenen Aktionen.",
    doneTask: () => "Es gibt keine erledigten Aufgaben.",
  },
  how: {
    column: (column) => ` in „${column}“`,
    focus: " im Fokus",
    noOwner: " ohne Zuständige",
    of: (name) => ` von ${name}`,
    in: (name) => ` in ${quoted(name)}`,
  },
  columns: ["Zu erledigen", "In Arbeit", "Erledigt"],
  and: " und ",
  noOpenTasks: (name) => `${name} hat keine offenen Aufgaben.`,
  isDoing: (name) => `${name} arbeitet an:`,
  doesNothing: (name) => `${name} arbeitet gerade an nichts.`,
  next: "Danach:",
  measured: {
    status: ["auf Kurs", "gefährdet", "nicht auf Kurs"],
    progress: (percent) => `Fortschritt ${percent} %`,
    pace: (percent) => `Soll ${percent} %`,
    none: "Kein offenes Ziel hat einen Status oder ein Ergebnis.",
  },
  view: {
    shows: (view, count) =>
      count === 0
        ? `Die Ansicht ${quoted(view)} zeigt keine Aufgabe.`
        : `Die Ansicht ${quoted(view)} zeigt ${counted(count, { one: "# Aufgabe:", other: "# Aufgaben:" })}`,
    none: (said, views) =>
      views.length > 0
        ? `Es gibt keine Ansicht ${quoted(said)}. Ansichten sind ${views.map(quoted).join(", ")}.`
        : `Es gibt keine Ansicht ${quoted(said)}: In diesem Plan gibt es noch keine.`,
    save: "Den Filter auf dem Bildschirm sehe ich nicht. Bitte einstellen, neben dem Namen des Plans die Liste der Ansichten öffnen und „Diese Ansicht speichern“ wählen.",
  },
  focusList: "Im Fokus:",
  focusNone: "Nichts ist im Fokus.",
  summary: (goals, actions, focus) =>
    `${counted(goals, { one: "# Ziel", other: "# Ziele" })}, ${counted(actions, { one: "# offene Aktion", other: "# offene Aktionen" })} (${focus} im Fokus)`,
  summaryOfTasks: (todo, doing, done) =>
    `${counted(todo + doing + done, { one: "# Aufgabe", other: "# Aufgaben" })}: ${todo} zu erledigen, ${doing} in Arbeit, ${done} erledigt.`,
}
