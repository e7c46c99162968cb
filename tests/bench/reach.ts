// measureReach(bench): how soon a message or a notification is at the other person and on their screen, with everybody connected.
import { chromium } from "playwright"
import postgres from "postgres"
import type { Task } from "~/contract/task"
import type { Bench } from "./bench.ts"
import { type Load, openLoad, pause, percentiles } from "./load.ts"
import { openScreen, type Screen } from "./screen.ts"
import type { BenchPerson } from "./seed.ts"
import { eventOf, type Joined, joinPerson, type Ticket } from "./socket.ts"

const PER_SECOND = 10
const PARTNERS = 20
/** Toasts that load what shows them. */
const FIRST = 2
const MANY = { plans: 10, each: 1_000 }

export const measureReach = async (bench: Bench) => {
  const { quick, figures, product, people } = bench
  const { planId } = bench.crowded
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

  if (bench.chromium) {
    const browser = await chromium.launch({ executablePath: bench.chromium, args: ["--no-sandbox", "--disable-gpu"] })
    const reader = others[0] as BenchPerson
    const screen = await openScreen(browser, product, reader, planId)
    const shown = quick ? 10 : 50
    const ofMessages = await toasts(screen, shown, (n) =>
      post(`/api/message/conversations/${conversations[0]}/messages`, { content: `Is barge ${n}. free?` }),
    )
    figures.atMost(`Message → on its reader’s screen, ${people.length} connected`, "ms", percentiles(ofMessages), [
      null,
      60,
    ])
    for (let n = 0; n < shown + FIRST; n++)
      await load.send({
        method: "PUT",
        path: `/api/Task?planId=${planId}`,
        cookie,
        body: { id: tasks[n]?.id, description: `Look at barge ${n}.` },
      })
    const ofMentions = await toasts(screen, shown, (n) =>
      post(`/api/Task/${tasks[n]?.id}/comments?planId=${planId}`, {
        content: `Please look at ${n}`,
        mentions: [{ MentionedUserId: reader.id }],
      }),
    )
    figures.atMost(`Mention → on its reader’s screen, ${people.length} connected`, "ms", percentiles(ofMentions), [
      null,
      60,
    ])
    await browser.close()
  }
  for (const { close } of joined) close()

  const times = await countedAndListed(load, product.databaseUrl, others.at(-1) as BenchPerson)
  figures.atMost("10,000 notifications: the count and the first page", "ms", percentiles(times), [null, 250])
  load.close()
}

/** Sends one after the other, each about barge `n`; ms until its toast is drawn. Throws when one is not. */
const toasts = async (screen: Screen, count: number, send: (n: number) => Promise<unknown>) => {
  await screen.drawn()
  const sent: number[] = []
  for (let n = 0; n < count + FIRST; n++) {
    const due = pause(n < FIRST ? 2_000 : 200)
    sent.push(performance.timeOrigin + performance.now())
    await Promise.all([send(n), due])
  }
  await pause(1_000)
  const drawn = await screen.drawn()
  return sent.slice(FIRST).map((began, at) => {
    const toast = drawn.find(({ text }) => text.includes(`barge ${at + FIRST}.`))
    if (!toast) throw new Error(`The toast of barge ${at + FIRST} was not shown.`)
    return toast.at - began
  })
}

/** Gives a person 10,000 notifications of ten plans; ms of each load of the count and the newest page. */
const countedAndListed = async (load: Load, databaseUrl: string, { id, cookie }: BenchPerson) => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  await sql`
    with plan as (
      insert into app.plan (name, owner_id) select 'Plan ' || n, ${id} from generate_series(1, ${MANY.plans}::int) n returning id)
    insert into app.notification (plan_id, person_id, kind, title)
    select id, ${id}, 'imported', 'Note ' || n from plan, generate_series(1, ${MANY.each}::int) n`
  await sql`analyze app.notification`
  await sql.end()
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    const began = performance.now()
    for (const path of [`/api/notification/${id}/unread`, `/api/notification/${id}`])
      await load.send({ method: "GET", path, cookie })
    times.push(performance.now() - began)
  }
  return times
}

const enter = async (load: Load, { id, cookie }: BenchPerson) => {
  const { bytes } = await load.send({ method: "POST", path: "/api/auth/realtime-ticket", cookie, body: {} })
  const ticket: Ticket = JSON.parse(bytes.toString())
  return joinPerson(ticket, id)
}

/** Sends to one person after the other; ms until each is there. */
const arrivals = async (
  joined: readonly Joined[],
  event: string,
  count: number,
  send: (to: number, n: number) => Promise<unknown>,
) => {
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
