import { number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** Texts of the log. */
export const log = localized("log", {
  loading: "Loading audits...",
  failed: "Error loading audits.",
  empty: "No audit logs found.",
  filter: "Show entries of",
  kinds: { goal: "Goal", item: "Action", task: "Task" },
  agent: "Changes by agent",
  proposal: "Proposal",
  everybody: "People and agents",
  agentFor: (agent: string, name: string) => `${agent} for ${name}`,
  more: "Show more",
  reordered: (count: number, kind: string) => `changed the order of ${number(count)} ${kind}`,
  plurals: { goal: "goals", item: "actions", task: "tasks" } as Record<string, string>,
})
