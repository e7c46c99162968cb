// The product's limits of time that a busy machine reaches by itself: tests of what a call answers have longer ones.
import type { Limits } from "~/contract/limits"

export const patience = {
  database_call_ms: 120_000,
  database_search_ms: 60_000,
  search_index_ms: 60_000,
} satisfies Partial<Limits>

/** The same for a process's LIMITS. */
export const patientLimits = Object.entries(patience)
  .map(([name, most]) => `${name}=${most}`)
  .join(",")

/** The same for a process's own connections. */
export const patientStatements = { callMs: patience.database_call_ms, searchMs: patience.database_search_ms }
