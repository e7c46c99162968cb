// measureWebhooks(bench): what webhooks add to a save, what a slow receiver delays, and what a thousand failing ones cost.
import { readFileSync } from "node:fs"
import postgres from "postgres"
import { endPauses } from "../support/database/webhook-pauses.ts"
import { openReceiver } from "../support/services/receiver.ts"
import type { Bench } from "./bench.ts"
import { type Load, openLoad, pause, percentiles } from "./load.ts"
import { readProcess } from "./process.ts"
import type { BenchPerson } from "./seed.ts"

const PER_PLAN = 20
const FAILING_PLANS = 50
const EVENTS_A_SECOND = 100
/** Tries of one delivery that hold up later ones, for how long they do, and those beside later ones. */
const IN_LINE = 3
const IN_LINE_SECONDS = 305
const BESIDE = 7

type Plan = { planId: number; tasks: number[]; person: BenchPerson }

const openPlans = (load: Load) => {
  const make = async (person: BenchPerson, path: string, body: object): Promise<number> => {
    const { bytes } = await load.send({ method: "POST", path, cookie: person.cookie, body })
    return JSON.parse(bytes.toString()).id
  }
  const plan = async (person: BenchPerson, count = 1): Promise<Plan> => {
    const planId = await make(person, "/api/Plan", { name: "Harbour" })
    const itemId = await make(person, `/api/Item?planId=${planId}`, { topic: "Quay" })
    const tasks: number[] = []
    for (let n = 0; n < count; n++)
      tasks.push(await make(person, `/api/Task?planId=${planId}`, { itemId, description: "Permit" }))
    return { planId, tasks, person }
  }
  const hook = ({ planId, person }: Plan, url: string) =>
    make(person, `/api/Webhook?planId=${planId}`, { name: "Bench", url, events: ["task.updated"] })
  let saved = 0
  /** Saves the plan's tasks in turn. Returns the text that one has then. */
  const save = async ({ planId, tasks, person }: Plan) => {
    const description = `Permit ${++saved}`
    await load.send({
      method: "PUT",
      path: `/api/Task?planId=${planId}`,
      cookie: person.cookie,
      headers: { "idempotency-key": `hooks ${process.pid} ${saved}` },
      body: { id: tasks[saved % tasks.length], description },
    })
    return description
  }
  return { plan, hook, save }
}

/** When a delivery with each text arrived. */
const watched = async () => {
  const receiver = await openReceiver()
  const arrived = new Map<string, number>()
  const textOf = (body: string): string => JSON.parse(body).data?.after?.description
  receiver.answers(({ body }) => {
    arrived.set(textOf(body), performance.now())
    return 204
  })
  return { ...receiver, arrived }
}

/** Processor time of the embedded database's processes, ms; 0 where there is no /proc. */
const databaseMs = ({ postgresPid }: Bench["product"]): number => {
  if (postgresPid === null) return 0
  const statOf = (pid: number | string) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
      return { ticks: Number(fields[11]) + Number(fields[12]) }
    } catch {
      return { ticks: 0 }
    }
  }
  try {
    const children = readFileSync(`/proc/${postgresPid}/task/${postgresPid}/children`, "utf8").trim().split(" ")
    return children.reduce((sum, pid) => sum + statOf(pid).ticks * 10, 0)
  } catch {
    return 0
  }
}

export const measureWebhooks = async (bench: Bench) => {
  const load = openLoad(bench.product.url, 8)
  try {
    await besideSaves(bench, load)
    await slowReceiver(bench, load)
    await failing(bench, load)
  } finally {
    load.close()
  }
}

/** Saves of a plan with ten webhooks and of one without, in turn, ten of each a second. */
const besideSaves = async ({ quick, figures, people }: Bench, load: Load) => {
  const { plan, hook, save } = openPlans(load)
  const receiver = await watched()
  const person = people[20] as BenchPerson
  const [without, having] = [await plan(person), await plan(person)]
  for (let n = 0; n < 10; n++) await hook(having, receiver.url)
  const times = { without: [] as number[], having: [] as number[] }
  /** What a pair's save with webhooks took more, by which of the two came first: the second finds the server awake. */
  const more = { without: [] as number[], having: [] as number[] }
  const one = async (of: Plan) => {
    const began = performance.now()
    await save(of)
    return performance.now() - began
  }
  for (let round = -20; round < (quick ? 150 : 600); round++) {
    const turn = round % 2 === 0 ? (["without", "having"] as const) : (["having", "without"] as const)
    const took = { without: 0, having: 0 }
    for (const which of turn) took[which] = await one(which === "having" ? having : without)
    await pause(100)
    if (round < 0) continue
    times.without.push(took.without)
    times.having.push(took.having)
    more[turn[0]].push(took.having - took.without)
  }
  figures.atMost("Save a task, no webhook", "ms", percentiles(times.without))
  figures.atMost("Save a task, ten webhooks", "ms", percentiles(times.having))
  // All pairs together have two peaks, one for each order, and a median anywhere between them.
  const ofPairs = (percentiles(more.without)[0] + percentiles(more.having)[0]) / 2
  figures.atMost("… more for ten webhooks, p50 of pairs", "ms", Math.max(0, ofPairs), 0.3)
  // Other load on the machine disturbs these least.
  const fastest = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 10)] as number
  const ofFastest = Math.max(0, fastest(times.having) - fastest(times.without))
  figures.atMost("… of the fastest tenth", "ms", ofFastest, 0.3)
  await receiver.close()
}

/** A receiver that answers after its ten seconds, with 100 events a second, beside webhooks of the same and another plan. */
const slowReceiver = async ({ quick, figures, people }: Bench, load: Load) => {
  const { plan, hook, save } = openPlans(load)
  const [receiver, slow] = [await watched(), await openReceiver()]
  slow.answers(() => "hang")
  // Saves that come at once change different tasks.
  const busy = await plan(people[21] as BenchPerson, 50)
  const other = await plan(people[22] as BenchPerson)
  await hook(other, receiver.url)
  const seconds = quick ? 8 : 20
  const lagsOf = async () => {
    const saved: { text: string; at: number; took: number }[] = []
    for (let n = 0; n < seconds * 4; n++) {
      const began = performance.now()
      const text = await save(other)
      saved.push({ text, at: performance.now(), took: performance.now() - began })
      await pause(250)
    }
    await arrivedAll(
      receiver.arrived,
      saved.map(({ text }) => text),
    )
    return {
      lag: percentiles(saved.map(({ text, at }) => Math.max(0, (receiver.arrived.get(text) ?? 0) - at))),
      took: percentiles(saved.map(({ took }) => took)),
    }
  }
  const quiet = await lagsOf()
  await hook(busy, slow.url)
  await hook(busy, receiver.url)
  const texts: string[] = []
  const events = (async () => {
    const began = performance.now()
    const saves: Promise<unknown>[] = []
    for (let n = 0; n < seconds * EVENTS_A_SECOND; n++) {
      saves.push(save(busy).then((text) => texts.push(text)))
      await pause(Math.max(0, began + (n + 1) * (1_000 / EVENTS_A_SECOND) - performance.now()))
    }
    await Promise.all(saves)
    return { perSecond: (texts.length / (performance.now() - began)) * 1_000, ended: performance.now() }
  })()
  const beside = await lagsOf()
  const { perSecond, ended } = await events
  await arrivedAll(receiver.arrived, texts)
  const behind = Math.max(...texts.map((text) => receiver.arrived.get(text) ?? 0)) - ended
  figures.atLeast("Events to a receiver that takes 10 s", "per s", perSecond, EVENTS_A_SECOND * 0.9)
  figures.atMost("A delivery of another plan, alone", "ms", quiet.lag, [1_500, null])
  figures.atMost("… beside these", "ms", beside.lag, [1_500, null])
  figures.atMost("A save of another plan, alone", "ms", quiet.took)
  figures.atMost("… beside these", "ms", beside.took)
  figures.atMost("Another webhook of the same plan has all of them after", "ms", Math.max(0, behind), 3_000)
  await receiver.close()
  await slow.close()
}

const arrivedAll = async (arrived: Map<string, number>, texts: string[]) => {
  const until = performance.now() + 60_000
  while (!texts.every((text) => arrived.has(text))) {
    if (performance.now() > until) throw new Error("Deliveries are missing after a minute.")
    await pause(50)
  }
}

/** All that waits for a time runs now. */
const skipAhead = async ({ databaseUrl }: Bench["product"]) => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await endPauses(sql)
  await sql.end()
}

/** A thousand webhooks whose receiver answers 503. */
const failing = async ({ quick, figures, product, people }: Bench, load: Load) => {
  const { plan, hook, save } = openPlans(load)
  const receiver = await openReceiver()
  receiver.answers(() => 503)
  const plans: Plan[] = []
  for (let n = 0; n < FAILING_PLANS; n++) plans.push(await plan(people[30 + n] as BenchPerson))
  for (const each of plans) for (let n = 0; n < PER_PLAN; n++) await hook(each, receiver.url)
  const hooks = FAILING_PLANS * PER_PLAN
  const used = async () => (await readProcess(product)).cpuMs + databaseMs(product)
  const measured = async (work: () => Promise<unknown>) => {
    const [before, began] = [await used(), performance.now()]
    await work()
    return { ms: (await used()) - before, wall: performance.now() - began }
  }
  const tries = (count: number) => async () => {
    const until = performance.now() + 120_000
    while (receiver.received.length < count) {
      if (performance.now() > until) throw new Error(`${receiver.received.length} of ${count} tries in two minutes.`)
      await pause(100)
    }
  }
  const span = quick ? 10_000 : 30_000
  const idle = await measured(() => pause(span))
  for (const each of plans) await save(each)
  // At once and after 5 s; the third one is in five minutes.
  const twice = await measured(tries(2 * hooks))
  await pause(2_000)
  const waiting = await measured(() => pause(span))
  const percent = ({ ms, wall }: { ms: number; wall: number }) => (ms / wall) * 100
  const atRest = Math.max(0, percent(waiting) - percent(idle))
  const cost = ({ ms, wall }: { ms: number; wall: number }, count: number) =>
    Math.max(0, ms - (idle.ms / idle.wall) * wall) / count
  await skipAhead(product)
  await tries(IN_LINE * hooks)()
  await pause(2_000)
  const beside = await measured(async () => {
    await skipAhead(product)
    await tries((IN_LINE + 1) * hooks)()
  })
  const ofDelivery = IN_LINE * cost(twice, 2 * hooks) + BESIDE * cost(beside, hooks)
  figures.atMost(`${hooks} failing webhooks between tries`, "% of a processor", atRest, 1)
  figures.atMost("A failed try in line, database included", "ms of a processor", cost(twice, 2 * hooks))
  figures.atMost("A failed try beside others", "ms of a processor", cost(beside, hooks))
  figures.atMost(
    `${hooks} failing webhooks, a change an hour each`,
    "% of a processor",
    atRest + ((hooks * ofDelivery) / 3_600_000) * 100,
    1,
  )
  figures.atMost(
    "… of plans that never stop changing",
    "% of a processor",
    atRest + ((hooks * ofDelivery) / (IN_LINE_SECONDS * 1_000)) * 100,
  )
  await receiver.close()
}
