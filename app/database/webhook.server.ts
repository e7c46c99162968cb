import type { Webhook, WebhookFormat } from "~/contract/webhook"
import type { Admission } from "./admission.server"
import { outgoingWhere, type StoredEntry } from "./audit.server"
import { backgroundDb, boardDb, db, type Sql } from "./connection.server"
import { type Job, puttingOff } from "./job.server"
import { type MemberName, membersNamed } from "./plan.server"

/** With its plan, and whose it is. */
export type StoredWebhook = {
  id: number
  planId: number
  name: string
  url: string
  events: string[]
  format: WebhookFormat
  active: boolean
  secret: string
  failingSince: string | null
  /** The log entry up to which deliveries were made. */
  upto: number
  ownerId: number
  language: "en" | "de"
  planName: string
}

const shown = () => db()`
  w.id, w.plan_id as "planId", w.name, w.url, w.events, w.format, w.active, app.iso(w.made_date) as "createdDate",
  app.iso(w.secret_date) as "secretDate", s.user_name as "secretBy", w.last_status as "lastStatus", app.iso(w.last_date) as "lastDate",
  app.iso(w.failing_since) as "failingSince", app.iso(case when w.blocked_until > now() then w.blocked_until end) as "nextTry",
  case when w.off_reason is not null then json_build_object('date', app.iso(w.off_date), 'reason', w.off_reason) end as off`

export const webhooksOf = async ({ planId }: Admission): Promise<Webhook[]> =>
  db()<Webhook[]>`
    select ${shown()} from app.webhook w left join app.person s on s.id = w.secret_by where w.plan_id = ${planId} order by w.id`

const stored = () => db()`
  w.id, w.plan_id as "planId", w.name, w.url, w.events, w.format, w.active, w.secret, app.iso(w.failing_since) as "failingSince", w.upto,
  p.owner_id as "ownerId", coalesce(o.language, o.browser_language, 'en') as language, p.name as "planName"`

const withPlan = () => db()`app.webhook w join app.plan p on p.id = w.plan_id join app.person o on o.id = p.owner_id`

export const webhookOf = async ({ planId }: Admission, id: number): Promise<StoredWebhook | undefined> => {
  const [row] = await db()<StoredWebhook[]>`
    select ${stored()} from ${withPlan()} where w.id = ${id} and w.plan_id = ${planId}`
  return row
}

export const isActive = async (id: number): Promise<boolean> => {
  const rows = await backgroundDb()`select from app.webhook where id = ${id} and active`
  return rows.length > 0
}

/** Renewed by each try, which takes 10 seconds. */
const leaseSeconds = 20
/** What lies further ahead than any hold counts for nothing: the clock was set back. Statements that wait for the row began earlier. */
const longestLease = 6 * leaseSeconds
const longestBlock = 900

/** "busy": another process sends for it; "gone": it is deleted or switched off. Its rows are read later, as they are for who has it. */
export const leaseWebhook = async (id: number): Promise<"leased" | "busy" | "gone"> => {
  const [row] = await backgroundDb()<{ leased: boolean }[]>`
    with mine as (
      update app.webhook set busy_until = now() + make_interval(secs => ${leaseSeconds})
      where id = ${id} and active
        and coalesce(busy_until not between now() and now() + make_interval(secs => ${longestLease}), true) returning id)
    select exists (select from mine) as leased from app.webhook where id = ${id} and active`
  return row ? (row.leased ? "leased" : "busy") : "gone"
}

/** `blocked`: seconds for which nothing is sent; undefined: a block that there is stays. */
export const releaseWebhook = async (id: number, blocked: number | undefined) => {
  await backgroundDb()`
    update app.webhook set busy_until = null, blocked_until = coalesce(now() + make_interval(secs => ${blocked ?? null}::float8), blocked_until)
    where id = ${id}`
}

/** Queues a sending job for each active webhook of the plan, unless a failed delivery blocks it. */
export const queueSendingOf = async ({ planId }: Admission) => {
  await backgroundDb()`
    select app.queue_sending(coalesce(array_agg(w.id), '{}')) from app.webhook w where w.plan_id = ${planId} and w.active
      and coalesce(w.blocked_until not between now() and now() + make_interval(secs => ${longestBlock}), true)`
}

export const queueSending = async (id: number) => {
  await db()`update app.webhook set blocked_until = null where id = ${id}`
  await db()`select app.queue_sending(array[${id}::bigint])`
}

/** Plans that changed without a job for their webhooks, as by a member's new name. */
export const wakeBehind = async () => {
  await backgroundDb()`
    select app.wake_webhooks(w.plan_id) from (select distinct plan_id, upto from app.webhook where active) w
    where exists (select from app.audit a where a.plan_id = w.plan_id and a.id > w.upto)`
}

export type StoredDelivery = {
  id: number
  webhookId: number
  messageId: string
  /** The log entry; null for a test. */
  entry: number | null
  type: string
  state: "waiting" | "delivered" | "failed"
  tries: number
  status: number | null
  ms: number | null
  answer: string | null
  createdDate: string
  lastDate: string | null
  nextDate: string | null
  /** Seconds until its next try. */
  wait: number
}

const delivery = () => db()`
  d.id, d.webhook_id as "webhookId", d.message as "messageId", d.entry, d.type, d.state, d.tries, d.status, d.ms, d.answer,
  app.iso(d.created_date) as "createdDate", app.iso(d.last_date) as "lastDate",
  app.iso(case when d.state = 'waiting' then d.next_date end) as "nextDate",
  greatest(extract(epoch from d.next_date - now()), 0)::float8 as wait`

const shownDeliveries = 100

export const deliveriesOf = async ({ planId }: Admission, webhookId: number): Promise<StoredDelivery[]> =>
  db()<StoredDelivery[]>`
    select ${delivery()} from app.delivery d join app.webhook w on w.id = d.webhook_id
    where d.webhook_id = ${webhookId} and w.plan_id = ${planId} order by d.id desc limit ${shownDeliveries}`

export const deliveryOf = async (
  { planId }: Admission,
  webhookId: number,
  id: number,
): Promise<StoredDelivery | undefined> => {
  const [row] = await db()<StoredDelivery[]>`
    select ${delivery()} from app.delivery d join app.webhook w on w.id = d.webhook_id
    where d.id = ${id} and d.webhook_id = ${webhookId} and w.plan_id = ${planId}`
  return row
}

/** The entry is absent where it can be read no more, as of a note that is private by now. */
export type Waiting = { delivery: StoredDelivery; entry: StoredEntry | null; members: MemberName[] | null }

/**
 * An active webhook, with a waiting delivery of it that `which` holds of, and all that is sent with that: in one statement. The entry is
 * found by its id, and its plan checked by an expression that has no index: planned while the tables are small, the index of plans would
 * have the plan's whole log read later.
 */
const withWaiting = async (id: ReturnType<Sql>, which: ReturnType<Sql>) => {
  const [row] = await boardDb()<(StoredWebhook & { [Part in keyof Waiting]: Waiting[Part] | null })[]>`
    select ${stored()}, to_json(d) as delivery, to_json(e) as entry,
      case when e.id is not null then (select json_agg(m) from (${membersNamed(db()`m.plan_id = w.plan_id`)}) m) end as members
    from ${withPlan()}
      left join lateral (select ${delivery()} from app.delivery d
        where d.webhook_id = w.id and d.state = 'waiting' and ${which} order by d.id limit 1) d on true
      left join lateral (${outgoingWhere(db()`a.id = d.entry and a.plan_id + 0 = w.plan_id`)}) e on true
    where w.id = ${id} and w.active`
  if (!row) return undefined
  const { delivery: found, entry, members, ...hook } = row
  return { hook: hook as StoredWebhook, waiting: found ? { delivery: found, entry, members } : undefined }
}

/** Undefined where it waits no longer. */
export const waitingDelivery = async (id: number): Promise<{ hook: StoredWebhook; waiting: Waiting } | undefined> => {
  const found = await withWaiting(db()`(select webhook_id from app.delivery where id = ${id})`, db()`d.id = ${id}`)
  return found?.waiting && { hook: found.hook, waiting: found.waiting }
}

/** With the oldest delivery that holds up others: it has failed fewer than `tries` times. Undefined: the webhook is deleted or switched off. */
export const firstInLine = (webhookId: number, tries: number) =>
  withWaiting(db()`${webhookId}`, db()`d.tries < ${tries}`)

export type NewDelivery = { message: string; entry: number; type: string }

/** Makes deliveries of the log entries after `from` up to `to`; none where another process did. Drops old ones that are done. */
export const addDeliveries = async (webhookId: number, from: number, to: number, made: readonly NewDelivery[]) => {
  await backgroundDb()`
    with moved as (update app.webhook set upto = ${to} where id = ${webhookId} and upto = ${from} and active returning id),
    old as (delete from app.delivery d where d.webhook_id = ${webhookId} and d.state <> 'waiting' and d.id < (
      select min(x.id) from (select id from app.delivery where webhook_id = ${webhookId} order by id desc limit ${shownDeliveries}) x))
    insert into app.delivery (webhook_id, message, entry, type)
    select m.id, e.message, e.entry, e.type from moved m,
      jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb) as e(message text, entry bigint, type text) order by e.entry`
}

export const addTest = async (webhookId: number, message: string): Promise<StoredDelivery> => {
  const [row] = await db()<StoredDelivery[]>`
    with added as (
      insert into app.delivery (webhook_id, message, type, state) values (${webhookId}, ${message}, 'ping', 'failed') returning *)
    select ${delivery()} from added d`
  if (!row) throw new Error("a row that was inserted is returned")
  return row
}

export type Attempted = {
  ok: boolean
  /** Null: no answer. */
  status: number | null
  ms: number
  answer: string | null
}

/**
 * What a failure has follow in its statement: the next try after so many seconds, for which `job`, the one at work, is put off. `line`: of
 * a delivery that holds up others until it has been tried so often. Until then the job gives the webhook back, which waits as long; then
 * a job of its owner's is queued that tries it beside others.
 */
export type Next = {
  seconds: number
  job?: Pick<Job, "id" | "attempts">
  line?: { tries: number; ownerId: number }
}

/**
 * Records a try. `next`: what follows a failure; null: it was the last. Returns what is stored then, and since when the webhook fails.
 * `counts`: a test says nothing about whether changes arrive.
 */
export const recordAttempt = async (
  { id, webhookId }: Pick<StoredDelivery, "id" | "webhookId">,
  { ok, status, ms, answer }: Attempted,
  next: Next | null,
  counts = true,
): Promise<{ delivery: StoredDelivery; failingSince: string | null } | undefined> => {
  const seconds = next?.seconds ?? null
  const { job, line } = (!ok && next) || {}
  const holdsUp = db()`exists (select from tried ${line ? db()`where tries < ${line.tries}` : db()``})`
  const givesBack = job && line ? holdsUp : db()`false`
  const putOff = job ? db()`, put_off as (${puttingOff(job, seconds ?? 0, null)} and ${holdsUp})` : db()``
  const queueing = line
    ? db()`, queued as (${queueingRetry(id, line.ownerId, seconds ?? 0)} from tried where tries = ${line.tries})`
    : db()``
  const [row] = await db()<(StoredDelivery & { since: string | null })[]>`
    with tried as (
      update app.delivery set tries = tries + 1, last_date = now(), status = ${status}, ms = ${ms}, answer = ${answer},
        state = case when ${ok} then 'delivered' when ${seconds}::float8 is null then 'failed' else 'waiting' end,
        next_date = now() + make_interval(secs => coalesce(${seconds}::float8, 0))
      where id = ${id} returning *),
    hook as (
      update app.webhook w set last_status = case when ${counts} then ${status} else w.last_status end,
        last_date = case when ${counts} then now() else w.last_date end,
        failing_since = case when not ${counts} then w.failing_since when ${ok} then null else coalesce(w.failing_since, now()) end,
        busy_until = case when w.busy_until is not null and not ${givesBack} then now() + make_interval(secs => ${leaseSeconds}) end,
        blocked_until = case when ${givesBack} then now() + make_interval(secs => ${seconds}::float8) else w.blocked_until end
      where w.id = ${webhookId} and exists (select from tried) returning app.iso(w.failing_since) as since)
    ${putOff} ${queueing}
    select ${delivery()}, (select since from hook) as since from tried d`
  if (!row) return undefined
  const { since, ...stored } = row
  return { delivery: stored, failingSince: since }
}

/** Of a statement: tries it again beside the others, in so many seconds. */
const queueingRetry = (deliveryId: number, personId: number, seconds: number) =>
  db()`insert into app.job (kind, input, run_at)
    select 'webhook.retry', jsonb_build_object('deliveryId', ${deliveryId}::bigint, 'personId', ${personId}::bigint),
      now() + make_interval(secs => ${seconds})`

/** Switched off by itself: what waits is never sent. */
export const dropWaiting = async (webhookId: number) => {
  await backgroundDb()`delete from app.delivery where webhook_id = ${webhookId} and state = 'waiting'`
}

export const adminsOf = async ({ planId }: Admission): Promise<number[]> => {
  const rows = await backgroundDb()<{ id: number }[]>`
    select person_id as id from app.membership where plan_id = ${planId} and role = 0
    union select owner_id from app.plan where id = ${planId}`
  return rows.map(({ id }) => id)
}
