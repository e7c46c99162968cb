// What grants give their agents, whatever becomes of their person, and what many of them cost a call.
import { afterAll, expect, test, vi } from "vitest"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { callerName } from "~/domain/core/actor"
import { limitOf } from "~/domain/limits/limits.server"
import { countAmount } from "~/domain/limits/rate.server"
import { forgetAgents, newAccessToken } from "~/domain/sign-in/agent-access.server"
import { identityOfAccess } from "~/domain/sign-in/mcp-ticket.server"
import { resource } from "~/domain/sign-in/oauth-request.server"
import { sha256 } from "~/outside/signing.server"
import { openAgent } from "../support/api/agent.ts"
import { openApi } from "../support/api/api.ts"
import { insertGrants } from "../support/database/agent-grants.ts"
import { planOf, statementsOf } from "../support/database/statements.ts"

const api = await openApi()
afterAll(api.close)

/** Grants of the person, each for one plan, with ten tokens. */
const grant = (personId: number, planId: number, grants: number, first: Buffer) =>
  insertGrants(db(), { personId, planId, grants, first, resource: resource() })

test("an agent whose person becomes a viewer only reads, and reaches nothing of a plan that they have left", async () => {
  const [owner, ada] = [await api.person(), await api.person()]
  const { plan, goal } = await api.filled(owner)
  await api.join(plan.id, ada)
  const access = newAccessToken()
  await grant(ada.id, plan.id, 1, sha256(access))
  const identity = await identityOfAccess(access)
  if (!identity) throw new Error("The token is unknown.")
  const agent = await openAgent(identity)
  const ends = async (tool: string, input: object) => (await agent.call(tool, { planId: plan.id, ...input })).isError
  const changes = [{ op: "update", entity: "goal", id: goal.id, fields: { name: "Quay" } }]
  const { data } = await agent.call<{ id: number }>("propose_changes", { planId: plan.id, changes })
  expect(await ends("save_goal", { name: "Pier" })).toBe(false)
  await api.send(planCalls.setMemberRole, { planId: plan.id, userId: ada.id, role: 2 }, { as: owner })
  expect(await ends("save_goal", { name: "Mole" })).toBe(true)
  expect((await agent.call("apply_changes", { id: data.id })).isError).toBe(true)
  expect(await ends("get_board", {})).toBe(false)
  await api.send(planCalls.removeMember, { planId: plan.id, userId: ada.id }, { as: owner })
  expect(await ends("get_board", {})).toBe(true)
  expect((await agent.call<{ plans: object[] }>("list_plans", {})).data.plans).toEqual([])
  await agent.close()
  const { body: board } = await api.send(planCalls.board, { planId: plan.id }, { as: owner })
  expect(board.goals.map(({ name }) => name)).toEqual(["Goal", "Pier"])
})

test("an agent that has made its changes of a minute is refused more, and its person and their other agents are not", async () => {
  const ada = await api.person()
  const { id: planId } = await api.plan(ada)
  const agentOf = async () => {
    const access = newAccessToken()
    await grant(ada.id, planId, 1, sha256(access))
    const identity = await identityOfAccess(access)
    if (!identity) throw new Error("The token is unknown.")
    const agent = await openAgent(identity)
    return { ...agent, identity, save: (name: string) => agent.call("save_goal", { planId, name }) }
  }
  const [claude, codex] = [await agentOf(), await agentOf()]
  vi.useFakeTimers({ toFake: ["Date"] })
  try {
    const most = limitOf("agent_changes_per_minute")
    countAmount("agent changes", callerName(claude.identity), most, most.most - 2)
    // Each applied change counts, whichever tool makes it.
    const changes = ["Pier", "Mole"].map((name) => ({ op: "create", entity: "goal", fields: { name } }))
    const { data } = await claude.call<{ id: number }>("propose_changes", { planId, changes })
    expect((await claude.call("apply_changes", { id: data.id })).isError).toBe(false)
    expect(await claude.save("Quay")).toMatchObject({
      isError: true,
      text: expect.stringContaining(
        "This key or agent has made too many changes in this minute. Please wait a moment.",
      ),
    })
    expect((await claude.call("get_board", { planId })).isError).toBe(false)
    expect((await codex.save("Lighthouse")).isError).toBe(false)
    expect((await api.goal(ada, planId, { name: "Buoy" })).name).toBe("Buoy")
    vi.advanceTimersByTime(60_000)
    expect((await claude.save("Dredger")).isError).toBe(false)
  } finally {
    vi.useRealTimers()
    await Promise.all([claude.close(), codex.close()])
  }
})

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
  // Some are sent side by side.
  const queriesOf = (statements: typeof few) => statements.map(({ query }) => query).sort()
  expect(queriesOf(many)).toEqual(queriesOf(few))

  const reading = many.filter(({ query }) => query.includes("app.agent_"))
  expect(reading.length).toBeGreaterThan(0)
  for (const statement of reading) {
    const of = (await planOf(statement)).filter((step) => step["Relation Name"]?.startsWith("agent_"))
    expect(of.length).toBeGreaterThan(1)
    expect(of.filter((step) => step["Node Type"] === "Seq Scan" || step["Actual Rows"] > 1)).toEqual([])
  }
})
