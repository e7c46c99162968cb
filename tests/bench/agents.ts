// measureAgents(bench): from a person's consent to an agent's first answer, and what a token costs a call beside a plan's key.
import { randomBytes } from "node:crypto"
import postgres from "postgres"
import { insertGrants } from "../support/database/agent-grants.ts"
import {
  allowRequest,
  authorizationOf,
  connectAgent,
  exchangeCode,
  registerProgram,
  requestAt,
} from "../support/product/agent-sign-in.ts"
import { startAgents } from "../support/product/mcp.ts"
import type { Bench } from "./bench.ts"
import { openLoad, pause, percentiles } from "./load.ts"
import { type BenchBoard, type BenchPerson, sessionSecret } from "./seed.ts"

const GRANTS = 1_000
/** Identities are cached this long, so that pairs are measured over several times of it, ms. */
const CACHED = 10_000

export const measureAgents = async ({ quick, figures, product, boards, people }: Bench) => {
  const person = people[0] as BenchPerson
  const { planId } = boards.get(100) as BenchBoard
  const agents = await startAgents(product, { MCP_PORT: String(product.mcpPort), SESSION_SECRET: sessionSecret })
  const mcp = agents.url.replace("ws", "http")
  const browser = { cookie: person.cookie, origin: product.url }
  const [toAgents, toApp] = [openLoad(mcp, 1), openLoad(product.url, 1)]
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })

  /** A call as agents send it, time in ms. */
  const call = async (authorization: string, method = "tools/call", params: object = boardOf(planId)) => {
    const began = performance.now()
    const { bytes } = await toAgents.send({
      method: "POST",
      path: "/mcp",
      cookie: "",
      body: { jsonrpc: "2.0", id: 1, method, params },
      headers: {
        authorization: `Bearer ${authorization}`,
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
    })
    const took = performance.now() - began
    if (/"isError":true|"error":/.test(bytes.toString())) throw new Error(`${method}: ${bytes}`)
    return took
  }

  try {
    const made = await toApp.send({
      method: "POST",
      path: `/api/Plan/${planId}/keys`,
      cookie: person.cookie,
      body: { name: "Bench", access: "write" },
    })
    const key = (JSON.parse(made.bytes.toString()) as { apiKey: string }).apiKey

    const first: number[] = []
    for (let round = -2; round < (quick ? 10 : 30); round++) {
      const clientId = await registerProgram(product.url)
      const asked = authorizationOf(product.url, clientId, mcp)
      const request = await requestAt(asked.address, browser)
      const began = performance.now()
      const allowed = await allowRequest(asked.address, request, browser)
      const { access_token } = await exchangeCode(product.url, clientId, asked.verifier, allowed)
      await call(access_token, "initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "bench", version: "1" },
      })
      await call(access_token, "tools/list", {})
      await call(access_token)
      if (round >= 0) first.push(performance.now() - began)
    }
    figures.atMost("From “Allow” to an agent's first answer", "ms", percentiles(first), [1_000, 1_000])

    const { access_token } = await connectAgent(browser, mcp)
    /** Calls with each credential in turn for a while, and what the token costs more. */
    const compare = async () => {
      const times = { key: [] as number[], token: [] as number[] }
      const more: number[] = []
      const until = performance.now() + CACHED * (quick ? 2 : 6)
      for (let round = -20; performance.now() < until; round++) {
        const took = { key: 0, token: 0 }
        // In turn first, since the second of two calls finds the server awake.
        for (const which of round % 2 === 0 ? (["key", "token"] as const) : (["token", "key"] as const))
          took[which] = await call(which === "key" ? key : access_token)
        await pause(10)
        if (round < 0) continue
        times.key.push(took.key)
        times.token.push(took.token)
        more.push(took.token - took.key)
      }
      const found = { key: percentiles(times.key), token: percentiles(times.token), more: percentiles(more)[0] }
      // Other load on the machine disturbs these least.
      const fastest = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 10)] as number
      return { ...found, ofFastest: fastest(times.token) - fastest(times.key) }
    }
    const few = await compare()
    await insertGrants(sql, { personId: person.id, planId, grants: GRANTS, first: randomBytes(32), resource: mcp })
    await sql`analyze app.agent_grant, app.agent_grant_plan, app.agent_token`
    const many = await compare()
    figures.atMost("get_board of 100 tasks with a plan's key", "ms", few.key)
    figures.atMost("… with an access token", "ms", few.token)
    figures.atMost("… more for the token, p50 of pairs", "ms", Math.max(0, few.more), 2)
    figures.atMost("… of the fastest tenth", "ms", Math.max(0, few.ofFastest), 2)
    figures.atMost(`… with a token among ${GRANTS} grants and ${10 * GRANTS} tokens`, "ms", many.token)
    figures.atMost("… more for the token, p50 of pairs", "ms", Math.max(0, many.more), 2)
    figures.atMost("… of the fastest tenth", "ms", Math.max(0, many.ofFastest), 2)
  } finally {
    await sql.end({ timeout: 1 })
    toAgents.close()
    toApp.close()
    await agents.stop()
  }
}

const boardOf = (planId: number) => ({ name: "get_board", arguments: { planId } })
