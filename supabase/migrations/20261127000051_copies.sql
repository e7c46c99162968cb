-- Archived plans are read-only. Templates are offered to their members when they make a plan. Each person stars plans of their own.
alter table app.plan add column is_template boolean not null default false, add column is_archived boolean not null default false;
grant select (is_template, is_archived) on app.plan to authenticated;
alter table app.membership add column starred boolean not null default false;

create or replace view api.plan with (security_invoker = true) as
select p.id, p.name, p.owner_id as "ownerId", o.user_name as "ownerName", p.type, app.iso(c.last_edit) as "lastEdit",
  app.iso(p.last_snapshot) as "lastSnapshot", p.snapshot_description as "snapshotDescription",
  p.effort_and_complexity_visible as "effortAndComplexityVisible", p.ai_instructions as "aiInstructions", p.ai_enabled as "aiEnabled",
  case when p.image_key is null then '/plan-pictures/' || p.id % 6 || '.svg'
    else '/api/Plan/' || p.id || '/image?ts=' || p.image_version end as "imageUrl",
  app.has_integration(p.id) as "integrationEnabled", app.iso(p.created_date) as "createdDate", app.has_drafts(p.id) as "isDraft",
  p.is_template as "isTemplate", p.is_archived as "isArchived"
from app.plan p join app.plan_clock c on c.plan_id = p.id join app.person o on o.id = p.owner_id;

create function app.is_archived(p_plan bigint) returns boolean language plpgsql stable as $$
begin
  return (select p.is_archived from app.plan p where p.id = p_plan);
end $$;

-- The plan's clock is locked by then, so that archiving and a write are one after the other. Outcomes that stay open say so.
do $$
declare
  body text := pg_get_functiondef('app.apply(jsonb)'::regprocedure);
  before constant text := '  if guards <> ''[]'' and app.has_changed(';
begin
  if strpos(body, before) = 0 then raise exception 'app.apply checks no guards'; end if;
  execute replace(body, before,
    '  if plan is not null and not p ? ''whileArchived'' and app.is_archived(plan) then
    raise exception ''archived'' using errcode = ''LWARC'';
  end if;
' || before);
end $$;
