// hostileFiles(of), planOf(tasks), fillPlan(product, …), boardReads(…): what is too large for one request, and what is as large as may be.
import { strToU8, zipSync } from "fflate"
import postgres from "postgres"
import { planCalls } from "~/contract/plan"
import { linkCalls, visitHeader } from "~/contract/public-link"
import type { Person, Product } from "../support/product/product.ts"

const zip = (plan: string) => zipSync({ "plan.json": strToU8(plan) }, { level: 1 })
const own = (fields: string) => `{"format":"laneway-plan","version":1,"name":"x",${fields}}`
export const ones = (count: number) => `[${"1,".repeat(count)}1]`

type HostileFile = [what: string, bytes: Uint8Array, name: string, reason: RegExp]

/** `numbers` and `lines` beyond what an import reads; `broken`: entries that are no cards. */
export const hostileFiles = ({
  numbers,
  broken,
  lines,
}: Record<"numbers" | "broken" | "lines", number>): HostileFile[] => [
  [`a zip of ${numbers} numbers`, zip(own(`"goals":${ones(numbers)}`)), "a.zip", /more than 2500000 values/],
  [`a zip of ${broken} goals that are none`, zip(own(`"goals":${ones(broken)}`)), "a.zip", /^goals: /],
  [`${numbers} bare numbers`, strToU8(ones(Math.min(numbers, 5_000_000))), "a.json", /more than 2500000 values/],
  [`a Trello board of ${broken} numbers`, zip(`{"lists":[],"cards":${ones(broken)}}`), "a.zip", /^cards: /],
  [`a Markdown of ${lines} lines`, zip("a\n".repeat(lines)), "a.zip", /no goal|time or memory/],
  ["a Markdown line that backtracks", strToU8(`- ${" ".repeat(lines / 2)}\u2028`), "a.md", /more than 20000/],
  [`a table of ${lines / 2} lines`, strToU8(`task\n${"a\n".repeat(lines / 2)}`), "a.csv", /fewer rows/],
]

export const imported = (person: Person, bytes: Uint8Array, name: string) => {
  const form = new FormData()
  form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], name))
  return person.call<{ id: number; message: string }>("POST", "/api/Plan/import", { raw: form })
}

/** A plan of this many tasks, with 25 to an action and 20 actions to a goal. */
export const planOf = (tasks: number) => {
  const task = (n: number) => ({ description: `Task ${n} ${"of the harbour ".repeat(8)}`, owner: `Person ${n % 50}` })
  const action = (n: number) => ({
    topic: `Action ${n}`,
    tasks: Array.from({ length: 25 }, (_, at) => task(n * 25 + at)),
  })
  const goal = (n: number) => ({
    name: `Goal ${n}`,
    actions: Array.from({ length: 20 }, (_, at) => action(n * 20 + at)),
  })
  return strToU8(own(`"goals":${JSON.stringify(Array.from({ length: tasks / 500 }, (_, at) => goal(at)))}`))
}

/** A plan of so many actions with 23 tasks each; at 3,000 it has as many cards, and nearly as much text, as it may have. */
export const fillPlan = async (product: Product, person: Person, actions: number) => {
  const { id } = (await person.send(planCalls.create, { name: "Full" })).body
  const sql = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  await sql.begin(async (tx) => {
    await tx`
      insert into app.item (plan_id, topic, description, "order", business_value, effort_and_complexity, focus_order, dot_voting, type, is_draft,
        created_by, created_date, modified_date)
      select ${id}, 'Action ' || n, '', n, 0, 0, 0, 0, 0, false, p.owner_id, now(), now()
      from generate_series(1, ${actions}::int) n, app.plan p where p.id = ${id}`
    await tx`
      insert into app.task (plan_id, item_id, description, type, "order", is_draft, created_by, created_date, modified_date)
      select i.plan_id, i.id, 'Task ' || n || repeat(' of the harbour', 16 + n % 2 * 16), 0, n, false, i.created_by, now(), now()
      from app.item i, generate_series(1, 23) n where i.plan_id = ${id}`
    await tx`select app.count_cards(${id})`
  })
  await sql`vacuum analyze app.task, app.item`
  await sql.end()
  return id
}

/** Every call that answers a whole board. */
export const boardReads = async ({ url }: Product, person: Person, planId: number) => {
  const plain = { "accept-encoding": "identity" }
  const link = (await person.send(linkCalls.makeLink, { planId })).body.url
  const page = await (await fetch(`${url}/public/${link.split("/").at(-1)}`)).text()
  const visitor = { cookie: "", [visitHeader]: /visitKey\W{1,9}([\w.-]+)/.exec(page)?.[1] ?? "" }
  const reads: [path: string, headers: Record<string, string>][] = [
    [`/api/Plan/${planId}/board`, {}],
    [`/api/Plan/${planId}/board`, plain],
    [`/api/Task/plan/${planId}`, {}],
    [`/api/Plan/${planId}/export?format=json`, {}],
    [`/api/Plan/${planId}/export?format=zip`, {}],
    ["/api/public/board", visitor],
    ["/api/public/board", { ...visitor, ...plain }],
  ]
  /** How many bytes an answer has, read as fast as they come; 0 for a refusal. */
  const bytesOf = async ([path, headers]: (typeof reads)[number]) => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie: person.cookie, ...headers } })
    let bytes = 0
    for await (const piece of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>) bytes += piece.byteLength
    return answer.status === 200 ? bytes : 0
  }
  return reads.map((read) => ({ path: read[0], bytes: () => bytesOf(read) }))
}
