-- Comments and plan notes name the agent through which their author wrote them; one that a key wrote has the key's name as its author.
alter table app.comment add column agent text;
alter table app.note add column agent text;

create or replace view api.comment with (security_invoker = true) as
select c.id, c.plan_id as "planId", c.goal_id as "goalId", c.item_id as "itemId", c.task_id as "taskId", c.content,
  app.iso(c.created_date) as "createdDate", app.iso(c.edited_date) as "editedDate", c.created_by as "createdById",
  json_build_object('id', c.created_by, 'userName', coalesce(p.user_name, c.key_name, 'Integration')) as "createdBy",
  (select coalesce(json_agg(json_build_object('MentionedUserId', m.id) order by m.at), '[]')
    from unnest(c.mentions) with ordinality as m(id, at)) as mentions,
  case when c.imported_author is not null then
    (select json_build_object('id', a.id, 'userName', a.user_name)
      from app.named_person a where a.id = c.imported_author) end as "importedAuthor",
  c.agent
from app.comment c left join app.goal g on g.id = c.goal_id left join app.item i on i.id = c.item_id
  left join app.task t on t.id = c.task_id
  left join app.person p on p.id = c.created_by
where coalesce(g.deletion_id, i.deletion_id, t.deletion_id) is null;

create or replace view api.note with (security_invoker = true) as
select n.id, n.plan_id as "planId", n.title, n.content, n.type, n.visibility, app.iso(n.created_date) as "createdDate",
  app.iso(n.modified_date) as "modifiedDate", n.created_by as "createdById", coalesce(p.user_name, n.key_name, 'Integration') as "createdByName",
  null::text as "entityType", null::bigint as "goalId", null::bigint as "itemId", null::bigint as "taskId",
  null::text as "goalName", null::text as "itemTopic", null::text as "taskDescription", n.agent
from app.note n left join app.person p on p.id = n.created_by;
