// What people and spreadsheets write in a table, in the languages of their users. columnOf(title): the column of a title.
// statusOf(cell), flagOf(cell): what a cell says.
import { folded } from "../folded"
import { type CsvColumn, csvColumns } from "./csv"

/** Letters, digits and signs alone: "Due date", "due_date" and "dueDate" are one title. */
const bare = (text: string) => folded(text).replace(/[\s\p{Cf}\p{Pc}\p{Pd}]/gu, "")

/** Titles beside the ones that an export has, in English and German. */
const otherTitles: Record<CsvColumn, string> = {
  goal: "goals goalname ziel ziele",
  action: "actions actionname aktion aktionen massnahme massnahmen",
  actionDescription: "aktionsbeschreibung beschreibungderaktion",
  value: "businessvalue wert",
  effort: "aufwand",
  focus: "infocus fokus imfokus",
  task: "tasks taskname aufgabe aufgaben",
  status: "taskstatus aufgabenstatus",
  owner:
    "owners assignee assignedto responsible zustandig zustaendig zustandigkeit zustaendigkeit verantwortlich verantwortliche verantwortlicher",
  due: "duedate dueon dueby deadline fallig faellig falligam faelligam falligkeit faelligkeit falligkeitsdatum faelligkeitsdatum",
  labels: "label",
  recurrence: "wiederholung",
  waitsFor: "wartetauf",
}

const exact = new Map<string, CsvColumn>(csvColumns.map((column) => [bare(column), column]))
const others = new Map<string, CsvColumn>(
  Object.entries(otherTitles).flatMap(([column, titles]) =>
    titles.split(" ").map((title): [string, CsvColumn] => [title, column]),
  ),
)

export const columnOf = (title: string): CsvColumn | undefined => exact.get(bare(title)) ?? others.get(bare(title))

/** Whether a title is one that an export has. */
export const isExported = (title: string) => exact.has(bare(title))

const statuses = [
  "todo open notstarted new pending planned offen zuerledigen zutun neu geplant ausstehend nichtbegonnen nichtgestartet unerledigt",
  "doing inprogress started active ongoing inarbeit inbearbeitung begonnen gestartet laufend lauft laeuft aktiv wip",
  "done completed complete finished closed resolved erledigt fertig abgeschlossen beendet geschlossen gelost geloest",
].map((words) => new Set(words.split(" ")))

/** Undefined: none of them. */
export const statusOf = (cell: string): 0 | 1 | 2 | undefined => {
  if (cell === "") return 0
  const found = statuses.findIndex((words) => words.has(bare(cell)))
  return found < 0 ? undefined : (found as 0 | 1 | 2)
}

const yes = new Set(
  "1 -1 x ✓ ✔ ☑ ✅ true t yes y on wahr ja j vrai oui o vero si s verdadero sim verdadeiro waar sant sann sand tosi kylla tak prawda ano pravda evet dogru igaz igen adevarat da istina tocno tacno resnica toene jah patiess tiesa taip cert benar ya да истина так істина ναι αληθης"
    .split(" ")
    .concat("是", "真", "はい", "예", "참", "نعم", "כן"),
)
const no = new Set(
  "0 - – — ☐ ✗ ✘ false f no n off falsch nein faux non falso nao onwaar nee falsk nej epatosi ei nie falsz ne nepravda hayir yanlis hamis nem fals nu laz netocno netacno neresnica vaar aplams netiesa salah tidak нет ложь ні не лъжа хибність οχι ψευδης"
    .split(" ")
    .concat("否", "假", "いいえ", "아니요", "거짓", "لا", "לא"),
)
const foldedWord = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}|\ufe0f/gu, "")
    .replaceAll("ı", "i")
    .replaceAll("ł", "l")
    .trim()
    .replace(/[.!]{1,3}$/, "")
    .replace(/^([01])[.,]0+$/, "$1")

/** Undefined: neither yes nor no. An empty cell is no. */
export const flagOf = (cell: string): boolean | undefined => {
  const word = foldedWord(cell)
  return yes.has(word) || (word === "" || no.has(word) ? false : undefined)
}
