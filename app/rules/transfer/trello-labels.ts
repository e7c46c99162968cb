// trelloLabels(): the labels of a Trello board, and those of its cards by name. colorOf(): a colour of Trello's in ours.
import { limits } from "~/contract/shared/bounds"
import { type GoalColorName, goalPalette } from "../goal-palette"
import { labelKey } from "../label"
import type { OutlineLabel } from "./outline"
import type { TrelloBoard, TrelloCard } from "./trello-board"

/** By what Trello calls its colours; "green_dark" is a shade of one. */
const colors: Readonly<Record<string, GoalColorName>> = {
  green: "moss",
  lime: "jade",
  yellow: "olive",
  orange: "amber",
  red: "rose",
  pink: "plum",
  purple: "iris",
  blue: "cobalt",
  sky: "sky",
  black: "slate",
  // Of lists.
  teal: "teal",
  magenta: "plum",
  gray: "slate",
}

export const colorOf = (color: string) => {
  const name = colors[color.split("_")[0] ?? ""]
  return goalPalette.find((each) => each.name === name)?.hex ?? null
}

const capitalized = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

type TrelloLabel = TrelloBoard["labels"][number]

/** Two labels of one name and different colours stay two: the second has its colour in its name. */
export const trelloLabels = (board: TrelloBoard) => {
  const labels = new Map<string, OutlineLabel>()
  const names = new Map<string, string>()
  const add = ({ id, name, color }: TrelloLabel) => {
    const shade = color.replaceAll("_", " ")
    const own = [...(name.trim() || capitalized(shade))].slice(0, limits.name).join("")
    if (own === "") return undefined
    const known = names.get(`${id} ${own}`)
    if (known) return known
    const taken = labels.get(labelKey(own))
    const isOther = taken && taken.color !== colorOf(color) && shade !== ""
    const chosen = isOther ? `${own.slice(0, limits.name - 40)} (${shade})` : (taken?.name ?? own)
    if (!labels.has(labelKey(chosen))) labels.set(labelKey(chosen), { name: chosen, color: colorOf(color) })
    names.set(`${id} ${own}`, chosen)
    return chosen
  }
  for (const label of board.labels) if (label.name.trim() !== "") add(label)
  const byId = new Map(board.labels.map((label) => [label.id, label]))
  /** `unknown`: how many of its labels have neither a name nor a colour in the file. */
  const ofCard = ({ idLabels, labels: own }: TrelloCard) => {
    const all = new Map(own.map((label) => [label.id, label]))
    for (const id of idLabels) all.set(id, byId.get(id) ?? all.get(id) ?? { id, name: "", color: "" })
    const found = [...all.values()].flatMap((label) => add(label) ?? [])
    return { own: [...new Set(found)], unknown: all.size - found.length }
  }
  return { labels, ofCard }
}
