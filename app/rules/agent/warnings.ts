import type { SentChangeSet } from "~/contract/change-set"

type Sent = SentChangeSet["changes"]

const asksToDelete = /\b(?:delete|remove|drop|clear|clean|tidy|discard|erase|get rid|throw|merge|replace|cut|empty)\b/i
const asksToComplete = /\b(?:complete|completed|finish|finished|done|close|closed|tick|check|achieve|achieved)\b/i
const asksForPeople =
  /\b(?:assign|owner|owns|give|hand|delegate|responsible|who|everyone|everybody|people|team|me|myself|my)\b|@/i

/**
 * Flags changes that the request does not explicitly ask for, by position: text in the plan may have instructed the
 * model to make them.
 */
export const warningsFor = (request: string, changes: Sent, people: ReadonlyMap<number, { userName: string }>) => {
  const warnings = new Map<number, string>()
  const said = request.toLowerCase()
  for (const [at, { op, fields = {} }] of changes.entries()) {
    if (op === "delete" && !asksToDelete.test(request)) warnings.set(at, "you did not ask for a deletion")
    else if (op === "update" && fields.completed === true && !asksToComplete.test(request)) {
      warnings.set(at, "you did not ask to complete it")
    } else if (typeof fields.ownerId === "number" && !asksForPeople.test(request)) {
      const names = (people.get(fields.ownerId)?.userName ?? "").toLowerCase().split(/\s/)
      if (!names.some((name) => name !== "" && said.includes(name))) warnings.set(at, "you did not name an owner")
    }
  }
  return warnings
}
