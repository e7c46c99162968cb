// auditMessage(): a sentence for a log entry: the actor, the change, the row, and the values before → after.

import type { CheckIn } from "~/contract/check-in"
import { plainText } from "~/rules/text-parts"
import { auditTexts as texts } from "./audit-texts"
import { number, phrasesOf } from "./phrases"
import {
  bold,
  cut,
  type Fields,
  fromTo,
  is,
  type Logged,
  type Names,
  nameIn,
  nameOf,
  nounOf,
  rowName,
  rowText,
  textOf,
} from "./sentence-parts"

export type { Logged, Names } from "./sentence-parts"

/** A check-in, with the values that it changed. */
const checkedIn = ({ action, before, after }: Logged, names: Names) => {
  const row = (action === "delete" ? before : after) as Partial<CheckIn> | null
  const goal = rowText(texts.nouns.goal ?? "", cut(rowName(names.goal, row?.goalId), 80))
  if (action === "delete") return texts.checkInTaken(goal)
  const changed = (row?.values ?? []).filter(({ before, current }) => before !== current)
  return texts.checkedIn(
    goal,
    texts.statuses[row?.status ?? 0] ?? "",
    typeof row?.confidence === "number" ? number(row.confidence) : "",
    changed.map(({ name, before, current }) =>
      texts.measureOf(bold(cut(name ?? "", 80)), fromTo(number(before), number(current))),
    ),
  )
}

const placeKeys = new Set(["order", "focusOrder", "modifiedDate", "modified"])

/** An update of the order alone. */
export const isReorder = ({ action, after }: Pick<Logged, "action" | "after">) => {
  const keys = Object.keys(after ?? {})
  return action === "update" && keys.every((key) => placeKeys.has(key)) && keys.some((key) => /order/i.test(key))
}

const place = (logged: Logged, names: Names) => {
  const row = logged.action === "delete" ? logged.before : logged.after
  if (logged.entityType === "task") {
    const item = rowName(names.item, row?.itemId)
    return item ? texts.inAction(bold(cut(item, 80))) : ""
  }
  const goal = logged.entityType === "item" || logged.entityType === "keyResult" ? rowName(names.goal, row?.goalId) : ""
  return goal ? texts.inGoal(bold(cut(goal, 80))) : ""
}

/** A comment or file, identified by its card, note or plan. */
const attached = (logged: Logged, names: Names) => {
  const { entityType, action, before, after } = logged
  const row = after ?? before
  const kind = (["task", "item", "goal"] as const).find((kind) => typeof row?.[`${kind}Id`] === "number")
  const name = kind && cut(names[kind].get(row?.[`${kind}Id`] as number) ?? "", 80)
  const owner = kind ? rowText(nounOf(kind), name ?? "") : typeof row?.noteId === "number" ? texts.aNote : texts.thePlan
  if (entityType === "comment") {
    const [was_, is_] = [before, after].map((side) => plainText(textOf(side?.content))) as [string, string]
    if (action === "create") return texts.commentAdded(owner, is_ && is(cut(is_)))
    if (action === "delete") return texts.commentDeleted(owner)
    return texts.commentChanged(owner, fromTo(was_, is_))
  }
  const file = (side: Fields | null) => textOf(side?.friendlyName) || textOf(side?.fileName)
  const it = rowText(texts.fileNoun, cut(file(after) || file(before), 80))
  if (action === "create") return texts.fileAdded(it, owner)
  if (action === "delete") return texts.fileDeleted(it, owner)
  return texts.fileRenamed(it, owner, fromTo(file(before), file(after)))
}

const roleText = (fields: Fields | null) => texts.roles[Number(fields?.planRole ?? fields?.role ?? -1)] ?? ""

const done = (logged: Logged, names: Names, it: string): string => {
  const { entityType, action, before, after, by } = logged
  if (entityType === "userplan" && action !== "update") {
    const self = nameOf(logged, names) === by
    if (action === "create") return self ? texts.joined(roleText(after)) : texts.memberAdded(it, roleText(after))
    return self ? texts.left : texts.memberRemoved(it)
  }
  if (entityType === "comment" || entityType === "file") return attached(logged, names)
  if (entityType === "checkIn") return checkedIn(logged, names)
  if (entityType === "invitation") {
    const who = bold(cut(nameIn(after) || nameIn(before), 80))
    if (action === "delete") return texts.withdrawn(who)
    return action === "update" ? texts.invitedAgain(who, roleText(after)) : texts.invited(who, roleText(after))
  }
  if (action === "create") {
    const isMade = ["goal", "item", "task", "label", "keyResult", "plan", "note"].includes(entityType)
    return isMade ? texts.created(it, place(logged, names)) : texts.added(it, place(logged, names))
  }
  if (action === "delete") return texts.deleted(it, place(logged, names))
  if (action === "restore") return texts.restored(it, place(logged, names))
  if (isReorder(logged)) return texts.reordered(it)
  const [was, is] = [before ?? {}, after ?? {}]
  const parts: string[] = []
  for (const [key, say] of Object.entries(phrasesOf(entityType))) {
    if (!(key in is)) continue
    const first = parts.length === 0
    const text = say({ before: was, after: is, names, it: first ? it : texts.it, of: first ? texts.of(it) : "" })
    if (text !== "") parts.push(text)
  }
  return parts.length > 0 ? texts.listed(parts) : texts.touched(it)
}

const doer = ({ by, via, agent }: Logged) => {
  if (agent) return texts.agentFor(bold(agent), bold(by))
  return via === "agent" ? texts.assistantFor(bold(by)) : bold(by)
}

/** The entry as HTML: escaped text with `<b>`, `<del>` and `<ins>`. */
export const auditMessage = (logged: Logged, names: Names): string => {
  const it = rowText(nounOf(logged.entityType), cut(nameOf(logged, names), 80))
  return texts.sentence(doer(logged), done(logged, names, it))
}
