// warningsFor(): which changes of a model a person should look twice at, because the request does not ask for them.

import type { SentChangeSet } from "~/contract/change-set"
import { type AskedFor, fieldsWith } from "~/contract/fields/card-fields"

type Sent = SentChangeSet["changes"]

/** A kind of change that a request can ask for. */
type Kind = AskedFor | "delete" | "comment" | "add"
/** The one that is warned of where there are several. */
const kindOrder: readonly Kind[] = ["complete", "word", "people", "date", "move", "size", "measure"]

/** Whole words of English and beginnings of German ones, each after no letter. */
const wordsOf = (english: string, german: string) =>
  new RegExp(`(?<!\\p{L})(?:(?:${english})(?!\\p{L})|(?:${german}))`, "iu")

/** By which a request asks for each kind. */
const asks: Record<Kind, RegExp> = {
  delete: wordsOf(
    "delet(?:e|ing)|remov(?:e|ing)|drop|clear|clean|tidy|discard|erase|get rid|throw|merge|replace|cut|empty",
    "lösch|entfern|räum|aufräum|verwirf|weg damit",
  ),
  complete: wordsOf(
    "completed?|finish|finished|done|closed?|tick|check|achieved?",
    "erledig|abschließ|abgeschlossen|fertig|abhak|hak",
  ),
  word: wordsOf(
    "rename|call|name|title|word|reword|rephrase|rewrite|write|describe|texts?|edit|change|update|fix|correct|improve|clearer|shorter|better|shorten|translate|spell|split|merge|replace",
    "umbenenn|nenn|schreib|formulier|beschreib|änder|verbesser|korrigier|kürz|übersetz|teil|ersetz",
  ),
  people: wordsOf(
    "assign|assigned|owners?|owns|give|hand|delegate|responsible|who|everyone|everybody|people|team|me|i|myself|my",
    "mir|mich|ich|wer|alle|zuweis|zuteil|verteil|übergib|gib|verantwort|zuständig|weise",
  ),
  date: wordsOf(
    "dates?|due|deadlines?|when|schedule|reschedule|postpone|delay|plan|timeline|today|tomorrow|tonight|weeks?|weekend|months?|quarter|year|days?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|until|by|before|spring|summer|autumn|winter",
    "datum|fällig|frist|termin|wann|verschieb|heute|morgen|woche|monat|quartal|jahr|tag|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|bis|\\d{1,4}[./-]\\d",
  ),
  move: wordsOf(
    "move|put|shift|start|begin|doing|in progress|focus|prioriti[sz]e|reorder|organi[sz]e|group|sort|arrange|split|merge|tidy|clean|restructure|take|bring|reopen",
    "verschieb|beweg|beginn|fokus|prior|ordne|sortier|gruppier|aufräum|räum",
  ),
  size: wordsOf(
    "values?|efforts?|estimate|size|rate|score|rank|weigh|prioriti[sz]e|complexity|points",
    "wert|aufwand|schätz|größe|bewert|prior",
  ),
  measure: wordsOf(
    "status|track|risk|check|results?|metrics?|kpis?|okrs?|measures?|targets?|progress|set|update|value|\\d+",
    "stand|ergebnis|kennzahl|ziel|fortschritt|setz|aktualisier|wert|kurs|gefährd",
  ),
  comment: wordsOf(
    "notes?|comments?|write|tell|remind|record|document|mention|say|log|answer|reply|summari[sz]e",
    "notiz|kommentar|schreib|sag|erinner|notier|antwort|zusammenfass",
  ),
  add: wordsOf(
    "add|create|make|new|plan|need|want|break|split|list|outline|turn|draft|suggest|propose|prepare|set up|write|generate|include|more|missing|insert|build|todo|ideas?|replace|merge|organi[sz]e",
    "hinzu|füg|erstell|anleg|leg|mach|neu|brauch|schlag|zerleg|teil|vorschl",
  ),
}

const unasked: Record<Kind, string> = {
  delete: "you did not ask for a deletion",
  complete: "you did not ask to complete it",
  word: "you did not ask for other words",
  people: "you did not name an owner",
  date: "you did not ask for a date",
  move: "you did not ask to move it",
  size: "you did not ask for a value or an effort",
  measure: "you did not ask for a status or values",
  comment: "you did not ask for a note",
  add: "you did not ask for a new card",
}

/** Never meant by a request that says none of these words, such as "Ready for the fair?". */
const always: readonly Kind[] = ["delete", "complete", "word", "people", "measure", "comment"]

/** "What is late?", but not "Can you add a goal?" */
const asksQuestion = (request: string) =>
  /\?\s{0,8}$/.test(request) && !/\b(?:can|could|would|will|please|let|shall|kannst|bitte)\b/i.test(request)

const kindsOf = ({ op, entity, fields = {} }: Sent[number]): Kind[] => {
  const has = (...keys: string[]) => keys.some((key) => key in fields)
  const people: Kind[] = typeof fields.ownerId === "number" || (op === "update" && has("ownerId")) ? ["people"] : []
  if (op === "delete") return ["delete"]
  if (op === "create") return entity === "comment" ? ["comment"] : ["add", ...people]
  if (entity === "comment") return []
  const asked = fieldsWith(entity, "agent").flatMap(
    ([name, { agent }]: [string, { agent: { asks?: AskedFor } }]): Kind[] => {
      if (!has(name)) return []
      // A task is completed by its column, and an action is not by being reopened.
      if (name === "type" && fields.type === 2) return ["complete"]
      if (name === "completed" && fields.completed !== true) return []
      return agent.asks ? [agent.asks] : []
    },
  )
  if (has("results", "checkIn")) asked.push("measure")
  return kindOrder.filter((kind) => asked.includes(kind))
}

type People = ReadonlyMap<number, { userName: string }>

/** Whether a word of the owner's name is in the request. */
const namesOwner = (request: string, { fields = {} }: Sent[number], people: People) => {
  const names = (people.get(fields.ownerId as number)?.userName ?? "").toLowerCase().split(/\s/)
  const said = request.toLowerCase()
  return names.some((name) => name !== "" && said.includes(name))
}

/**
 * Flags changes that the request does not explicitly ask for, by position: text in the plan may have instructed the
 * model to make them.
 */
export const warningsFor = (request: string, changes: Sent, people: People) => {
  const asked = new Set((Object.keys(asks) as Kind[]).filter((kind) => asks[kind].test(request)))
  const isAsked = (kind: Kind, change: Sent[number]) =>
    asked.has(kind) ||
    (kind === "people" && namesOwner(request, change, people)) ||
    // "Book a room by Friday" asks for a card although only its date is a word of these.
    (!always.includes(kind) && (asked.size === 0 || (kind === "add" && asked.size === 1 && asked.has("date"))))
  const warnings = new Map<number, string>()
  for (const [at, change] of changes.entries()) {
    const kind = kindsOf(change).find((each) => !isAsked(each, change))
    const warning = kind ? unasked[kind] : asksQuestion(request) ? "you asked a question" : undefined
    if (warning) warnings.set(at, warning)
  }
  return warnings
}
