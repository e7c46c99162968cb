// Refusals with values in them, by the pattern of the API's English message.
import type { ProblemTexts } from "~/contract/shared/language/problem-text"
import { counted, number } from "./counted"
import { stored } from "./stored"

/** Of digits as English groups them. */
const countIn = (digits: string) => Number(digits.replaceAll(",", ""))
const numberOf = (digits: string) => number(countIn(digits))
const sizeOf = (amount: string) => amount.replace(/[\d.,]{1,20}/, (digits) => numberOf(digits))

const holders: Readonly<Record<string, string>> = {
  "One member of a plan": "ein Mitglied in einem Plan",
  "A plan": "ein Plan",
  "One person": "eine Person",
}

/** How to make room (contract/limits). */
export const advices: Readonly<Record<string, string>> = {
  "Delete notes that are no longer needed, or shorten them.":
    "Nicht mehr gebrauchte Notizen lassen sich löschen oder kürzen.",
  "Delete cards that are no longer needed, or shorten their texts.":
    "Nicht mehr gebrauchte Karten lassen sich löschen, ihre Texte kürzen.",
  "Delete notes on cards that are no longer needed.": "Nicht mehr gebrauchte Notizen an Karten lassen sich löschen.",
  "Delete files that are no longer needed.": "Nicht mehr gebrauchte Dateien lassen sich löschen.",
  "An admin of the plan can delete its versions.": "Ein Admin des Plans kann dessen Versionen löschen.",
  "Change long texts less often, or continue tomorrow.":
    "Bitte lange Texte seltener ändern oder morgen weiterarbeiten.",
  "Delete views that are no longer needed.": "Nicht mehr gebrauchte Ansichten lassen sich löschen.",
  "Delete prompts that are no longer needed.": "Nicht mehr gebrauchte Prompts lassen sich löschen.",
  "Delete a key that is no longer needed.": "Nicht mehr benötigte Schlüssel lassen sich löschen.",
  "Delete a plan of yours.": "Ein eigener Plan lässt sich löschen.",
  "An admin of the plan can remove members.": "Ein Admin des Plans kann Mitglieder entfernen.",
  "Withdraw invitations that are no longer wanted.": "Nicht mehr gewünschte Einladungen lassen sich zurückziehen.",
  "Delete some that are no longer needed.": "Was nicht mehr gebraucht wird, lässt sich löschen.",
  "Use an existing conversation.": "Bitte eine bestehende Unterhaltung verwenden.",
  "The oldest are removed.": "Die ältesten werden entfernt.",
}

/** What a line of an imported file is refused for. */
const faults: readonly (readonly [RegExp, (...values: string[]) => string])[] = [
  [/^the file is not valid JSON\.$/, () => "Die Datei ist kein gültiges JSON."],
  [/^remove the invisible character \(NUL\)\.$/, () => "Bitte das unsichtbare Zeichen (NUL) entfernen."],
  [/^value is a whole number from 0 to 10\.$/, () => "value ist eine ganze Zahl von 0 bis 10."],
  [/^effort is a whole number from 0 to 5\.$/, () => "effort ist eine ganze Zahl von 0 bis 5."],
  [/^status is todo, doing or done\.$/, () => "status ist todo, doing oder done."],
  [/^due is a date such as 2026-01-31\.$/, () => "due ist ein Tag wie 2026-01-31."],
  [
    /^(goal|action) has more than (\d{1,9}) characters\.$/,
    (what, most) => `${what} hat mehr als ${numberOf(most)} Zeichen.`,
  ],
  [/^a text has more than (\d{1,9}) characters\.$/, (most) => `Ein Text hat mehr als ${numberOf(most)} Zeichen.`],
  [/^it has more than (\d{1,9}) characters\.$/, (most) => `Sie hat mehr als ${numberOf(most)} Zeichen.`],
  [
    /^a plan has room for fewer rows\. Split the file\.$/,
    () => "So viele Zeilen passen nicht in einen Plan. Bitte die Datei aufteilen.",
  ],
  [
    /^it nests more than (\d{1,9}) levels deep\. No plan does\.$/,
    (most) => `Mehr als ${numberOf(most)} verschachtelte Ebenen hat kein Plan.`,
  ],
  [
    /^it has more than (\d{1,9}) values, more than a plan holds\. Split it into several files\.$/,
    (most) => `Mehr als ${numberOf(most)} Werte passen nicht in einen Plan. Bitte in mehrere Dateien aufteilen.`,
  ],
]

const faultText = (reason: string): string | undefined => {
  for (const [pattern, said] of faults) {
    const found = pattern.exec(reason)
    if (found) return said(...found.slice(1))
  }
}

const counts: Readonly<Record<string, (count: number) => string>> = {
  goals: (count) => counted(count, { one: "# Ziel", other: "# Ziele" }),
  actions: (count) => counted(count, { one: "# Aktion", other: "# Aktionen" }),
  tasks: (count) => counted(count, { one: "# Aufgabe", other: "# Aufgaben" }),
  comments: (count) => counted(count, { one: "# Notiz an Karten", other: "# Notizen an Karten" }),
  notes: (count) => counted(count, { one: "# Notiz", other: "# Notizen" }),
  files: (count) => counted(count, { one: "# Datei", other: "# Dateien" }),
}
const countOf = (count: string, kind: string) => counts[kind]?.(Number(count)) ?? `${count} ${kind}`

const searches: Readonly<Record<string, string>> = { searches: "Suchen" }

export const patterns: ProblemTexts["patterns"] = [
  [
    /^A goal has at most (\d{1,9}) results\. Delete one that is no longer needed\.$/,
    (most) =>
      `Ein Ziel hat höchstens ${numberOf(most)} Ergebnisse. Bitte eines löschen, das nicht mehr gebraucht wird.`,
  ],
  [/^There is no result (\d{1,16}) of this goal\.$/, (id) => `Dieses Ziel hat kein Ergebnis mit der Id ${id}.`],
  [
    /^A plan has at most (\d{1,9}) labels\. Delete one that is no longer needed\.$/,
    (most) =>
      `Ein Plan hat höchstens ${numberOf(most)} Labels. Eines, das nicht mehr gebraucht wird, lässt sich löschen.`,
  ],
  [
    /^These (actions|tasks) would wait for each other: (.{1,2000})\.$/s,
    (what, chain) =>
      `Diese ${what === "tasks" ? "Aufgaben" : "Aktionen"} würden aufeinander warten: ${chain.replace(/“([^“”]*)”/g, "„$1“")}.`,
  ],
  [
    /^“(.{1,200})” is a draft\. Publish it first\.$/s,
    (name) => `„${name}“ ist ein Entwurf. Bitte zuerst veröffentlichen.`,
  ],
  [/^There is already a label “(.{1,400})”\.$/s, (name) => `Es gibt schon ein Label „${name}“.`],
  [
    /^The AI service (has reached its rate limit|can’t be reached over the network)\. Please try again in (\d{1,9}) (second|minute)s?\.$/,
    (what, count, unit) => {
      const wait =
        unit === "second"
          ? counted(Number(count), { one: "# Sekunde", other: "# Sekunden" })
          : counted(Number(count), { one: "# Minute", other: "# Minuten" })
      return what?.startsWith("has")
        ? `Der KI-Dienst nimmt gerade keine weiteren Anfragen an. Bitte in ${wait} noch einmal versuchen.`
        : `Der KI-Dienst ist über das Netz nicht erreichbar. Bitte in ${wait} noch einmal versuchen.`
    },
  ],
  [/^Use at most ([\d,]{1,12}) characters\.$/, (most) => `Höchstens ${numberOf(most)} Zeichen sind möglich.`],
  [
    /^The (goal|action) “(.{0,2000})” it belongs to is deleted too\. Restore that first\.$/s,
    (what, name) =>
      what === "goal"
        ? `Auch das zugehörige Ziel „${name}“ ist gelöscht. Es muss zuerst wiederhergestellt werden.`
        : `Auch die zugehörige Aktion „${name}“ ist gelöscht. Sie muss zuerst wiederhergestellt werden.`,
  ],
  [
    /^The action “(.{0,2000})” it belongs to is completed\. Uncomplete it first\.$/s,
    (name) => `Die zugehörige Aktion „${name}“ ist abgeschlossen. Sie muss zuerst wieder geöffnet werden.`,
  ],
  [
    /^(One member of a plan|A plan|One person) may have ([\d.,]{1,20}(?: [KMG]B)?)(?: of)? ([^.]{1,60})\. (.{1,100}\.) Limit: (a fifth of )?(\w{1,60})\.$/,
    (holder, amount, what, advice, share, name) =>
      `Mehr kann ${holders[holder]} nicht haben: ${sizeOf(amount)} ${stored[what] ?? what}. ${advices[advice] ?? advice} Grenze: ${share ? "ein Fünftel von " : ""}${name}.`,
  ],
  [
    /^Your earlier ([\w ]{1,30}) are still running\. Please wait a moment\.$/,
    (what) => `Frühere eigene ${searches[what] ?? "Anfragen"} laufen noch. Bitte kurz warten.`,
  ],
  [
    /^You have proposed (\d{1,9}) times within an hour\. Put more changes into one proposal, or continue later\.$/,
    (most) =>
      `In einer Stunde sind ${numberOf(most)} Vorschläge möglich. Ein Vorschlag kann mehrere Änderungen enthalten; weitere sind später möglich.`,
  ],
  [
    /^You have sent (\d{1,9}) tests and deliveries in this minute\. Please wait a moment\.$/,
    (most) => `In dieser Minute wurden schon ${most} Tests und Zustellungen gesendet. Bitte kurz warten.`,
  ],
  [
    /^This plan has sent (\d{1,9}) invitations within an hour\. Please try again later\.$/,
    (most) =>
      `Dieser Plan hat in einer Stunde ${numberOf(most)} Einladungen gesendet. Bitte später noch einmal versuchen.`,
  ],
  [
    /^The file has (\d{1,9}) (\w{1,20}); a plan takes (\d{1,9})\. Split it into several files\.$/,
    (has, kind, most) =>
      `Die Datei enthält ${countOf(has, kind)}, in einen Plan passen ${numberOf(most)}. Bitte in mehrere Dateien aufteilen.`,
  ],
  [/^Line (\d{1,9}): (.{1,300})$/, (line, reason) => `Zeile ${numberOf(line)}: ${faultText(reason) ?? reason}`],
  [
    /^The file "(.{1,300})" in the zip is broken, at .{1,300}\. Export the plan again\.$/,
    (name) => `Die Datei „${name}“ in der ZIP-Datei ist beschädigt. Bitte den Plan noch einmal exportieren.`,
  ],
  [/^The file "(.{1,300})" is not in the zip at .{1,300}\.$/, (name) => `Die Datei „${name}“ fehlt in der ZIP-Datei.`],
  [/^The file "(.{1,300})" is larger than 50 MiB\.$/, (name) => `Die Datei „${name}“ ist größer als 50 MiB.`],
  [
    /^A firewall or proxy on the way to Laneway blocked this \(status (\d{3})\)\.$/,
    (status) => `Eine Firewall oder ein Proxy auf dem Weg zu Laneway hat dies blockiert (Status ${status}).`,
  ],
  [
    /^A repetition can’t have ([A-Z-]{1,20})\. It has (.{1,100})\.$/,
    (name) =>
      `Eine Wiederholung hat kein ${name}, nur FREQ, INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS und COUNT oder UNTIL.`,
  ],
  [
    /^(INTERVAL|COUNT) of a repetition is a number from 1 to (\d{1,9})\.$/,
    (name, most) => `${name} einer Wiederholung ist eine Zahl von 1 bis ${numberOf(most)}.`,
  ],
  [
    /^([A-Z]{1,20}) of (?:a|this) repetition has numbers from 1 to (\d{1,9}), or from -\d{1,9} to -1\.$/,
    (name, most) => `${name} einer solchen Wiederholung hat Zahlen von 1 bis ${most} oder von -${most} bis -1.`,
  ],
  [
    /^At most (\d{1,9}) tasks that repeat can be finished at once\. Send fewer\.$/,
    (most) => `Auf einmal lassen sich höchstens ${numberOf(most)} Aufgaben mit Wiederholung abschließen.`,
  ],
  [
    /^([\d,]{1,12}) changes? so far$/,
    (count) => `Bisher ${counted(countIn(count), { one: "# Änderung", other: "# Änderungen" })}`,
  ],
]
