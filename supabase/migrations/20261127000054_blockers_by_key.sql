-- Cards are found by their keys, whatever the table's statistics say: row policies and the partial indexes of live cards let the planner read
-- all cards of a plan for each one that waits.
--
-- Which of these cards are not in the bin; p_open: and block those that wait for them.
create function app.blockers(p_entity text, p_ids bigint[], p_open boolean) returns bigint[] language plpgsql stable security definer
  set search_path = '' as $$
-- For people, those of plans that they may see; null: for the server.
declare plans bigint[];
begin
  if current_setting('role', true) <> 'none' then plans := app.visible_plans(); end if;
  if p_entity = 'item' then
    return array(select b.id from (select x.id, x.plan_id, x.deletion_id, x.is_draft, x.completed_date from app.item x where x.id = any (p_ids) offset 0) b
      where b.deletion_id is null and (plans is null or b.plan_id = any (plans)) and (not p_open or not b.is_draft and b.completed_date is null) order by b.id);
  end if;
  return array(select b.id from (select x.id, x.plan_id, x.deletion_id, x.is_draft, x.type from app.task x where x.id = any (p_ids) offset 0) b
    where b.deletion_id is null and (plans is null or b.plan_id = any (plans)) and (not p_open or not b.is_draft and b.type <> 2) order by b.id);
end $$;
grant execute on function app.blockers to authenticated;

create or replace view api.item with (security_invoker = true) as
select i.id, i.plan_id as "planId", i.goal_id as "goalId",
  case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'color', g.color) end as goal,
  i.topic, i.description, i."order" as "order", i.business_value as "businessValue", i.effort_and_complexity as "effortAndComplexity",
  i.completed_date is not null as completed, app.iso(i.completed_date) as "completedDate",
  i.focus_date is not null as focus, i.focus_order as "focusOrder", app.iso(i.focus_date) as "focusDate",
  app.iso(i.due_date) as "dueDate", i.dot_voting as "dotVoting", i.created_by as "createdById",
  app.iso(i.created_date) as "createdDate", app.iso(i.modified_date) as "modifiedDate",
  case when o.id is not null then json_build_object('id', o.id, 'userName', o.user_name) end as owner,
  i.type, i.is_draft as "isDraft", i.attachment_count as "attachmentCount",
  case when i.awaited_owner is not null then
    (select json_build_object('id', a.id, 'userName', a.user_name)
      from app.named_person a where a.id = i.awaited_owner) end as "awaitedOwner",
  case i.label_ids when '{}' then '[]'::json else (select coalesce(json_agg(l.id order by l."order", l.id), '[]') from app.label l
    where l.id = any (i.label_ids)) end as "labelIds",
  case i.blocked_by_ids when '{}' then '[]'::json else to_json(app.blockers('item', i.blocked_by_ids, false)) end as "blockedByIds",
  case i.blocked_by_ids when '{}' then false else app.blockers('item', i.blocked_by_ids, true) <> '{}' end as blocked
from app.item i left join app.goal g on g.id = i.goal_id left join app.person o on o.id = i.owner_id
where i.deletion_id is null;

create or replace view api.task with (security_invoker = true) as
select app.iso(t.due_date) as "dueDate", t.description, t.id, i.goal_id as "goalId", coalesce(t.color, g.color, '#000000') as color,
  t.color as "ownColor", t.is_draft as "isDraft", app.iso(t.created_date) as "createdDate",
  case when o.id is not null then json_build_object('id', o.id, 'userName', o.user_name) end as owner,
  t.attachment_count as "attachmentCount", t.owner_id as "ownerId",
  case when t.awaited_owner is not null then
    (select json_build_object('id', a.id, 'userName', a.user_name)
      from app.named_person a where a.id = t.awaited_owner) end as "awaitedOwner",
  i.completed_date is not null as "readOnly", app.iso(t.modified_date) as modified, t.plan_id as "planId", t.item_id as "itemId", t.type,
  t."order" as "order", app.iso(t.completed_date) as "completedDate", t.type = 2 as complete,
  case t.label_ids when '{}' then '[]'::json else (select coalesce(json_agg(l.id order by l."order", l.id), '[]') from app.label l
    where l.id = any (t.label_ids)) end as "labelIds",
  case t.blocked_by_ids when '{}' then '[]'::json else to_json(app.blockers('task', t.blocked_by_ids, false)) end as "blockedByIds",
  case t.blocked_by_ids when '{}' then false else app.blockers('task', t.blocked_by_ids, true) <> '{}' end as blocked,
  t.recurrence, t.recurrence_from as "recurrenceFrom", t.next
from app.task t join app.item i on i.id = t.item_id left join app.goal g on g.id = i.goal_id
  left join app.person o on o.id = t.owner_id
where t.deletion_id is null;

-- As before.
create or replace function app.waiters(p_entity text, p_card bigint) returns text language plpgsql stable as $$
begin
  if p_entity = 'item' then
    return (select coalesce(string_agg(w.id || ':' || array_to_string(array_remove(app.blockers('item', w.blocked_by_ids, true), p_card), ','), ' '
        order by w.id), '')
      from app.item w where w.plan_id = (select c.plan_id from app.item c where c.id = p_card) and w.blocked_by_ids <> '{}'
        and w.blocked_by_ids @> array[p_card] and w.deletion_id is null and not w.is_draft and w.completed_date is null);
  end if;
  return (select coalesce(string_agg(w.id || ':' || array_to_string(array_remove(app.blockers('task', w.blocked_by_ids, true), p_card), ','), ' '
      order by w.id), '')
    from app.task w where w.plan_id = (select c.plan_id from app.task c where c.id = p_card) and w.blocked_by_ids <> '{}'
      and w.blocked_by_ids @> array[p_card] and w.deletion_id is null and not w.is_draft and w.type <> 2);
end $$;
