// labelNamed(): the label that a request names, by its whole name, case aside; or what to ask.
import type { Label } from "~/contract/label"
import { labelCalled } from "../label"

const mostNamed = 20

export const labelNamed = (
  labels: readonly Label[],
  name: string,
): { found: Label } | { ask: string; choices: string[] } => {
  const found = labelCalled(labels, name)
  if (found) return { found }
  const said = name.trim().slice(0, 100)
  if (labels.length === 0) return { ask: `There is no label "${said}": this plan has no labels.`, choices: [] }
  const choices = labels.slice(0, mostNamed).map(({ name }) => name)
  const more = labels.length > mostNamed ? ", …" : ""
  return {
    ask: `There is no label "${said}". The plan has ${choices.map((each) => `"${each}"`).join(", ")}${more}.`,
    choices,
  }
}
