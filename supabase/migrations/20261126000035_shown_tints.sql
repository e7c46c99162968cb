-- Visitors of a public link tell owners of the same name apart by the colours that they have in the plan.
grant select (plan_id, person_id, tint) on app.membership to laneway_visitor;
create policy visitor on app.membership for select to laneway_visitor
  using (plan_id = (select app.shown_plan()) and person_id = any ((select app.shown_owners())::bigint[]));

create or replace view api.public_item with (security_invoker = true) as
select i.plan_id as "planId", i.id, g.id as "goalId",
  case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'color', g.color) end as goal,
  i.topic, i.description, i."order" as "order", i.business_value as "businessValue", i.effort_and_complexity as "effortAndComplexity",
  app.iso(i.completed_date) as "completedDate", i.focus_date is not null as focus, i.focus_order as "focusOrder", app.iso(i.due_date) as "dueDate",
  case when o.id is not null then json_build_object('userName', app.without_address(o.user_name), 'tint', m.tint) end as owner
from app.item i left join app.goal g on g.id = i.goal_id left join app.person o on o.id = i.owner_id
  left join app.membership m on m.plan_id = i.plan_id and m.person_id = i.owner_id
where i.goal_id is null or g.id is not null;

create or replace view api.public_task with (security_invoker = true) as
select t.plan_id as "planId", t.id, t.item_id as "itemId", i."goalId", t.description, coalesce(t.color, i.goal ->> 'color', '#000000') as color,
  t.type, app.iso(t.completed_date) as "completedDate", app.iso(t.due_date) as "dueDate", t."order" as "order",
  case when o.id is not null then json_build_object('userName', app.without_address(o.user_name), 'tint', m.tint) end as owner
from app.task t join api.public_item i on i.id = t.item_id left join app.person o on o.id = t.owner_id
  left join app.membership m on m.plan_id = t.plan_id and m.person_id = t.owner_id;
