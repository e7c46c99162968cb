// What many grants and tokens cost a call of an agent: no statement more, and none that reads more rows.
import { afterAll, beforeAll, expect, test } from "vitest"
import { db } from "~/database/connection.server"
import { forgetAgents, newAccessToken } from "~/domain/sign-in/agent-access.server"
import { identityOfAccess } from "~/domain/sign-in/mcp-ticket.server"
import { resource } from "~/domain/sign-in/oauth-request.server"
import { sha256 } from "~/outside/signing.server"
import { openAgent } from "../support/api/agent.ts"
import { type Api, openApi } from "../support/api/api.ts"

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

/** Grants of the person, each for one plan, with ten tokens. */
const grant = (personId: number, planId: number, grants: number, first: Buffer) => db()`
  with stored as (
    insert into app.agent_grant (person_id, client_id, name, host, verified, access, scopes, every_plan, resource, request_hash, code_hash,
      code_expires, redirect_uri, challenge, refresh_hash, refresh_expires, last_used)
    select ${personId}, 'https://client.example', 'Claude', 'client.example', true, 'write', '{}', false, ${resource()}, sha256(uuid_send(gen_random_uuid())),
      sha256(uuid_send(gen_random_uuid())), now(), 'https://client.example', 'x', sha256(uuid_send(gen_random_uuid())), now() + interval '90 days', now()
    from generate_series(1, ${grants}) returning id),
  chosen as (insert into app.agent_grant_plan (grant_id, plan_id) select id, ${planId} from stored)
  insert into app.agent_token (token_hash, grant_id, expires_date)
  select case when row_number() over () = 1 then ${first}::bytea else sha256(uuid_send(gen_random_uuid())) end, id, now() + interval '1 hour'
  from stored, generate_series(1, 10)`

type Sent = { query: string; parameters: unknown[] }
const statementsOf = async (work: () => Promise<unknown>) => {
  const sent: Sent[] = []
  const options = db().options as unknown as { debug?: (id: number, query: string, parameters: unknown[]) => void }
  options.debug = (_id, query, parameters) => sent.push({ query, parameters })
  await work().finally(() => delete options.debug)
  return sent
}

type Node = { "Node Type": string; "Relation Name"?: string; "Actual Rows": number; Plans?: Node[] }
const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)]

test("a thousand grants and ten thousand tokens cost a call no statement more, and each is found by an index", async () => {
  const ada = await api.person()
  const { id: planId } = await api.plan(ada)
  const access = newAccessToken()
  await grant(ada.id, planId, 1, sha256(access))
  const call = async () => {
    forgetAgents()
    const identity = await identityOfAccess(access)
    if (!identity) throw new Error("The token is unknown.")
    const agent = await openAgent(identity)
    const { isError } = await agent.call("get_board", { planId })
    expect(isError).toBe(false)
    await agent.close()
  }
  await call()
  const few = await statementsOf(call)
  await grant(ada.id, planId, 999, sha256(newAccessToken()))
  await db()`analyze app.agent_grant, app.agent_grant_plan, app.agent_token`
  const many = await statementsOf(call)
  expect(many.map(({ query }) => query)).toEqual(few.map(({ query }) => query))

  const reading = many.filter(({ query }) => query.includes("app.agent_"))
  expect(reading.length).toBeGreaterThan(0)
  for (const { query, parameters } of reading) {
    const explained = `explain (analyze, format json) ${query}`
    const [row] = await db().unsafe<{ "QUERY PLAN": [{ Plan: Node }] }[]>(explained, parameters as never)
    const nodes = row ? nodesIn(row["QUERY PLAN"][0].Plan) : []
    const of = nodes.filter((node) => node["Relation Name"]?.startsWith("agent_"))
    expect(of.length).toBeGreaterThan(1)
    expect(of.filter((node) => node["Node Type"] === "Seq Scan" || node["Actual Rows"] > 1)).toEqual([])
  }
})
