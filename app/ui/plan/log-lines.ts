import type { AuditEntry } from "~/contract/audit"
import { escapeHtml } from "~/contract/shared/html"
import { nameInALine } from "~/rules/line-name"
import { log } from "~/ui/plan/log-texts"

export type LogLine = Pick<
  AuditEntry,
  "id" | "entityType" | "message" | "createdDate" | "createdBy" | "agent" | "via" | "proposal"
> & {
  /** The oldest entry of the same moment; a revert of the line starts there. */
  since: number
}

const sameMoment = (a: AuditEntry, b: AuditEntry) =>
  a.createdDate === b.createdDate && a.createdBy.id === b.createdBy.id && a.agent === b.agent

const bold = (text: string) => `<b>${escapeHtml(text)}</b>`

/** "Claude for Mira Sato", or the person's name alone. */
export const byAgent = (agent: string | null | undefined, name: string) =>
  agent ? log.agentFor(nameInALine(agent), name) : name

const doer = ({ createdBy, agent }: AuditEntry) =>
  agent ? log.agentFor(bold(agent), bold(createdBy.userName)) : bold(createdBy.userName)

/**
 * The lines of a log. A move may respace many cards, each with an entry: they collapse into one line, which is left out where
 * the same moment names the card that moved.
 */
export const logLines = (entries: readonly AuditEntry[]): LogLine[] => {
  const lines: LogLine[] = []
  for (let at = 0; at < entries.length; ) {
    const first = entries[at] as AuditEntry
    let end = at + 1
    while (end < entries.length && sameMoment(first, entries[end] as AuditEntry)) end++
    const moment = entries.slice(at, end)
    const shown = moment.filter(({ action }) => action !== "reorder")
    const since = moment.at(-1)?.id ?? first.id
    at = end
    if (shown.length > 0) lines.push(...shown.map((entry) => ({ ...entry, since })))
    else if (moment.length === 1) lines.push({ ...first, since })
    else {
      const kind = log.plurals[first.entityType] ?? first.entityType
      const message = `${doer(first)} ${log.reordered(moment.length, kind)}`
      lines.push({ ...first, message, since })
    }
  }
  return lines
}
