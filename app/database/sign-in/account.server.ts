import type { Profile } from "~/contract/account"
import type { SystemRole } from "~/contract/role"
import { db } from "~/database/connection.server"
import type { Tx } from "~/database/transaction.server"

export type SignedInPerson = { id: number; email: string; userName: string; systemRole: SystemRole; enabled: boolean }
/** An account at a provider. */
export type ProviderIdentity = { issuer: string; subject: string }

export const profileOf = async (id: number): Promise<Profile | undefined> => {
  const [row] = await db()<Profile[]>`
    select p.id, p.user_name as "userName", p.email, p.role, p.time_zone as "timeZone", p.language, p.week_start as "weekStart", 0 as "subscriptionStatus",
      case when p.avatar_key is not null then '/api/Users/' || p.id || '/avatar?ts=' || p.avatar_version end as "avatarUrl",
      coalesce((select json_agg(json_build_object('planId', m.plan_id, 'planRole', m.role,
        'emailNotifyMentions', m.email_notify_mentions, 'notifyTaskAssigned', m.notify_task_assigned,
        'notifyTaskDueSoon', m.notify_task_due_soon, 'notifyGoalCheckIn', m.notify_goal_check_in, 'emailDailySummary', m.email_daily_summary,
        'emailWeeklySummary', m.email_weekly_summary) order by m.plan_id)
        from app.membership m where m.person_id = p.id), '[]') as "userPlans"
    from app.person p where p.id = ${id}`
  return row
}

/** The language that mails to a person are written in: their choice, or that of the browser they last signed in with. */
const ofMails = () => db()`coalesce(p.language, p.browser_language)`

export const mailLanguage = async (id: number): Promise<"en" | "de"> => {
  const [row] = await db()<{ language: "en" | "de" | null }[]>`
    select ${ofMails()} as language from app.person p where p.id = ${id}`
  return row?.language ?? "en"
}

/** Where an account is mailed; undefined when it is disabled. */
export const mailAddress = async (id: number) => {
  const [row] = await db()<{ email: string }[]>`select email from app.person where id = ${id} and enabled`
  return row?.email
}

/** The account of an address in any case, with the address as the account spells it. */
export const accountAt = async (email: string) => {
  const [row] = await db()<{ id: number; email: string; language: "en" | "de" | null }[]>`
    select p.id, p.email, ${ofMails()} as language from app.person p where lower(p.email) = lower(${email})`
  return row
}

/** The address as its account spells it, found in any case. */
export const storedAddress = async (email: string) => {
  const [row] = await db()<{ email: string }[]>`select email from app.person where lower(email) = lower(${email})`
  return row?.email
}

export const personByEmail = async (tx: Tx, email: string): Promise<SignedInPerson | undefined> => {
  const [row] = await tx<SignedInPerson[]>`
    select id, email, user_name as "userName", role as "systemRole", enabled
    from app.person where lower(email) = lower(${email})`
  return row
}

export const personByIdentity = async (tx: Tx, { issuer, subject }: ProviderIdentity) => {
  const [row] = await tx<SignedInPerson[]>`
    select p.id, p.email, p.user_name as "userName", p.role as "systemRole", p.enabled
    from app.person_identity i join app.person p on p.id = i.person_id
    where i.issuer = ${issuer} and i.subject = ${subject}`
  return row
}

/** False when the person has another account at the issuer, or the account is another person's. */
export const insertIdentity = async (tx: Tx, personId: number, { issuer, subject }: ProviderIdentity) => {
  await tx`
    insert into app.person_identity (issuer, subject, person_id) values (${issuer}, ${subject}, ${personId})
    on conflict do nothing`
  return (await personByIdentity(tx, { issuer, subject }))?.id === personId
}

/** Remembers up to 50 browsers of a person. True when this one is new and the person had used another before. */
export const rememberBrowser = async (tx: Tx, { id, email }: SignedInPerson, browserHash: Uint8Array) => {
  const [row] = await tx<{ surprising: boolean }[]>`
    with others as (select 1 from app.known_browser where person_id = ${id} and browser_hash <> ${browserHash} limit 1)
    insert into app.known_browser (person_id, browser_hash, email) values (${id}, ${browserHash}, lower(${email}))
    on conflict (person_id, browser_hash) do update set seen_date = now(), email = excluded.email
    returning xmax = 0 and exists (select from others) as surprising`
  await tx`
    delete from app.known_browser where person_id = ${id} and browser_hash not in (
      select browser_hash from app.known_browser where person_id = ${id} order by seen_date desc, browser_hash limit 50)`
  return row?.surprising === true
}

/** The name given in the newest invitation of the address. */
export const invitedName = async (tx: Tx, email: string) => {
  const [row] = await tx<{ userName: string }[]>`
    select user_name as "userName" from app.invitation
    where lower(email) = lower(${email}) and accepted_date is null and user_name is not null
    order by renewed_date desc limit 1`
  return row?.userName
}

/** Locks until the transaction ends, so that only one account is the first. */
export const isFirstAccount = async (tx: Tx) => {
  await tx`select pg_advisory_xact_lock(4652, 0)`
  const [row] = await tx`select from app.person limit 1`
  return row === undefined
}

export const insertPerson = async (tx: Tx, email: string, userName: string) => {
  await tx`insert into app.person (email, user_name) values (${email}, ${userName}) on conflict do nothing`
}

export const makeSystemAdmin = async (tx: Tx, id: number) => {
  await tx`update app.person set role = 0 where id = ${id}`
}

/** Records a visit, at most once a minute. */
export const seePerson = async (id: number) => {
  await db()`
    update app.person set last_seen_at = now()
    where id = ${id} and coalesce(last_seen_at < now() - interval '1 minute', true)`
}

/**
 * The content of an invitation's mail, in the language of the account, or else of who invites; undefined when the invitation
 * is gone or accepted, or the account is disabled.
 */
export const invitationLetter = async (id: number) => {
  const [row] = await db()<
    {
      email: string
      userName: string | null
      token: string
      renewed: string
      expired: boolean
      planId: number
      planName: string
      by: string | null
      byId: number | null
      language: "en" | "de"
    }[]
  >`
    select i.email, i.user_name as "userName", i.token, app.iso(i.renewed_date) as renewed,
      i.renewed_date < now() - interval '14 days' as expired, l.id as "planId", l.name as "planName", p.user_name as by, p.id as "byId",
      coalesce(a.language, a.browser_language, p.language, p.browser_language, 'en') as language
    from app.invitation i join app.plan l on l.id = i.plan_id left join app.person p on p.id = i.invited_by
      left join app.person a on lower(a.email) = lower(i.email)
    where i.id = ${id} and i.accepted_date is null and a.enabled is not false`
  return row
}
