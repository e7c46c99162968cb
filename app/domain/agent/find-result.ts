// resultFinder(): the result that a name means, of the goals that are open; otherwise a question.
import type { KeyResult } from "~/contract/key-result"
import { resultsNamed } from "~/rules/agent/result-named"
import { folded } from "~/rules/agent/words"
import type { WorkingCopy } from "~/rules/agent/working-copy"
import { answers } from "./answer-texts"
import { mostChoices } from "./find-card"

/** Between a result and its goal. */
const ofGoal = [" of ", " von "]

export const resultFinder = ({ rows }: WorkingCopy) => {
  const goalOf = ({ goalId }: KeyResult) => rows.goals.get(goalId)?.name ?? ""
  const open = [...rows.keyResults.values()].filter(({ goalId }) => rows.goals.get(goalId)?.completed === false)
  const placed = (result: KeyResult) => `${result.name} (${goalOf(result)})`

  /** "Sign-ups", "Sign-ups (Launch)" as a question offers it, or "Sign-ups of Launch", whose goal is named in full. */
  const meant = (said: string): KeyResult[] => {
    const named = resultsNamed(open, said)
    const found = named.length > 0 ? named : open.filter((result) => placed(result) === said)
    if (found.length > 0) return found
    for (const between of ofGoal) {
      const parts = said.split(between)
      for (let at = 1; at < parts.length; at++) {
        const goal = folded(parts.slice(at).join(between))
        const results = open.filter((result) => folded(goalOf(result)) === goal)
        const ofIt = resultsNamed(results, parts.slice(0, at).join(between))
        if (ofIt.length > 0) return ofIt
      }
    }
    return []
  }

  return {
    isResult: (said: string) => meant(said).length > 0,
    /** `said`: the name of one or several. */
    result: (said: string): { found: KeyResult } | { ask: string; choices: string[]; about: string } => {
      const [found, ...others] = meant(said)
      if (found && others.length === 0) return { found }
      const choices = (found ? [found, ...others] : []).slice(0, mostChoices).map(placed)
      return { ask: [answers.which(said), ...choices.map((choice) => `- ${choice}`)].join("\n"), choices, about: said }
    },
  }
}

export type ResultFinder = ReturnType<typeof resultFinder>
