import type { Entity, Person } from "~/contract/fields/field"
import type { Invitation } from "~/contract/invitation"
import type { Plan } from "~/contract/plan"
import type { PlanRole, SystemRole } from "~/contract/role"
import { limits } from "~/contract/shared/bounds"
import type { Member } from "~/contract/user"
import { type Admission, type Sealed, seal } from "./admission.server"
import { db, type Sql } from "./connection.server"

/** What a plan's view lacks, because it is the reader's own. */
const ownOf = (person: number | null) => db()`jsonb_build_object('planRole', app.role_in(${person}, v.id),
  'starred', exists (select from app.membership s where s.plan_id = v.id and s.person_id = ${person} and s.starred))`

/** A page of a person's plans, or of `only` these, the newest edit first, after the plan `before`. */
export const plansOf = async (person: number, only: number[] | null, before?: number) => {
  const { bytes, rows } = limits.listPage
  const page = await db()<{ plan: Plan; more: boolean }[]>`
    with mine as (
      select p.id, c.last_edit, row_number() over place as nth, sum(octet_length(p.ai_instructions) + octet_length(p.name)) over place as upto
      from app.membership m join app.plan p on p.id = m.plan_id join app.plan_clock c on c.plan_id = p.id
      where m.person_id = ${person} and (${only}::bigint[] is null or p.id = any (${only}::bigint[])) and (${before ?? null}::bigint is null
        or (c.last_edit, p.id) < (select b.last_edit, b.plan_id from app.plan_clock b where b.plan_id = ${before ?? null}))
      window place as (order by c.last_edit desc, p.id desc rows unbounded preceding)),
    page as (select * from mine where nth = 1 or (upto <= ${bytes} and nth <= ${rows}))
    select to_jsonb(v) || ${ownOf(person)} as plan,
      (select count(*) from page) < (select count(*) from mine) as more
    from page join api.plan v on v.id = page.id order by page.nth`
  return { plans: page.map(({ plan }) => plan), more: page[0]?.more ?? false }
}

export const planFor = async (person: number | null, planId: number): Promise<Sealed<{ plan: Plan }>> => {
  const [row] = await db()<{ plan: Plan }[]>`
    select to_jsonb(v) || ${ownOf(person)} as plan from api.plan v
    where v.id = ${planId} and app.role_in(${person}, v.id) is not null`
  return row ? seal(row.plan.planRole, row) : seal(null)
}

/** Tables whose rows get their ids before they are written. */
export type NewRow =
  | "plan"
  | "plan_key"
  | "goal"
  | "item"
  | "task"
  | "invitation"
  | "plan_version"
  | "comment"
  | "notification"
  | "note"
  | "note_version"
  | "file"
  | "proposal"
  | "ai_task"
  | "conversation"
  | "message"
  | "prompt"
  | "view"
  | "named_person"
  | "public_link"
  | "label"
  | "key_result"
  | "check_in"
  | "webhook"
  | "feed"

/** As JSON, because the driver takes far longer for as many rows. */
export const nextIds = async (table: NewRow, count: number): Promise<number[]> => {
  const [row] = await db()<{ ids: number[] | null }[]>`
    select json_agg(nextval(${`app.${table}_id_seq`}::text::regclass)) as ids from generate_series(1, ${count}::int)`
  return row?.ids ?? []
}

export const nextId = async (table: NewRow): Promise<number> => {
  const [id] = await nextIds(table, 1)
  if (id === undefined) throw new Error(`app.${table} gave no id`)
  return id
}

export const planRoleOf = async (person: number | null, planId: number): Promise<Sealed> => {
  const [row] = await db()<{ role: PlanRole | null }[]>`select app.role_in(${person}, ${planId}) as role`
  return seal(row?.role ?? null)
}

export const membersOf = async ({ planId }: Admission): Promise<Member[]> => {
  const rows = await db()<{ member: Member }[]>`
    select to_jsonb(v) - 'planId' as member from api.member v where v."planId" = ${planId} order by v."userName", v.id`
  return rows.map(({ member }) => member)
}

type PlanMember = { planId: number } & Pick<Member, "id" | "userName" | "tint">

/** The members of those of the plans that the person is in. */
export const membersOfPlans = (person: number, plans: readonly number[]): Promise<PlanMember[]> =>
  db()<PlanMember[]>`
    select v."planId", v.id, v."userName", v.tint from api.member v
    where v."planId" = any (${[...plans]}::bigint[])
      and v."planId" in (select m.plan_id from app.membership m where m.person_id = ${person})
    order by v."planId", v."userName", v.id`

/** The names of a plan's members, as each chose it. */
export const memberNames = (planId: number): Promise<MemberName[]> =>
  db()<MemberName[]>`${membersNamed(db()`m.plan_id = ${planId}`)}`

export type MemberName = { id: number; userName: string }

/** Of a statement: the names of members where `which` holds of `m`. */
export const membersNamed = (which: ReturnType<Sql>) =>
  db()`select p.id, p.user_name as "userName" from app.membership m
    cross join lateral (select p.id, p.user_name from app.person p where p.id = m.person_id offset 0) p where ${which}`

/** The addresses of people named by the plan's import, by id. */
export const namedAddresses = async ({ planId }: Admission): Promise<Map<number, string>> => {
  const rows = await db()<{ id: number; email: string }[]>`
    select id, email from app.named_person where plan_id = ${planId} and email is not null`
  return new Map(rows.map(({ id, email }) => [id, email]))
}

export type Awaiting = { entity: Entity; id: number; version: number; awaitedOwner: Person }

/** The cards whose awaited owner is the person, or has this address. */
export const awaiting = (planId: number, email: string, person: number): Promise<Awaiting[]> =>
  db()<Awaiting[]>`
    select c.entity, c.id, c.version, json_build_object('id', a.id, 'userName', a.user_name) as "awaitedOwner"
    from app.named_person a, lateral (
      select 'goal' as entity, g.id, g.version from app.goal g where g.awaited_owner = a.id and g.deletion_id is null
      union all select 'item', i.id, i.version from app.item i where i.awaited_owner = a.id and i.deletion_id is null
      union all select 'task', t.id, t.version from app.task t where t.awaited_owner = a.id and t.deletion_id is null) c
    where a.plan_id = ${planId} and (lower(a.email) = lower(${email}) or a.person_id = ${person})`

/** It tells nothing about who may see the plan. */
export const isArchived = async (planId: number): Promise<boolean> => {
  const [row] = await db()<{ archived: boolean | null }[]>`select app.is_archived(${planId}) as archived`
  return row?.archived === true
}

/** The accounts of a plan's members. */
export const accountsOf = ({ planId }: Admission) =>
  db()<{ id: number; role: SystemRole; enabled: boolean }[]>`
    select p.id, p.role, p.enabled from app.membership m join app.person p on p.id = m.person_id where m.plan_id = ${planId}`

export const imageKeyOf = async ({ planId }: Admission) => {
  const [row] = await db()<{ key: string | null }[]>`select image_key as key from app.plan where id = ${planId}`
  return row?.key ?? null
}

export const ownerOf = async ({ planId }: Admission) => {
  const [row] = await db()<{ ownerId: number }[]>`select owner_id as "ownerId" from app.plan where id = ${planId}`
  return row?.ownerId
}

export type StoredInvitation = Invitation & {
  token: string
  expired: boolean
  accepted: boolean
  invitedBy: { id: number; userName: string } | null
}

const invitations = () => db()`
  select i.id, i.email, i.plan_id as "planId", p.name as "planName", i.role, i.user_name as "userName", app.iso(i.created_date) as "createdDate",
    app.iso(i.renewed_date + interval '14 days') as "expiresAt", i.token, i.renewed_date < now() - interval '14 days' as expired,
    i.accepted_date is not null as accepted,
    case when b.id is not null then json_build_object('id', b.id, 'userName', b.user_name) end as "invitedBy"
  from app.invitation i join app.plan p on p.id = i.plan_id left join app.person b on b.id = i.invited_by`

export const invitationByToken = async (token: string) =>
  (await db()<StoredInvitation[]>`${invitations()} where i.token = ${token}`)[0]

export const invitationById = async (id: number) =>
  (await db()<StoredInvitation[]>`${invitations()} where i.id = ${id}`)[0]

export const openInvitation = async ({ planId }: Admission, email: string) =>
  (
    await db()<
      StoredInvitation[]
    >`${invitations()} where i.plan_id = ${planId} and lower(i.email) = lower(${email}) and i.accepted_date is null`
  )[0]

export const openInvitationsOf = async ({ planId }: Admission): Promise<StoredInvitation[]> =>
  db()<StoredInvitation[]>`${invitations()} where i.plan_id = ${planId} and i.accepted_date is null order by i.id desc`

export const openInvitationsFor = async (email: string): Promise<StoredInvitation[]> =>
  db()<StoredInvitation[]>`${invitations()} where lower(i.email) = lower(${email}) and i.accepted_date is null
    and i.renewed_date >= now() - interval '14 days' order by i.id desc limit 100`

/** Records a visit to the plan, at most once a minute. */
export const seenInPlan = async ({ person, planId }: Admission) => {
  await db()`update app.membership set last_seen_at = now() where plan_id = ${planId} and person_id = ${person}
    and (last_seen_at is null or last_seen_at < now() - interval '1 minute')`
}

export const isMemberByEmail = async (planId: number, email: string) => {
  const [row] = await db()<{ id: number }[]>`select p.id from app.membership m join app.person p on p.id = m.person_id
    where m.plan_id = ${planId} and lower(p.email) = lower(${email})`
  return row !== undefined
}

export const emailOf = async (person: number) => {
  const [row] = await db()<{ email: string }[]>`select email from app.person where id = ${person}`
  return row?.email
}

/** Undefined where there is no such card. It tells nothing about who may see it. */
export const planOfCard = async (entity: Entity, id: number): Promise<number | undefined> => {
  const [row] = await db()<{ planId: number }[]>`
    select plan_id as "planId" from ${db()(`app.${entity}`)} where id = ${id} and deletion_id is null`
  return row?.planId
}

/** The person's time zone, null for UTC, and ids for tasks. */
export const zoneAndIds = async (person: number | null, count: number) => {
  const [row] = await db()<{ timeZone: string | null; ids: number[] }[]>`
    select (select time_zone from app.person where id = ${person}) as "timeZone",
      coalesce((select json_agg(nextval('app.task_id_seq')) from generate_series(1, ${count}::int)), '[]') as ids`
  return row ?? { timeZone: null, ids: [] }
}
