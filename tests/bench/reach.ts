// measureReach(bench): how soon a message or a notification is at the other person, with everybody connected.
import type { Task } from "~/contract/task"
import type { Bench } from "./bench.ts"
import { type Load, openLoad, pause, percentiles } from "./load.ts"
import type { BenchPerson } from "./seed.ts"
import { eventOf, type Joined, joinPerson, type Ticket } from "./socket.ts"

const PER_SECOND = 10
const PARTNERS = 20

export async function measureReach({ quick, figures, product, crowded: { planId }, people }: Bench) {
  const load = openLoad(product.url, people.length)
  const [writer, ...others] = people as [BenchPerson, ...BenchPerson[]]
  const { cookie } = writer
  const joined = await Promise.all(others.map((person) => enter(load, person)))
  const count = PER_SECOND * (quick ? 3 : 15)
  const post = (path: string, body: unknown) => load.send({ method: "POST", path, cookie, body })

  const conversations: number[] = []
  for (const { id } of others.slice(0, PARTNERS)) {
    const { bytes } = await post("/api/message/conversations", { planId, participantIds: [id] })
    conversations.push(JSON.parse(bytes.toString()).id)
  }
  const messages = await arrivals(joined.slice(0, PARTNERS), "SendMessageToUser", count, (to, n) =>
    post(`/api/message/conversations/${conversations[to]}/messages`, { content: `Is crane ${n} free?` }),
  )
  figures.atMost(`Message → its reader, ${people.length} connected`, "ms", percentiles(messages.times), [null, 60])
  figures.atMost("… lost", "messages", messages.lost, 0)

  const { bytes } = await load.send({ method: "GET", path: `/api/Task/plan/${planId}`, cookie })
  const tasks: Task[] = JSON.parse(bytes.toString())
  const mentions = await arrivals(joined, "SendNotificationToUser", count, (to, n) =>
    post(`/api/Task/${tasks[n]?.id}/comments?planId=${planId}`, {
      content: `Please look at ${n}`,
      mentions: [{ MentionedUserId: others[to]?.id }],
    }),
  )
  figures.atMost(`Mention → its reader, ${people.length} connected`, "ms", percentiles(mentions.times), [null, 60])
  figures.atMost("… lost", "notifications", mentions.lost, 0)
  for (const { close } of joined) close()
  load.close()
}

async function enter(load: Load, { id, cookie }: BenchPerson) {
  const { bytes } = await load.send({ method: "POST", path: "/api/auth/realtime-ticket", cookie, body: {} })
  const ticket: Ticket = JSON.parse(bytes.toString())
  return joinPerson(ticket, id)
}

/** Sends to one person after the other; ms until each is there. */
async function arrivals(
  joined: readonly Joined[],
  event: string,
  count: number,
  send: (to: number, n: number) => Promise<unknown>,
) {
  await pause(1_000)
  for (const { arrivals } of joined) arrivals.length = 0
  const sent: number[][] = joined.map(() => [])
  const calls: Promise<unknown>[] = []
  for (let n = 0; n < count; n++) {
    const to = n % joined.length
    const due = pause(1_000 / PER_SECOND)
    sent[to]?.push(performance.now())
    calls.push(send(to, n))
    await due
  }
  await Promise.all(calls)
  await pause(1_000)
  const times = joined.flatMap(({ arrivals }, to) =>
    arrivals
      .filter(({ frame }) => eventOf(frame) === event)
      .flatMap(({ at }, nth) => {
        const from = sent[to]?.[nth]
        return from === undefined ? [] : [at - from]
      }),
  )
  return { times, lost: count - times.length }
}
