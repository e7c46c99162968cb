// What is asked of the assistant, and what a planner makes of it.
import type { SentChangeSet } from "~/contract/change-set"

export type GivenFile = { name: string; text: string }

export type Asking = {
  planId: number
  request: string
  /** Given with the request: data, not instructions. */
  files?: readonly GivenFile[]
  /** Carry out what was previewed for this request. */
  confirmed?: boolean
  /** Preview and store nothing. */
  dryRun?: boolean
  /** Additions are made at once, as drafts. */
  draftMode?: boolean
  /** The caller's IANA time zone; UTC unless known. */
  timeZone?: string | null
  signal?: AbortSignal
  /** Called with a short text on what the assistant is doing. */
  progress?: (text: string) => void
}

/** `text`: an answer, a question, or what precedes a preview. `choices`: what a question may be answered with. */
export type Planned = {
  text?: string
  changes?: SentChangeSet["changes"]
  /** By position: why a person should look twice. */
  warnings?: ReadonlyMap<number, string>
  choices?: string[]
}
