// ownersOfTasks(sql): everybody a member of one plan, with a task due on a day; queueDueMails(sql): a mail of it to each.
import type postgres from "postgres"

const day = "2026-06-02"

export const ownersOfTasks = async (sql: postgres.Sql) => {
  // The plan makes its owner a member.
  await sql`insert into app.plan (name, owner_id) select 'Harbour', min(id) from app.person`
  await sql`
    insert into app.membership (plan_id, person_id, role) select l.id, p.id, 1 from app.plan l, app.person p on conflict do nothing`
  await sql`
    with item as (
      insert into app.item (plan_id, topic, description, "order", business_value, effort_and_complexity, focus_order, dot_voting, type, is_draft)
      select id, 'Quay', '', 1, 5, 3, 0, 0, 0, false from app.plan returning id, plan_id)
    insert into app.task (plan_id, item_id, description, type, due_date, "order", owner_id, is_draft)
    select i.plan_id, i.id, 'Order kerbs', 0, ${day}, 1, p.id, false from item i, app.person p`
}

export const queueDueMails = (sql: postgres.Sql) => sql`
  insert into app.job (kind, input)
  select 'mail.dueSoon', jsonb_build_object('personId', p.id, 'planId', l.id, 'day', ${day}::text)
  from app.person p, app.plan l order by p.id`
