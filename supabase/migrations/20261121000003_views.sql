-- The contract's shapes, camelCase, as rows: row_to_json of a view row is what the API answers.
create view api.goal with (security_invoker = true) as
select g.id, g.plan_id as "planId", g.name, g.description, g.explanation, g.color, g.sort_order as "order", g.completed,
  app.iso(g.created_date) as "createdDate", app.iso(g.modified_date) as "modifiedDate",
  json_build_object('id', g.created_by, 'userName', coalesce(p.user_name, 'Integration')) as "createdBy",
  g.is_draft as "isDraft", g.type, g.icon_name as "iconName", g.image_base64 as "imageBase64",
  g.video_link as "videoLink", g.download_link as "downloadLink"
from app.goal g left join app.person p on p.id = g.created_by
where g.deletion_id is null;

create view api.item with (security_invoker = true) as
select i.id, i.plan_id as "planId", i.goal_id as "goalId",
  case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'color', g.color) end as goal,
  i.topic, i.description, i.sort_order as "order", i.business_value as "businessValue", i.effort as "effortAndComplexity",
  i.completed_date is not null as completed, app.iso(i.completed_date) as "completedDate",
  i.focus_date is not null as focus, i.focus_order as "focusOrder", app.iso(i.focus_date) as "focusDate",
  app.iso(i.due_date) as "dueDate", i.dot_voting as "dotVoting", i.created_by as "createdById",
  app.iso(i.created_date) as "createdDate", app.iso(i.modified_date) as "modifiedDate",
  case when o.id is not null then json_build_object('id', o.id, 'userName', o.user_name) end as owner,
  i.type, i.is_draft as "isDraft", i.attachment_count as "attachmentCount"
from app.item i left join app.goal g on g.id = i.goal_id left join app.person o on o.id = i.owner_id
where i.deletion_id is null;

create view api.task with (security_invoker = true) as
select t.id, t.item_id as "itemId", t.plan_id as "planId", i.goal_id as "goalId", t.description,
  coalesce(t.color, g.color, '#000000') as color, t.type = 2 as complete, app.iso(t.due_date) as "dueDate",
  app.iso(t.created_date) as "createdDate", app.iso(t.modified_date) as modified, app.iso(t.completed_date) as "completedDate",
  t.sort_order as "order", t.type, t.owner_id as "ownerId",
  case when o.id is not null then json_build_object('id', o.id, 'userName', o.user_name) end as owner,
  t.attachment_count as "attachmentCount", t.is_draft as "isDraft", i.completed_date is not null as "readOnly"
from app.task t join app.item i on i.id = t.item_id left join app.goal g on g.id = i.goal_id
  left join app.person o on o.id = t.owner_id
where t.deletion_id is null;

create view api.member with (security_invoker = true) as
select m.plan_id as "planId", p.id, p.user_name as "userName",
  case when p.avatar_key is not null then '/api/Users/' || p.id || '/avatar?ts=' || p.avatar_version end as "avatarUrl",
  app.iso(p.last_seen_at) as "lastSeenAt", app.iso(m.last_seen_at) as "lastSeenInPlanAt", m.role as "planRole", p.email
from app.membership m join app.person p on p.id = m.person_id;

-- planRole is the reader's own and is added by who asks.
create view api.plan with (security_invoker = true) as
select p.id, p.name, p.owner_id as "ownerId", o.user_name as "ownerName", p.type, app.iso(c.last_edit) as "lastEdit",
  app.iso(p.last_snapshot) as "lastSnapshot", p.snapshot_description as "snapshotDescription",
  p.effort_visible as "effortAndComplexityVisible", p.ai_instructions as "aiInstructions",
  case when p.image_key is null then '/plan-pictures/' || p.id % 6 || '.svg'
    else '/api/Plan/' || p.id || '/image?ts=' || p.image_version end as "imageUrl",
  p.api_key_hash is not null as "integrationEnabled", app.iso(p.created_date) as "createdDate", p.is_draft as "isDraft"
from app.plan p join app.plan_clock c on c.plan_id = p.id join app.person o on o.id = p.owner_id;

create view api.invitation with (security_invoker = true) as
select i.id, i.email, i.plan_id as "planId", p.name as "planName", i.role, i.user_name as "userName",
  app.iso(i.created_date) as "createdDate", app.iso(i.renewed_date + interval '14 days') as "expiresAt"
from app.invitation i join app.plan p on p.id = i.plan_id
where i.accepted_date is null;

grant select on api.goal, api.item, api.task, api.member, api.plan to authenticated;
