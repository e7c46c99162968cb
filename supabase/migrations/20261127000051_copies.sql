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

-- A copied plan awaits its owners by their account, so that nobody reads an address in it.
alter table app.named_person add column person_id bigint references app.person on delete set null;
create index named_person_person on app.named_person (person_id) where person_id is not null;

create or replace function app.settle_awaited(p_plan bigint) returns void language plpgsql as $$
declare t text;
begin
  foreach t in array array['item', 'task'] loop
    execute format('update app.%I t set owner_id = p.id, awaited_owner = null, version = t.version + 1
      from app.named_person a join app.membership m on m.plan_id = $1
        join app.person p on p.id = m.person_id and (p.id = a.person_id or lower(p.email) = lower(a.email))
      where t.awaited_owner = a.id and t.plan_id = $1 and a.plan_id = $1 and t.deletion_id is null', t) using p_plan;
  end loop;
end $$;

-- Plans with many cards are copied in the background, as the assistant's requests are answered. progress: 0 to 1.
alter table app.ai_task drop constraint ai_task_kind_check, add constraint ai_task_kind_check check (kind in ('plan', 'check', 'copy')),
  add column progress real;

-- A copy that has been stopped, or was made by another process, is not made.
do $$
declare
  body text := pg_get_functiondef('app.state_of(text,bigint,integer)'::regprocedure);
  before constant text := '    when ''conversation'' then';
begin
  if strpos(body, before) = 0 then raise exception 'app.state_of knows no conversation'; end if;
  execute replace(body, before, '    when ''aiTask'' then return (select t.status from app.ai_task t where t.id = p_id);
' || before);
end $$;
