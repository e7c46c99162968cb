import type { SentChangeSet } from "~/contract/change-set"

type Sent = SentChangeSet["changes"]

const asksToDelete = /\b(?:delete|remove|drop|clear|clean|tidy|discard|erase|get rid|throw|merge|replace|cut|empty)\b/i
const asksToComplete = /\b(?:complete|completed|finish|finished|done|close|closed|tick|check|achieve|achieved)\b/i
const asksForPeople =
  /\b(?:assign|owner|owns|give|hand|delegate|responsible|who|everyone|everybody|people|team|me|myself|my)\b|@/i

const asksForWords =
  /\b(?:rename|call|name|title|word|reword|rephrase|rewrite|write|describe|text|edit|change|update|fix|correct|improve|shorten|translate|spell|split|merge|replace)/i

/** "What is late?", but not "Can you add a goal?" */
const asksQuestion = (request: string) =>
  /\?\s{0,8}$/.test(request) && !/\b(?:can|could|would|will|please|let|shall)\b/i.test(request)

/** The fields that hold a card's own words. */
const words = { goal: ["name", "description"], item: ["topic", "description"], task: ["description"], comment: [] }

type People = ReadonlyMap<number, { userName: string }>

/** What the request does not ask for in a change. */
const unaskedIn = (request: string, { op, entity, fields = {} }: Sent[number], people: People) => {
  if (op === "delete" && !asksToDelete.test(request)) return "you did not ask for a deletion"
  if (op === "update" && fields.completed === true && !asksToComplete.test(request))
    return "you did not ask to complete it"
  if (op === "update" && words[entity].some((key) => key in fields) && !asksForWords.test(request))
    return "you did not ask for other words"
  if (typeof fields.ownerId !== "number" || asksForPeople.test(request)) return undefined
  const names = (people.get(fields.ownerId)?.userName ?? "").toLowerCase().split(/\s/)
  const said = request.toLowerCase()
  return names.some((name) => name !== "" && said.includes(name)) ? undefined : "you did not name an owner"
}

/**
 * Flags changes that the request does not explicitly ask for, by position: text in the plan may have instructed the
 * model to make them.
 */
export const warningsFor = (request: string, changes: Sent, people: People) => {
  const warnings = new Map<number, string>()
  for (const [at, change] of changes.entries()) {
    const warning = unaskedIn(request, change, people) ?? (asksQuestion(request) ? "you asked a question" : undefined)
    if (warning) warnings.set(at, warning)
  }
  return warnings
}
