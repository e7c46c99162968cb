-- Tasks that repeat: the rule, and of one that is done what followed it (contract: Task.next).
alter table app.task add column recurrence text, add column recurrence_from text not null default 'due', add column next jsonb;

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
  case t.blocked_by_ids when '{}' then '[]'::json else (select coalesce(json_agg(b.id order by b.id), '[]') from app.task b
    where b.id = any (t.blocked_by_ids) and b.deletion_id is null) end as "blockedByIds",
  case t.blocked_by_ids when '{}' then false else exists (select from app.task b
    where b.id = any (t.blocked_by_ids) and b.deletion_id is null and not b.is_draft and b.type <> 2) end as blocked,
  t.recurrence, t.recurrence_from as "recurrenceFrom", t.next
from app.task t join app.item i on i.id = t.item_id left join app.goal g on g.id = i.goal_id
  left join app.person o on o.id = t.owner_id
where t.deletion_id is null;

-- As before; a task includes the one that followed it.
create or replace function app.rows(p_person bigint, p_plan bigint, p_goals bigint[], p_items bigint[], p_tasks bigint[],
  p_members bigint[], p_last jsonb, p_new text) returns json language plpgsql as $$
declare
  r smallint := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
  goals json;
  items json;
  tasks json;
  members json;
  last json;
  colors json;
  new_id bigint;
begin
  if r is null then return '{"role":null}'; end if;
  if p_tasks <> '{}' then
    p_tasks := p_tasks || array(select (t.next ->> 'id')::bigint from app.task t
      where t.id = any (p_tasks) and t.plan_id = p_plan and t.next ->> 'id' is not null);
    p_items := p_items || array(select t.item_id from app.task t
      where t.id = any (p_tasks) and t.plan_id = p_plan and t.deletion_id is null);
    select json_agg(json_build_array((select t.version from app.task t where t.id = v.id), v)) into tasks
      from api.task v where v.id = any (p_tasks) and v."planId" = p_plan;
  end if;
  if p_items <> '{}' then
    p_goals := p_goals || array(select i.goal_id from app.item i
      where i.id = any (p_items) and i.plan_id = p_plan and i.goal_id is not null);
    select json_agg(json_build_array((select i.version from app.item i where i.id = v.id), v)) into items
      from api.item v where v.id = any (p_items) and v."planId" = p_plan;
  end if;
  if p_goals <> '{}' then
    select json_agg(json_build_array((select g.version from app.goal g where g.id = v.id), v)) into goals
      from api.goal v where v.id = any (p_goals) and v."planId" = p_plan;
  end if;
  if p_members <> '{}' then
    select json_agg(json_build_object('id', p.id, 'userName', p.user_name)) into members
      from app.membership m join app.person p on p.id = m.person_id where m.plan_id = p_plan and m.person_id = any (p_members);
  end if;
  if p_last is not null then
    last := json_build_object(
      'goal', case when p_last ? 'goal' then (select coalesce(max("order"), 0)
        from app.goal where plan_id = p_plan and deletion_id is null) end,
      'item', case when p_last ? 'item' then (select coalesce(max("order"), 0)
        from app.item where plan_id = p_plan and deletion_id is null) end,
      'focus', case when p_last ? 'focus' then (select coalesce(max(focus_order), 0)
        from app.item where plan_id = p_plan and deletion_id is null and focus_date is not null) end,
      'task', case when p_last ? 'task' then (select coalesce(max("order"), 0)
        from app.task where item_id = (p_last ->> 'task')::bigint and deletion_id is null) end);
    if p_last ? 'colors' then
      colors := (select coalesce(json_agg(distinct g.color), '[]') from app.goal g where g.plan_id = p_plan and g.deletion_id is null);
    end if;
  end if;
  if p_new is not null then new_id := nextval('app.' || p_new || '_id_seq'); end if;
  return json_build_object('role', r, 'goals', goals, 'items', items, 'tasks', tasks, 'members', members,
    'last', last, 'colors', colors, 'newId', new_id);
end $$;
