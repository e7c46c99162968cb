// Makes every call as every kind of actor and compares the answers with docs/roles.md; `vitest -u` writes the page.

import { readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type contract, everyCall } from "~/contract"
import type { Call } from "~/contract/call"
import { type Capability, can, capabilities, isCapability, isForKeys, type Standing } from "~/contract/capability"
import { planCalls } from "~/contract/plan"
import { visitHeader } from "~/contract/public-link"
import { db } from "~/database/connection.server"
import { keepWords } from "~/database/search.server"
import { forgetCards } from "~/domain/board/cached-cards.server"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { type Stocked, sentTo, stocked } from "../support/api/every-call.ts"
import { visitorOf } from "../support/api/visitor.ts"
import { type StripeServer, stripeServer } from "../support/services/stripe.ts"

const callers = [
  "nobody",
  "stranger",
  "viewer",
  "member",
  "admin",
  "owner",
  "SystemAdmin",
  "removed",
  "disabled",
  "key",
  "other key",
  "visitor",
] as const
type Who = (typeof callers)[number]
type Row = Record<Who, string>
const document = "docs/roles.md"
const yes = "yes"

let api: Api
let stripe: StripeServer
let board: Stocked
const asking = {} as Record<Who, { as?: Caller; headers?: Record<string, string> }>

beforeAll(async () => {
  // One connection, so that each call runs in a transaction that is rolled back.
  stripe = await stripeServer()
  api = await openApi({ connections: 1, rateLimits: false, stripe })
  const person = async (who: Who, options = {}) => {
    const made = await api.person(options)
    asking[who] = { as: made }
    return made
  }
  const owner = await person("owner")
  const removed = await person("removed")
  const member = await person("member")
  board = await stocked(api, owner, { author: member, invited: removed })
  const planId = board.plan.id
  await api.join(planId, await person("viewer"), 2)
  await api.join(planId, await person("admin"), 0)
  await api.join(planId, removed)
  const left = await api.send(planCalls.removeMember, { planId, userId: removed.id }, { as: owner })
  expect(left.status).toBe(204)
  const picture = everyCall().find(({ resource, name }) => resource === "Users" && name === "setAvatar")
  if (picture) await make("member", picture)
  await person("SystemAdmin", { role: 0 })
  const disabled = await person("disabled")
  await api.join(planId, disabled, 0)
  await db()`update app.person set enabled = false where id = ${disabled.id}`
  const another = await api.filled(await person("stranger"))
  asking.nobody = {}
  asking.key = { headers: { "x-api-key": await api.key(planId) } }
  asking["other key"] = { headers: { "x-api-key": await api.key(another.plan.id) } }
  asking.visitor = { headers: { [visitHeader]: await visitorOf(api, planId, owner) } }
  // Index words and record visits first, so that a refused call below has nothing left to write.
  await keepWords()
  for (const who of callers) await api.call("GET", "/api/Search/entity-types", asking[who])
  // A later visit would be recorded after a minute, which the test may take.
  await db()`update app.person set last_seen_at = now() + interval '1 hour'`
  await db()`update app.session set last_used = now() + interval '1 hour'`
  await db()`update app.plan_key set used_date = now() + interval '1 hour'`
})
afterAll(async () => {
  await api.close()
  await stripe.close()
})

type Asked = ReturnType<typeof everyCall>[number] & { variant?: string; body?: (at: Stocked) => object }

/** The same call with a different subject. */
const variants: Record<string, [what: string, body: (at: Stocked) => object][]> = {
  "Plan.setMemberRole": [["the owner's", ({ plan }) => ({ planId: plan.id, userId: plan.ownerId, role: 1 })]],
  "Note.create": [["a private one", ({ plan }) => ({ planId: plan.id, title: "New", visibility: 0 })]],
  "Prompt.create": [["the plan's", ({ plan }) => ({ name: "New", text: "New", planId: plan.id })]],
  "Users.update": [["a system role", () => ({ role: 2 })]],
}
const asked = () =>
  everyCall().flatMap((each): Asked[] => [
    each,
    ...(variants[`${each.resource}.${each.name}`] ?? []).map(([variant, body]) => ({ ...each, variant, body })),
  ])
const titleOf = ({ resource, name, variant }: Asked) => `${resource}.${name}${variant ? `: ${variant}` : ""}`

const make = (who: Who, { resource, name, call, body }: Asked) => {
  const { address, ...sent } = sentTo(resource, name, call, board)
  return api.call(call.method, address, { ...asking[who], ...sent, ...(body ? { body: body(board) } : {}) })
}

/** The number of rows this connection has written so far, including rolled-back ones. */
const written = async () => {
  const [row] = await db()<{ rows: number }[]>`
    select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as rows from pg_stat_xact_user_tables`
  return row?.rows
}

/** Makes the call and rolls it back. A refused call must not write anything, not even temporarily. */
const outcome = async (who: Who, each: Asked) => {
  await db().unsafe("begin")
  forgetCards()
  try {
    const before = await written()
    const { status, text } = await make(who, each)
    if (status < 400) return yes
    expect(status, `${titleOf(each)} by ${who}: ${text}`).toBeLessThan(500)
    // An upload's bytes arrive before the fields that name its card.
    return each.name !== "upload" && (await written()) !== before ? `${status}, and wrote` : String(status)
  } finally {
    await db().unsafe("rollback")
  }
}

const titles: Record<keyof typeof contract, string> = {
  Account: "Account",
  Admin: "Administration",
  Ai: "Assistant",
  Audit: "Log",
  auth: "Sessions and tickets",
  Feed: "Calendar feeds",
  File: "Files",
  Goal: "Goals",
  invitation: "Invitations",
  Item: "Actions",
  KeyResult: "Results of goals",
  Label: "Labels",
  message: "Messages",
  Meeting: "Meeting",
  Note: "Notes of a plan",
  notification: "Notifications",
  payment: "Payment",
  Plan: "Plans",
  plans: "API key and public link of a plan",
  Prompt: "Prompts",
  public: "Public link",
  Search: "Search",
  Task: "Tasks",
  Threads: "Threads",
  Users: "People",
  View: "Views of a plan",
  Webhook: "Webhooks of a plan",
}

const tableRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
const tableOf = (head: readonly string[], rows: string[][]) =>
  [tableRow(head), `|${"---|".repeat(head.length)}`, ...rows.map(tableRow)].join("\n")

const needs = ({ access, inPlan, self, others }: Call) =>
  [
    access,
    ...(self ? ["self"] : []),
    ...(inPlan ? [`${inPlan} in a plan`] : []),
    ...(others ? [`${others.needs} for others`] : []),
  ].join(", ")

const yesOrNo = (may: boolean) => (may ? yes : "")

/** The text above the tables is written by hand and stays. */
const page = (found: Map<string, Row>) => {
  const [preamble = ""] = readFileSync(document, "utf8").split(/\n(?=## )/)
  const standings: [string, Standing][] = [
    ["viewer", 2],
    ["member", 1],
    ["admin", 0],
    ["key", "key"],
  ]
  const all = Object.keys(capabilities) as Capability[]
  const table = tableOf(
    ["Capability", ...standings.map(([who]) => who)],
    all.map((what) => [what, ...standings.map(([, standing]) => yesOrNo(can(standing, what)))]),
  )
  const sections = Object.entries(titles).map(([resource, title]) => {
    const rows = asked()
      .filter((each) => each.resource === resource)
      .map((each) => {
        const row = found.get(titleOf(each)) as Row
        const { method, path } = each.call
        return [titleOf(each), `${method} ${path}`, needs(each.call), ...callers.map((who) => row[who])]
      })
    return `## ${title}\n\n${tableOf(["Call", "", "Needs", ...callers], rows)}\n`
  })
  return [preamble.trimEnd(), "", "## Capabilities", "", table, "", sections.join("\n")].join("\n")
}

const found = new Map<string, Row>()

test("every actor may do what docs/roles.md says, and nothing else", async () => {
  for (const each of asked()) {
    const row = {} as Row
    for (const who of callers) row[who] = await outcome(who, each)
    found.set(titleOf(each), row)
  }
  await expect(page(found)).toMatchFileSnapshot(`../../${document}`)
})

/** The answers that follow from a call's access alone. A handler may refuse more, as edits of others' comments. */
const declared = ({ access, self, others, path }: Call): Partial<Row> => {
  if (access === "public") return {}
  const forKeys = isForKeys(access)
  if (access === "visitor") {
    const refused = callers.map((who) => [who, who === "nobody" || who === "disabled" ? "401" : "403"])
    return { ...Object.fromEntries(refused), visitor: yes }
  }
  const all: Partial<Row> = {
    nobody: "401",
    disabled: "401",
    visitor: "403",
    ...(forKeys ? {} : { key: "403", "other key": "403" }),
  }
  if (!isCapability(access)) return all
  const answer = (standing: Standing, what = access) => (can(standing, what) ? yes : self ? "404" : "403")
  const admins =
    answer(1) === yes ? {} : { admin: path === planCalls.setOwner.path ? "403" : yes, owner: yes, SystemAdmin: yes }
  // The person named by calls about others is the member.
  const viewer = answer(2, others?.needs)
  return {
    ...all,
    ...admins,
    stranger: "404",
    removed: "404",
    member: answer(1),
    ...(viewer === yes ? {} : { viewer }),
    ...(forKeys ? { "other key": "404" } : {}),
  }
}

test("the contract declares the same access", () => {
  const differs = everyCall().flatMap(({ resource, name, call }) =>
    Object.entries(declared(call))
      .filter(([who, status]) => found.get(`${resource}.${name}`)?.[who as Who] !== status)
      .map(([who, status]) => `${resource}.${name}: ${who} ${status}`),
  )
  expect(differs).toEqual([])
})

type Operation = { security: Record<string, []>[]; description: string }

/** The answers that the API document promises, by its words and its security alone. */
const promised = ({ security, description }: Operation): Partial<Row> => {
  const schemes = security.flatMap((one) => Object.keys(one))
  if (schemes.length === 0) return {}
  const mayVisit = schemes.includes("visit")
  const refused = (who: readonly Who[], status: string) => Object.fromEntries(who.map((one) => [one, status]))
  const [first = "", ...more] = description.replace(/^For |[.]$/g, "").split("; ")
  const inPlan = more.find((part) => part.startsWith("where it concerns a plan, for ")) ?? first
  const ofOthers = more.find((part) => part.startsWith("about somebody else, for ")) ?? ""
  const withoutRight = /admins of the plan/.test(inPlan) ? (["viewer", "member"] as const) : (["viewer"] as const)
  return {
    ...refused(["nobody", "disabled"], "401"),
    ...(mayVisit ? { ...refused(callers.slice(1), "403"), disabled: "401", visitor: yes } : { visitor: "403" }),
    ...(mayVisit || schemes.includes("planKey") ? {} : refused(["key", "other key"], "403")),
    ...(/System Admins/.test(first)
      ? refused(["stranger", "removed", "viewer", "member", "admin", "owner"], "403")
      : {}),
    ...(/the person named/.test(first) ? refused(["stranger", "viewer", "admin", "owner"], "404") : {}),
    ...(/not its viewers|admins of the plan/.test(inPlan) && !/the person named/.test(first)
      ? refused(withoutRight, "403")
      : {}),
    ...(/admins of the plan/.test(ofOthers) ? { viewer: "403" } : {}),
  }
}

/** Refused by who made or owns the thing, or whom it is for; the role alone does not say it. */
const restsOnAuthor =
  /Comment$|^Plan[.](setOwner|withdrawProposal)|^Note[.](update|remove|restore)$|^File[.](upload|remove|rename)|^invitation[.]accept|^View[.](update|remove)$/
/** The plan they concern is the caller's own, new one. */
const makesPlan = /^Plan[.](create|createSample|import)$/

test("the API document promises what everybody is answered", async () => {
  const { paths } = (await api.call<{ paths: Record<string, Record<string, Operation>> }>("GET", "/api/openapi.json"))
    .body
  const differs = everyCall().flatMap(({ resource, name, call }) => {
    const title = `${resource}.${name}`
    const operation = paths[call.path.replace(/:(\w+)/g, "{$1}")]?.[call.method.toLowerCase()] as Operation
    const says: Partial<Row> = makesPlan.test(title)
      ? promised({ ...operation, description: "" })
      : { ...(restsOnAuthor.test(title) ? found.get(title) : {}), ...promised(operation) }
    const row = found.get(`${title}: the plan's`) ?? (found.get(title) as Row)
    return callers
      .filter((who) => (says[who] ?? (/^40[13]/.test(row[who]) ? "no refusal" : row[who])) !== row[who])
      .map((who) => `${title}: ${who} ${row[who]}, but says: ${operation.description}`)
  })
  expect(differs).toEqual([])
})
