// What is asked of the assistant, and what a planner makes of it.
import { longestSentence, type NamedCard, type UnclearPart } from "~/contract/ai"
import { changesAtMost, type SentChangeSet } from "~/contract/change-set"
import { refusal } from "~/contract/problem"
import type { WeekStart } from "~/contract/shared/language/week"
import { startIn } from "~/rules/agent/start-request"
import { looksLikeCsv } from "~/rules/transfer/csv-rows"
import { isProse } from "~/rules/transfer/described"

export type GivenFile = { name: string; text: string }

export type Asking = {
  planId: number
  request: string
  /** Given with the request: data, not instructions. */
  files?: readonly GivenFile[]
  /** Carry out what was previewed for this request. */
  confirmed?: boolean
  /** The proposal that is confirmed; by default the newest one for the request. */
  proposal?: number
  /** The positions of its changes that are carried out; by default all. */
  only?: number[]
  /** Preview and store nothing. */
  dryRun?: boolean
  /** Nothing is written but a proposal, whatever the request says; so with `dryRun`. */
  plansOnly?: boolean
  /** Additions are made at once, as drafts. */
  draftMode?: boolean
  /** The IANA time zone in which days are named; by default the person's own, else UTC. */
  timeZone?: string | null
  /** The first day of weeks; by default the person's own, else their language's. */
  weekStart?: WeekStart | null
  /** What was said before, oldest first, for a model; rules read the request alone. */
  earlier?: { role: "user" | "assistant"; content: string }[]
  signal?: AbortSignal
  /** Called with a short text on what the assistant is doing. */
  progress?: (text: string) => void
  /** Called with pieces of what a model says, as they come. The answer's text has them too. */
  said?: (piece: string) => void
}

/** What a question may be answered with, and the request that this answer makes of the one asked. */
export type Choice = { label: string; request: string }
/** A kind of request that rules understand. */
export type Example = { name: string; request: string }

/** `text`: an answer, a question, or what precedes a preview. */
export type Planned = {
  text?: string
  /** The names of cards in the text. */
  cards?: NamedCard[]
  /** Parts of the request for which nothing is proposed. */
  unclear?: UnclearPart[]
  /** The lines of a pasted text that are no part of the changes, and how that is said. */
  leftOut?: { lines: string[]; text: string }
  changes?: SentChangeSet["changes"]
  /** By position: why a person should look twice. */
  warnings?: ReadonlyMap<number, string>
  choices?: Choice[]
  /** What it can do, when it has not understood. */
  examples?: readonly Example[]
  /** The model that answered; rules have none. */
  model?: string
}

export const tooManyChanges = (count: number) =>
  refusal(400, `This would be ${count} changes; ${changesAtMost} at once are the limit. Ask for a part of it.`)

/** A request in sentences is short; only an outline or CSV may be long. */
export const refuseLong = (request: string) => {
  if (request.length <= longestSentence || [...request].length <= longestSentence) return
  const text = startIn(request) ?? request
  if (looksLikeCsv(text) || !isProse(text)) return
  throw refusal(400, "Use at most 10,000 characters. Only an outline or CSV may be longer.")
}
