-- A notification has the agent that acted for its person, whom its title names beside them.
create or replace view api.notification with (security_invoker = true) as
select n.id, n.person_id as "personId", n.kind, n.title,
  case when p.id is not null then json_build_object('id', p.id, 'userName', p.user_name,
    'avatarUrl', case when p.avatar_key is not null then '/api/Users/' || p.id || '/avatar?ts=' || p.avatar_version end) end as actor,
  app.iso(n.created_date) as "createdAt", n.read_date is not null as "isRead",
  n.plan_id as "planId", l.name as "planName", n.goal_id as "goalId", n.item_id as "itemId", n.task_id as "taskId",
  left(c.content, 600) as excerpt, case when p.id is not null then n.agent end as agent
from app.notification n join app.plan l on l.id = n.plan_id left join app.goal g on g.id = n.goal_id left join app.item i on i.id = n.item_id
  left join app.task t on t.id = n.task_id left join app.person p on p.id = n.actor_id
  left join app.comment c on c.id = n.comment_id and c.plan_id = n.plan_id
where coalesce(g.deletion_id, i.deletion_id, t.deletion_id) is null;
