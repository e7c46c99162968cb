// queueEachMail(sql, email, called): a job for each kind of mail in `eachMail` to a person, with what it tells of; `called` ends each
// name in it.
// readMail(text): a mail parsed, with the links of its two parts.
import { simpleParser } from "mailparser"
import type postgres from "postgres"

/** All kinds but the sign-in link, by the ending of their files. `ends`: has an address that ends it. */
export const eachMail: { kind: string; subject: string; ends?: true }[] = [
  { kind: "invitation", subject: "You are invited to a plan on Laneway" },
  { kind: "new-device", subject: "New sign-in to Laneway" },
  { kind: "provider-joined", subject: "New way to sign in to Laneway" },
  { kind: "transferred", subject: "You now own a plan on Laneway" },
  { kind: "mention", subject: "You were mentioned 2 times on Laneway", ends: true },
  { kind: "assigned", subject: "You are now the owner of 2 tasks on Laneway", ends: true },
  { kind: "due-soon", subject: "A task is due tomorrow", ends: true },
  { kind: "check-in", subject: "Time to check in: 2 goals", ends: true },
  { kind: "daily-summary", subject: "Your day on Laneway", ends: true },
  { kind: "weekly-summary", subject: "Your week on Laneway", ends: true },
]

export const queueEachMail = async (sql: postgres.Sql, email: string, called = "") => {
  const [made] = await sql<{ reader: number; author: number; plans: [number, number] }[]>`
    with reader as (select id from app.person where email = ${email}),
    author as (insert into app.person (email, user_name) values (${`grace.${email}`}, ${`Grace Hopper${called}`}) returning id),
    plans as (insert into app.plan (name, owner_id) select name || ${called}::text, author.id from author, unnest(array['Harbour & Quay', 'Old Town']) name returning id)
    select reader.id::int as reader, author.id::int as author, array(select id::int from plans) as plans from reader, author`
  if (!made) throw new Error(`${email} has no account`)
  const { reader, author, plans } = made
  await sql`
    insert into app.membership (plan_id, person_id, role, email_daily_summary, email_weekly_summary)
    select id, ${reader}, 1, true, true from unnest(${plans}::bigint[]) id`
  await sql`
    with items as (
      insert into app.item (plan_id, topic, description, "order", business_value, effort_and_complexity, focus_order, dot_voting, type, is_draft)
      select id, ${`Rebuild the quay${called}`}, '', 1, 5, 3, 0, 0, 0, false from unnest(${plans}::bigint[]) id returning id, plan_id)
    insert into app.task (plan_id, item_id, description, type, due_date, "order", owner_id, is_draft)
    select plan_id, id, name || ${called}::text, 0, due::date, place, ${reader}, false
    from items, (values ('Order kerbs', '2026-06-02', 1), ('Paint the boat', '2026-05-30', 2)) task(name, due, place)`
  await sql`
    with comments as (
      insert into app.comment (plan_id, task_id, content, mentions, created_by, by_key)
      select plan_id, id, 'Please look at <this> & that', array[${reader}::bigint], ${author}, false
      from app.task where plan_id = ${plans[0]} returning id, plan_id, task_id)
    insert into app.notification (plan_id, person_id, kind, title, task_id, comment_id, actor_id, created_date)
    select plan_id, ${reader}::bigint, 'mention', 'Grace Hopper mentioned you', task_id, id, ${author}::bigint, now() - interval '3 minutes' from comments
    union all
    select plan_id, ${reader}, 'assigned', 'You now own it', id, null, ${author}, now() - interval '3 minutes' from app.task where plan_id = ${plans[0]}`
  const goals = await sql<{ id: number }[]>`
    insert into app.goal (plan_id, name, description, explanation, color, "order", completed, is_draft, type, owner_id, start_date, due_date)
    select id, ${`Open the harbour${called}`}, '', '', '#123456', 1, false, false, 0, ${reader}, '2026-05-01', '2026-09-01' from unnest(${plans}::bigint[]) id
    returning id::int`
  const [invitation] = await sql<{ id: number }[]>`
    insert into app.invitation (plan_id, email, role, token, invited_by)
    values (${plans[1]}, ${email}, 1, ${`tok+en/${reader}`}, ${author}) returning id::int`
  const [mention, assigned] = await sql<{ id: number }[]>`
    select min(id)::int as id from app.notification where person_id = ${reader} group by kind order by kind desc`
  const summary = (kind: string) => ({ personId: reader, kind, day: "2026-06-01", since: "2026-05-25T06:00:00.000Z" })
  const jobs: [kind: string, input: object][] = [
    ["mail.invitation", { invitationId: invitation?.id }],
    ["mail.newDevice", { personId: reader, at: "2026-06-01T06:00:00.000Z", address: "192.0.2.7", userAgent: null }],
    ["mail.providerJoined", { personId: reader, issuer: "https://id.example.org" }],
    ["mail.transferred", { personId: reader, planId: plans[0], byId: author }],
    ["mail.mention", { notificationId: mention?.id }],
    ["mail.assigned", { notificationId: assigned?.id }],
    ["mail.dueSoon", { personId: reader, planId: plans[0], day: "2026-06-02" }],
    ["mail.checkIn", { personId: reader, day: "2026-06-01", goals: goals.map(({ id }) => id) }],
    ["mail.summary", summary("daily")],
    ["mail.summary", summary("weekly")],
  ]
  for (const [kind, input] of jobs) {
    await sql`
      with added as (insert into app.job (kind, input) values (${kind}, ${JSON.stringify(input)}::text::jsonb))
      select pg_notify('job', ${kind})`
  }
  return { reader, plans }
}

const decoded = (attribute: string) => attribute.replaceAll("&amp;", "&")

export const readMail = async (source: string) => {
  const { html, text = "", subject = "", to, headers } = await simpleParser(source, { skipHtmlToText: true })
  const page = html || ""
  // As the header is sent: the parser makes an object of all `List-` headers.
  const list = headers.get("list") as
    | { unsubscribe?: { url: string }; "unsubscribe-post"?: { name: string } }
    | undefined
  return {
    subject,
    text,
    html: page,
    to: [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address)),
    links: {
      html: [...new Set([...page.matchAll(/ href="([^"]*)"/g)].map(([, address = ""]) => decoded(address)))].sort(),
      text: [...new Set(text.match(/https?:\/\/\S+/g))].sort(),
    },
    list,
  }
}
