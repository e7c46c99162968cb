// measureLive(bench): how soon a change reaches other clients, and how long a crowd takes to join a large board.
import type { Task } from "~/contract/task"
import type { Bench } from "./bench.ts"
import { type Load, openLoad, pause, percentiles } from "./load.ts"
import type { BenchPerson } from "./seed.ts"
import { joinPlan, seqOf, type Ticket } from "./socket.ts"

const crowds = [1, 50, 200]
const WRITES_PER_SECOND = 20

export const measureLive = async (bench: Bench) => {
  const { figures } = bench
  for (const clients of crowds) {
    const { join, times, lost } = await follow(bench, clients)
    const most = clients === 200
    figures.atMost(`Change → another client, ${clients} connected`, "ms", percentiles(times), [null, 12])
    figures.atMost(`… lost`, "events", lost, 0)
    if (most) figures.atMost("200 clients join a board of 5,000", "s", join / 1_000, 3)
  }
}

const follow = async ({ quick, product, crowded, people }: Bench, clients: number) => {
  const { planId } = crowded
  const load = openLoad(product.url, clients)
  const writer = people[0] as BenchPerson
  const began = performance.now()
  const joined = await Promise.all(people.slice(-clients).map((person) => enter(load, person, planId)))
  const join = performance.now() - began

  const { bytes } = await load.send({ method: "GET", path: `/api/Task/plan/${planId}`, cookie: writer.cookie })
  const tasks: Task[] = JSON.parse(bytes.toString())
  // Wait until everybody's presence has been announced.
  await pause(1_500)
  for (const { arrivals } of joined) arrivals.length = 0

  const count = WRITES_PER_SECOND * (quick ? 4 : 15)
  const sentAt = new Map<number, number>()
  const writes: Promise<void>[] = []
  for (let n = 0; n < count; n++) {
    const due = pause(1_000 / WRITES_PER_SECOND)
    const at = performance.now()
    const body = {
      id: tasks[n % tasks.length]?.id,
      description: `Survey pilot harbour budget plan check ${clients} ${n}`,
    }
    const path = `/api/Task?planId=${planId}`
    writes.push(
      load.send({ method: "PUT", path, cookie: writer.cookie, body }).then(({ headers }) => {
        sentAt.set(Number(headers["x-plan-seq"]), at)
      }),
    )
    await due
  }
  await Promise.all(writes)
  await pause(1_000)
  const times = joined.flatMap(({ arrivals }) =>
    arrivals.flatMap(({ at, frame }) => {
      const sent = sentAt.get(seqOf(frame) ?? 0)
      return sent === undefined ? [] : [at - sent]
    }),
  )
  for (const { close } of joined) close()
  load.close()
  return { join, times, lost: count * clients - times.length }
}

/** Joins as a tab does: the ticket, then the channel and the board. */
const enter = async (load: Load, { id, userName, cookie }: BenchPerson, planId: number) => {
  const { bytes } = await load.send({ method: "POST", path: "/api/auth/realtime-ticket", cookie, body: { planId } })
  const ticket: Ticket = JSON.parse(bytes.toString())
  const [joined] = await Promise.all([
    joinPlan(ticket, planId, { userId: id, userName, connectionId: `tab ${id}` }),
    load.send({ method: "GET", path: `/api/Plan/${planId}/board`, cookie, headers: { "accept-encoding": "gzip" } }),
  ])
  return joined
}
