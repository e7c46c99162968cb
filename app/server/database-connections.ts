// shareConnections(most): how an app and the MCP server beside it share the connections that the database grants them.

/** For calls, and for each of the four kinds of other work; 0: it shares those of calls. */
type Share = { max: number; others: number }
export type ConnectionShares = { app: Share; mcp: Share }

export const leastConnections = 6

export const shareConnections = (most: number): ConnectionShares => {
  const app = Math.ceil((most * 13) / 24)
  return { app: shareOf(app), mcp: shareOf(most - app) }
}

/** One connection listens. */
const shareOf = (all: number): Share => {
  const left = all - 1
  const others = left >= 10 ? 2 : left >= 5 ? 1 : 0
  return { max: left - 4 * others, others }
}
