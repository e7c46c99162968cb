// labelsOf(outline): the labels of the plan made from it. keepLabels(): as many as a plan has room for.

import { mostLabels } from "~/contract/label"
import { limits, unprintable } from "~/contract/shared/bounds"
import { unusedColors } from "../goal-palette"
import { labelKey } from "../label"
import type { LeftOut } from "./left-out"
import { actionsOf, type Outline, type OutlineLabel } from "./outline"

const cardsIn = (outline: Outline) => actionsOf(outline).flatMap(({ action }) => [action, ...action.tasks])

/** The labels named by the outline and by its cards, each once, by the key of their names. */
const named = (outline: Outline): Map<string, OutlineLabel> => {
  const labels = new Map<string, OutlineLabel>()
  const add = (label: OutlineLabel) => {
    const key = labelKey(label.name)
    if (key !== "" && !labels.has(key)) labels.set(key, label)
  }
  for (const label of outline.labels ?? []) add(label)
  for (const { labels: names = [] } of cardsIn(outline)) for (const name of names) add({ name, color: null })
  return labels
}

/** One without a colour gets the next unused one. */
export const labelsOf = (outline: Outline): { name: string; color: string }[] => {
  const labels = [...named(outline).values()]
  const used = labels.flatMap(({ color }) => color ?? [])
  return labels.map(({ name, color }) => {
    if (color) return { name, color }
    const [next = ""] = unusedColors(used)
    used.push(next)
    return { name, color: next }
  })
}

/** On one line, as a label is called. */
const inALine = (name: string) => (unprintable.test(name) ? name.replace(new RegExp(unprintable, "gu"), " ") : name)

const fits = (name: string) => name.trim() !== "" && [...name].length <= limits.name

/** Takes away the labels that are more than a plan has, and names that are none. */
export const keepLabels = (outline: Outline): LeftOut[] => {
  for (const label of outline.labels ?? []) label.name = inALine(label.name)
  for (const card of cardsIn(outline)) if (card.labels) card.labels = card.labels.map(inALine)
  const all = [...named(outline)].filter(([, { name }]) => fits(name))
  const stays = new Map(all.slice(0, mostLabels))
  const lost = (outline.labels ?? []).filter(({ name }) => !stays.has(labelKey(name))).length
  let count = 0
  for (const card of cardsIn(outline)) {
    if (!card.labels) continue
    const keys = new Set(card.labels.map(labelKey))
    const stay = [...keys].flatMap((key) => stays.get(key)?.name ?? [])
    count += keys.size - stay.length
    if (stay.length > 0) card.labels = stay
    else delete card.labels
  }
  if (outline.labels) outline.labels = outline.labels.filter(({ name }) => stays.has(labelKey(name)))
  return count + lost > 0 ? [{ what: "labelsBeyond", count: Math.max(count, lost) }] : []
}
