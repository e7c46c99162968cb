// How a proposal reads: whose it is, what it is for, how long it waits, and what became of it.
import type { BoardReader } from "~/client/board/board-types"
import { serverNow } from "~/client/server-clock"
import type { Proposal } from "~/contract/proposal"
import { nameInALine } from "~/rules/line-name"
import { rowOf } from "~/ui/agent/change-row"
import { review as words } from "~/ui/agent/review-texts"
import { agent } from "~/ui/agent/texts"
import { useNames } from "~/ui/parts/avatar"
import { atDate } from "~/ui/parts/dates"
import { useBoard } from "~/ui/plan/board-context"
import { byAgent } from "~/ui/plan/log-lines"

const dayMs = 86_400_000
/** Characters of a request's line. */
const longestLine = 2_000

/** "Claude for Mira Sato", or a key's name. */
export const useProposer = () => {
  const nameOf = useNames()
  return ({ agent, proposedBy }: Proposal) => {
    return byAgent(agent, nameInALine(nameOf(proposedBy)))
  }
}

/** What it is for, in its author's words; without any, its first change. */
export const purposeOf = (store: BoardReader, { request, changes }: Proposal): string => {
  const [first, ...more] = changes
  // Marks that turn the text would make it read as something else.
  if (request || !first)
    return (request ?? "")
      .split("\n")
      .map((line) => nameInALine(line, longestLine))
      .join("\n")
  const { kind, title, detail } = rowOf(store, first)
  const row = agent.row(agent.kinds[kind], title, detail)
  return more.length > 0 ? words.and(row, more.length) : row
}

export const timeLeft = ({ expires }: Proposal): string => {
  const days = Math.floor((Date.parse(expires) - serverNow()) / dayMs)
  return days > 0 ? words.left(days) : words.leftToday
}

/** 09:12 today, otherwise the day. */
export const shortTime = (iso: string): string => {
  const at = atDate(iso)
  const today = atDate(new Date(serverNow()).toISOString()).slice(0, 10)
  return at.startsWith(today) ? at.slice(-5) : at.slice(0, 5)
}

/** What became of a decided one, after its sign. */
export const Outcome = ({ proposal, when = "" }: { proposal: Proposal; when?: string }) => {
  const { user } = useBoard()
  const nameOf = useNames()
  const { state, decidedBy, applied, changes, undone } = proposal
  const isMine = decidedBy?.id === user.id
  const who = decidedBy ? nameInALine(nameOf(decidedBy)) : ""
  const counts = [applied?.length ?? 0, changes.length] as const
  const isApplied = state === "applied" || state === "partly"
  const what = isApplied
    ? isMine
      ? words.youApplied(...counts)
      : words.applied(who, ...counts)
    : state === "rejected"
      ? isMine
        ? words.youRejected
        : words.rejected(who)
      : state === "expired"
        ? words.expired
        : words.allStale
  const sign = isApplied
    ? undone
      ? "off"
      : "good"
    : state === "rejected"
      ? "bad"
      : state === "expired"
        ? "off"
        : "warn"
  return (
    <span className="state" data-state={sign} dir="auto">
      {[what, ...(when ? [when] : []), ...(undone ? [words.undone] : [])].reduce(words.at)}
    </span>
  )
}
