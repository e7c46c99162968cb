// The words of requests in English and German, apart from the sentences themselves (grammar.ts). All of them as `folded`.
import type { Entity } from "~/contract/fields/field"
import type { TaskType } from "~/contract/task"
import { folded } from "./words"

const setOf = (...words: string[]) => new Set(words.flatMap((line) => line.split(" ").map(folded)))
const listOf = (phrases: string) => phrases.split(" | ").map((phrase) => phrase.split(" ").map(folded))
const mapOf = <Value>(entries: [words: string, value: Value][]): ReadonlyMap<string, Value> =>
  new Map(entries.flatMap(([words, value]) => words.split(" | ").map((word) => [folded(word), value] as const)))

export const kinds = mapOf<Entity>([
  ["goal | goals | objective | objectives | ziel | ziele | ziels", "goal"],
  [
    "action | actions | item | items | card | cards | lane | aktion | aktionen | massnahme | maßnahme | maßnahmen | karte",
    "item",
  ],
  [
    "task | tasks | todo | todos | to-do | step | steps | subtask | subtasks | aufgabe | aufgaben | schritt | schritte",
    "task",
  ],
])
export const plurals = setOf(
  "goals objectives actions items cards tasks todos steps subtasks ziele aktionen maßnahmen aufgaben schritte",
)

/** Before a name: they belong to no name. */
export const articles = setOf(
  "the a an another new my our this these some one two three four five six 2 3 4 5 6",
  "der die das den dem des ein eine einen einem einer neue neues neuer neuen weitere weiteres weiteren zwei drei vier fünf sechs",
)
export const calling = setOf("called named titled namens genannt")
/** Between a name and its kind: "Footer as a task" */
export const kindsBehind = setOf("as als")
export const theWords = setOf("the der die das den dem")
export const pronouns = setOf("it its this that es sie ihn ihm ihr dies dieses diese diesen daran dazu")

export const columnWords = mapOf<TaskType>([
  ["to do | todo | to-do | backlog | not started | zu erledigen | offen | zu tun", 0],
  ["doing | in progress | started | progress | in arbeit | arbeit | angefangen | begonnen", 1],
  ["done | finished | complete | completed | erledigt | fertig | abgeschlossen | beendet", 2],
])

/** How requests begin and end without saying anything. */
export const polite = listOf(
  "please | can you | could you | would you | will you | kindly | i want to | i'd like to | i would like to | i want you to | i'd like you to | we need to | i need to | i | i've | i have | i'm | i am | we | we've | we have | we're | we are | let's | lets | let us | also | now | next | then | ok | okay | hey | hi | bitte | kannst du | könntest du | kann | könnte | ich möchte | ich will | wir müssen | ich muss | lass uns | ich habe | wir haben | dann | außerdem | jetzt | noch",
)
export const politeEnds = setOf("please bitte")

/** At the beginning of a line, what follows is asked for under a condition only. */
export const conditions = setOf("if unless when once wenn falls sobald sofern")
/** In what is said of a card that is none, they ask for the opposite, for less, or under a condition. */
export const restrictions = setOf(
  "not never except don't dont if unless nicht niemals außer ausser wenn falls sobald sofern",
)

/** Between the parts of a request. */
export const joints = listOf(
  "and then | and also | and | then | und dann | und außerdem | und | dann | danach | außerdem",
)

/** Beginnings of what people may ask for beside the grammar's sentences: a part that begins so is one, if not an understood one. */
export const otherVerbs = setOf(
  "make paint colour color highlight tell notify remind email e-mail share archive duplicate copy print export sort filter invite explain show",
  "färbe färb markier sag sage erinnere benachrichtige maile teile archiviere kopiere dupliziere drucke exportiere sortiere lade zeige erkläre mach mache",
)

/** What may follow the name of a new card, and precede what it says. */
export const modifiers = {
  due: listOf(
    "due on | due by | due | by | until | before | for | on | fällig am | fällig bis | fällig | bis zum | bis | am | zum",
  ),
  /** After these a day is meant even where none can be read, after the others if it has a number. */
  certainlyDue: listOf("due on | due by | due | fällig am | fällig bis | fällig"),
  likelyDue: listOf("by | until | before | bis zum | bis"),
  owner: listOf("assigned to | owned by | owner | for | to | für | an | zugewiesen an | zuständig"),
  focus: listOf(
    "in focus | into focus | to focus | in the focus | into the focus | to the focus | im fokus | in den fokus",
  ),
  column: listOf("in | into | to | unter | nach"),
  place: listOf(
    "to | under | in | into | below | inside | within | on | for | zu | zum | zur | unter | bei | für | ins | im",
  ),
}

/** Verbs that a second thing to add may leave out: "add an action A to G and a task T to it" */
export const adding = setOf("add create insert erstelle erzeuge erfasse")

/** They may follow the place: "In Homepage, add a task X" */
export const toAdd = setOf("add create insert make erstelle erzeuge erfasse füge lege trage")

/** What German sentences that add end with. */
export const addEnds = setOf("hinzu an ein")
/** Between a card and what is in it: "add a goal X with actions A and B" */
export const containing = setOf("with containing mit")

/** So may a second card: "delete the task A and the task B" */
export const listing = setOf(
  "complete finish delete remove focus unfocus reopen copy duplicate erledige beende lösche lösch entferne fokussiere kopiere dupliziere",
)

/** Verbs of sentences whose further parts may leave them out: "rename A to B and C to D" */
export const chained = setOf(
  "rename retitle call benenne nenne taufe assign give hand weise teile gib übergib übertrage move put set shift verschiebe bewege schiebe setze setz",
)
/** Between a card's name and its new one */
export const becoming = setOf("to as into in zu als auf")
/** What German sentences that rename end with. */
export const renameEnds = setOf("um umbenennen")

/** What "add a … to a card" may mean beside a new card: it is none of that name. */
export const otherThings = setOf(
  "file attachment picture image link note comment label tag owner member person user deadline date reminder description result check-in checkin webhook key view meeting status",
  "datei anhang bild notiz kommentar label besitzer besitzerin mitglied person frist datum termin fälligkeit erinnerung beschreibung ergebnis schlüssel ansicht besprechung status",
)
/** What a list is called that follows a colon: "add the following to A: B" */
export const followers = setOf("following these those folgende folgendes folgenden diese dieses")

/** "goal A with actions B and C" asks for more than a name says. */
export const withMore = listOf(
  "with actions | with the actions | with tasks | with the tasks | mit aktionen | mit den aktionen | mit aufgaben | mit den aufgaben | und darin | und dazu | and in it",
)
/** Phrases that only restate the cascade of a deletion. */
export const wholes = listOf(
  "and everything in it | with everything in it | and all its tasks | with all its tasks | und alles darin | mit allem darin | mit allen aufgaben",
)
export const listEnds = /,? (?:and|und) |, /
export const listJoints = setOf("and & und")
