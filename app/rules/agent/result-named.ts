// resultNamed(): the result that a name means, or what to ask: its whole name, or whole words that begin one name only.
import type { KeyResult } from "~/contract/key-result"
import { folded } from "./words"

type Named = Pick<KeyResult, "id" | "name" | "goalId">

export const resultsNamed = <Row extends Named>(results: readonly Row[], name: string): Row[] => {
  const said = folded(name)
  if (said === "") return []
  const exact = results.filter((result) => folded(result.name) === said)
  return exact.length > 0 ? exact : results.filter((result) => folded(result.name).startsWith(`${said} `))
}

/** Of the results of one goal. */
export const resultNamed = <Row extends Named>(
  results: readonly Row[],
  name: string,
): { found: Row } | { ask: string } => {
  const [found, ...others] = resultsNamed(results, name)
  if (found && others.length === 0) return { found }
  const said = name.trim().slice(0, 100)
  const list = (found ? [found, ...others] : results).map(({ id, name }) => `"${name}" (${id})`).join(", ")
  if (found) return { ask: `More than one result is called "${said}": ${list}. Send its id.` }
  return { ask: `There is no result "${said}". The goal has ${list === "" ? "no results" : list}.` }
}
