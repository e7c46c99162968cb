// choicesFor(): what a question about a request may be answered with, each as a request that asks nothing more.
import { answers } from "./answer-texts"
import type { Choice } from "./asking"

/** `about`: the name or `day` as the request has it. `choices`: what it may be instead. */
export type Question = { ask: string; choices: string[]; about?: string; day?: "needed" | "optional" }
export const isQuestion = (value: object): value is Question => "ask" in value

/** What introduces the day of a card that is added. */
const dayLead = /[\s,](?:(?:due|fällig)(?: on| by| am| bis)?|by|until|before|on|for|bis(?: zum)?|am|zum)$/i

const withoutLead = (before: string) => {
  const whole = before.trimEnd()
  const lead = whole === before ? null : dayLead.exec(whole)
  if (!lead) return before
  let end = lead.index
  while (/[\s,]/.test(whole.charAt(end - 1))) end--
  return whole.slice(0, end)
}

/** The request with the name or day in it replaced by each choice. Curly quotes, since a choice has straight ones in it. */
export const choicesFor = (request: string, line: string, { choices, about = "", day }: Question): Choice[] => {
  const start = Math.max(0, request.indexOf(line))
  const folded = request.toLowerCase()
  const said = about.toLowerCase()
  const at = day ? folded.lastIndexOf(said, start + line.length - said.length) : folded.indexOf(said, start)
  if (about === "" || at < start) return []
  if (day) {
    const [before, after] = [request.slice(0, at), request.slice(at + about.length)]
    const dated = choices.map((label) => ({ label, request: `${before}${label}${after}` }))
    const undated = { label: answers.noDay, request: `${withoutLead(before)}${after}` }
    return day === "optional" ? [...dated, undated] : dated
  }
  const quoted = /["“„«]/.test(request[at - 1] ?? "") ? 1 : 0
  const [before, after] = [request.slice(0, at - quoted), request.slice(at + about.length + quoted)]
  return choices.map((label) => ({ label, request: `${before}“${label}”${after}` }))
}
