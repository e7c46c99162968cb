// added(): what a sentence adds: "a task X to Y for Ada due Friday".
import type { Entity } from "~/contract/field"
import type { TaskType } from "~/contract/task"
import { bestPlace, columnIn, entityOf, named, type Reading, type Said } from "./said"
import { split, textOf, type Word } from "./words"

export const added = (words: Word[], reading: Reading): Said | undefined => {
  const { isPerson, isDate } = reading
  const [entity, rest] = entityOf(words)
  let name = entity ? rest : words
  const more: { owner?: string; due?: string; parent?: string; focus?: true; column?: TaskType } = {}
  for (let changed = true; changed; ) {
    changed = false
    const due = split(name, ["due on", "due by", "due", "by", "until", "before", "for"])
    if (more.due === undefined && due && isDate(textOf(due[1]))) {
      more.due = textOf(due[1])
      name = due[0]
      changed = true
    }
    const owner = split(name, ["assigned to", "owned by", "owner", "for", "with"])
    if (more.owner === undefined && owner && isPerson(textOf(owner[1]))) {
      more.owner = textOf(owner[1])
      name = owner[0]
      changed = true
    }
    const focus = split(name, ["in", "into", "to"])
    if (entity !== "goal" && focus && ["focus", "the focus"].includes(textOf(focus[1]).toLowerCase())) {
      more.focus = true
      name = focus[0]
      changed = true
    }
    const column = split(name, ["in", "into", "to"])
    const to = column && columnIn(textOf(column[1]))
    if (entity === "task" && column && to !== undefined && !column[1].some(({ quoted }) => quoted)) {
      more.column = to
      name = column[0]
      changed = true
    }
  }
  if (entity !== "goal") {
    const parents: Entity[] = entity === "task" ? ["item"] : entity === "item" ? ["goal"] : ["item", "goal"]
    const places = ["to", "under", "in", "into", "below", "inside", "within", "on", "for"]
    const place = bestPlace(name, places, parents, reading)
    if (place) {
      const [parent, before] = [named(place[1]).name, place[0]]
      more.parent = parent
      name = before
    }
  }
  const said = textOf(withoutColon(name))
  if (entity === null && more.parent === undefined) return undefined
  return said === "" ? undefined : { do: "add", entity, name: said, ...more }
}

/** "goal: Ship it" */
const withoutColon = (words: Word[]): Word[] =>
  words[0] && !words[0].quoted && words[0].text === ":" ? words.slice(1) : words
