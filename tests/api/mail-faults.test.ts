// A mail server that is down, slow, refuses one of three or all for now; people who are gone when it is back.
import { afterEach, expect, test } from "vitest"
import { enqueue, jobQueue } from "~/database/job.server"
import { mailJobs, patientMails } from "~/domain/mail/mails.server"
import { openJobs, pokeJobs } from "~/outside/jobs.server"
import { ownersOfTasks, queueDueMails } from "../support/api/due-mails.ts"
import { openSignIn } from "../support/api/sign-in.ts"
import { openSmtp as startSmtp } from "../support/services/smtp.ts"

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const openSmtp = async (options: Parameters<typeof startSmtp>[0] = {}) => {
  const smtp = await startSmtp(options)
  closing.push(smtp.close)
  return smtp
}

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `p${n + 1}@example.org`)

/** People p1, p2, … of one plan, each with a task due on a day, whose mails are queued by `remindAll`. */
const openPlan = async (smtpUrl: string, count: number) => {
  const server = await openSignIn({ smtpUrl })
  closing.push(server.close)
  const sql = server.sql()
  await sql`insert into app.person (email, user_name) select a, a from unnest(${addresses(count)}::text[]) a`
  await ownersOfTasks(sql)
  return {
    ...server,
    remindAll: async () => {
      await queueDueMails(sql)
      pokeJobs()
    },
    /** The pause before the next try is over. */
    again: async () => {
      await sql`update app.job set run_at = now() where failed_date is null`
      pokeJobs()
    },
    left: async () => (await sql`select from app.job where failed_date is null`).length,
    failures: async () => (await sql`select from app.job where last_error is not null and failed_date is null`).length,
  }
}
const to = (received: readonly { to: string }[]) => received.map((mail) => mail.to).sort()

test("while the mail server is down mails wait; when it is back each is sent once", async () => {
  const down = await startSmtp()
  await down.close()
  const plan = await openPlan(down.url, 3)
  await plan.remindAll()
  await expect.poll(plan.failures).toBe(3)
  // A night's tries.
  await plan.sql()`update app.job set attempts = 20`
  await plan.again()
  await expect
    .poll(async () => (await plan.sql()`select from app.job where attempts = 21 and held_until is null`).length)
    .toBe(3)
  const smtp = await openSmtp({ port: down.port })
  await plan.again()
  await expect.poll(plan.left).toBe(0)
  expect(to(smtp.received)).toEqual(addresses(3))
  expect(new Set(plan.logged.map(({ level }) => level))).toEqual(new Set(["warn"]))
})

test("of three people the one whose address is refused gets no mail, and the others get theirs", async () => {
  const smtp = await openSmtp({ refuse: (address) => (address.startsWith("p2@") ? { responseCode: 550 } : undefined) })
  const plan = await openPlan(smtp.url, 3)
  await plan.remindAll()
  await expect.poll(plan.left).toBe(0)
  expect(to(smtp.received)).toEqual(["p1@example.org", "p3@example.org"])
  const [dead, ...others] = await plan.sql()<{ error: string }[]>`select last_error as error from app.job`
  expect(others).toEqual([])
  expect(dead?.error).toContain("550")
})

test("a mail refused for now is sent once when it is accepted, and not to who was disabled or removed since", async () => {
  let busy = true
  const smtp = await openSmtp({ refuse: () => (busy ? { responseCode: 451 } : undefined) })
  const plan = await openPlan(smtp.url, 4)
  await plan.remindAll()
  await expect.poll(plan.failures).toBe(4)
  busy = false
  const sql = plan.sql()
  await sql`update app.person set enabled = false where email = 'p2@example.org'`
  await sql`delete from app.membership where person_id = (select id from app.person where email = 'p3@example.org')`
  await plan.again()
  await expect.poll(plan.left).toBe(0)
  expect(to(smtp.received)).toEqual(["p1@example.org", "p4@example.org"])
  expect(await sql`select from app.job`).toHaveLength(0)
})

test("a mail server that is slow over other mails keeps neither calls, sign-in links nor other jobs waiting", async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const smtp = await openSmtp({ hold: (address) => (address.startsWith("p") ? released : undefined) })
  const plan = await openPlan(smtp.url, 9)
  // With the shares of the process.
  await plan.closeJobs()
  let done = 0
  const shares = [{ kinds: patientMails, atMost: 4 }]
  const handlers = { ...mailJobs, "test.other": async () => void done++ }
  closing.push(await openJobs({ queue: jobQueue, handlers, shares, log: () => {} }))
  await plan.remindAll()
  await expect.poll(() => smtp.received.length).toBe(4)
  expect((await plan.ask("ada@example.org")).status).toBe(202)
  await expect.poll(() => to(smtp.received)).toContain("ada@example.org")
  await enqueue(plan.sql(), "test.other", {})
  await expect.poll(() => done).toBe(1)
  expect(smtp.received).toHaveLength(5)
  release()
  await expect.poll(plan.left).toBe(0)
  expect(to(smtp.received)).toEqual(["ada@example.org", ...addresses(9)])
})

test("with the clock set back an hour while mails are sent and wait for a retry, each is sent soon and once", async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let busy = true
  const smtp = await openSmtp({
    refuse: (address) => (busy && address.startsWith("p2@") ? { responseCode: 451 } : undefined),
    hold: (address) => (address.startsWith("p1@") ? released : undefined),
  })
  const plan = await openPlan(smtp.url, 3)
  await plan.remindAll()
  await expect.poll(plan.failures).toBe(1)
  await expect.poll(() => to(smtp.received)).toEqual(["p1@example.org", "p3@example.org"])
  busy = false
  // An hour back for the clock is an hour ahead for all that is stored.
  await plan.sql()`
    update app.job set run_at = run_at + interval '1 hour', created_date = created_date + interval '1 hour',
      timed_date = timed_date + interval '1 hour', held_until = held_until + interval '1 hour'`
  // Its first pause is two seconds.
  await expect.poll(() => to(smtp.received)).toEqual(addresses(3))
  release()
  await expect.poll(plan.left).toBe(0)
  expect(to(smtp.received)).toEqual(addresses(3))
})
