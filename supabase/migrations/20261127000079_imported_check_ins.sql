-- Imported check-ins name their author; created_by is then the person who imported them.
alter table app.check_in add column imported_author bigint references app.named_person on delete set null;
create index check_in_imported on app.check_in (imported_author) where imported_author is not null;
select app.define_writer('check_in');

create or replace view api.check_in with (security_invoker = true) as
select c.id, c.plan_id as "planId", c.goal_id as "goalId", c.status, c.confidence, c.note,
  (select coalesce(json_agg(json_build_object('keyResultId', v.id, 'name', k.name, 'unit', k.unit, 'before', v.before, 'current', v.current)
      order by v.nth), '[]')
    from rows from (jsonb_to_recordset(c.results) as (id bigint, before numeric, current numeric)) with ordinality as v(id, before, current, nth)
      left join app.key_result k on k.id = v.id and k.plan_id = c.plan_id) as values,
  c.progress, c.status_before as "statusBefore", app.iso(c.created_date) as "createdDate",
  json_build_object('id', c.created_by, 'userName', coalesce(p.user_name, c.key_name, 'Integration')) as "createdBy", c.agent,
  case when c.imported_author is not null then
    (select json_build_object('id', a.id, 'userName', a.user_name) from app.named_person a where a.id = c.imported_author) end as "importedAuthor"
from app.check_in c join app.goal g on g.id = c.goal_id left join app.person p on p.id = c.created_by
where g.deletion_id is null;

-- The author of an imported last check-in has a name and no id.
create or replace view api.goal with (security_invoker = true) as
select g.id, g.plan_id as "planId", g.name, g.description, g.explanation, g.color, g."order" as "order", g.completed,
  app.iso(g.created_date) as "createdDate", app.iso(g.modified_date) as "modifiedDate",
  json_build_object('id', g.created_by, 'userName', coalesce(p.user_name, g.key_name, 'Integration')) as "createdBy",
  g.is_draft as "isDraft", g.type, g.icon_name as "iconName", g.image_base64 as "imageBase64",
  g.video_link as "videoLink", g.download_link as "downloadLink",
  case when o.id is not null then json_build_object('id', o.id, 'userName', o.user_name) end as owner, g.owner_id as "ownerId",
  case when g.awaited_owner is not null then
    (select json_build_object('id', a.id, 'userName', a.user_name) from app.named_person a where a.id = g.awaited_owner) end as "awaitedOwner",
  app.iso(g.start_date) as "startDate", app.iso(g.due_date) as "dueDate", g.status, g.outcome, g.progress,
  case when g.last_check_in is not null then
    (select json_build_object('createdDate', app.iso(c.created_date), 'status', c.status, 'confidence', c.confidence,
      'createdBy', json_build_object('id', case when a.id is null then c.created_by end,
        'userName', coalesce(a.user_name, b.user_name, c.key_name, 'Integration')))
      from app.check_in c left join app.person b on b.id = c.created_by left join app.named_person a on a.id = c.imported_author
      where c.id = g.last_check_in) end as "lastCheckIn"
from app.goal g left join app.person p on p.id = g.created_by left join app.person o on o.id = g.owner_id
where g.deletion_id is null;
