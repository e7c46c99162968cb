-- Access of the database role that reads and writes boards: a second layer behind the checks in app/domain. It must agree with
-- app/contract/capability.ts; a test compares the two.

-- The plan that may be written: the entered one, if it was entered with a role that changes cards.
create function app.writes() returns bigint[] language plpgsql stable security definer set search_path = '' as $$
declare claims jsonb := app.own_claims();
begin
  if (claims ->> 'plan_role')::smallint < 2 then return array[(claims -> 'plan_id')::bigint]; end if;
  return '{}';
end $$;

-- What the person of the claims may see: the entered plan or, outside of any, all plans for a System Admin and those of their memberships for
-- others. A plan's key sees the entered plan.
create function app.visible_plans() returns bigint[] language plpgsql stable security definer set search_path = '' as $$
declare
  claims jsonb := app.own_claims();
  plan bigint := claims -> 'plan_id';
  reader bigint;
begin
  if plan is not null then
    reader := nullif(claims -> 'user_id', 'null');
    -- A member's own row decides most often, at half the cost of app.role_in.
    if reader is null or exists (select from app.membership m where m.plan_id = plan and m.person_id = reader)
      or app.role_in(reader, plan) is not null then return array[plan]; end if;
    return '{}';
  end if;
  reader := app.reader();
  if exists (select from app.person p where p.id = reader and p.enabled and p.role = 0) then return array(select id from app.plan); end if;
  return array(
    select m.plan_id from app.membership m join app.person p on p.id = m.person_id
    where m.person_id = reader and p.enabled
  );
end $$;

create function app.can_listen(topic text) returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  reader bigint := app.reader();
  kind text := split_part(topic, ':', 1);
  target text := substr(topic, length(split_part(topic, ':', 1)) + 2);
begin
  if reader is null or target !~ '^[1-9][0-9]{0,14}$' then return false; end if;
  if not exists (select from app.person p where p.id = reader and p.enabled) then return false; end if;
  if kind = 'plan' then return app.role_in(reader, target::bigint) is not null; end if;
  if kind = 'conversation' then
    return exists (select from app.conversation c join app.membership m on m.plan_id = c.plan_id and m.person_id = reader
      where c.id = target::bigint and reader = any (c.participants));
  end if;
  return kind = 'user' and target::bigint = reader;
end $$;

do $$
declare t name;
begin
  for t in select tablename from pg_tables where schemaname = 'app' loop
    execute format('alter table app.%I enable row level security', t);
  end loop;
end $$;

grant execute on function app.iso, app.reader, app.visible_plans, app.writes, app.entered, app.can_listen, app.in_session, app.address, app.has_drafts,
  app.words, app.each, app.refuse_unknown, app.write, app.entity, app.leave_plan, app.insert_goal, app.insert_item, app.insert_task,
  app.update_goal, app.update_item, app.update_task to authenticated;
grant select on app.plan_clock, app.membership, app.comment, app.notification, app.note, app.note_version, app.file, app.file_reference,
  app.search_entry, app.conversation, app.message, app.message_read, app.prompt, app.meeting to authenticated;
grant select, insert, update on app.goal, app.item, app.task to authenticated;
grant select (id, name, owner_id, type, effort_and_complexity_visible, ai_instructions, ai_enabled, image_key, image_version, api_key_hash,
  api_key_used, api_key_created,
  last_snapshot, snapshot_description, created_date) on app.plan to authenticated;
-- Without email: addresses are for admins, who get them through app.address or the server.
grant select (id, user_name, avatar_key, avatar_version, last_seen_at) on app.person to authenticated;
grant select (id, plan_id, user_name) on app.named_person to authenticated;
grant select (id, plan_id, created_date, created_by, automatic, description, seq, goals, items, tasks) on app.plan_version to authenticated;
grant select on api.goal, api.item, api.task, api.member, api.plan, api.comment, api.notification, api.note, api.note_version, api.file,
  api.message, api.conversation, api.prompt, api.plan_version, api.meeting to authenticated;

do $$
declare t text;
begin
  foreach t in array array['plan_clock', 'membership', 'plan_version', 'meeting', 'named_person'] loop
    execute format(
      'create policy visible on app.%I for select to authenticated using (plan_id = any ((select app.visible_plans())::bigint[]))', t);
  end loop;
  foreach t in array array['goal', 'item', 'task'] loop
    -- What is in the bin is read by the server alone, for admins.
    execute format('create policy visible on app.%I for select to authenticated
      using (deletion_id is null and plan_id = any ((select app.visible_plans())::bigint[]))', t);
    execute format(
      'create policy added on app.%I for insert to authenticated with check (plan_id = any ((select app.writes())::bigint[]))', t);
    execute format('create policy changed on app.%I for update to authenticated using (plan_id = any ((select app.writes())::bigint[]))
      with check (plan_id = (select app.entered()))', t);
  end loop;
end $$;

create policy visible on app.plan for select to authenticated using (id = any ((select app.visible_plans())::bigint[]));
create policy shares_a_plan on app.person for select to authenticated
  using ((select app.entered()) is not null or id in (select m.person_id from app.membership m
    where m.plan_id = any ((select app.visible_plans())::bigint[])));
create policy "hear own topics" on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence') and (select app.in_session()) and app.can_listen((select realtime.topic())));
create policy "be present on own plans" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select realtime.topic()) like 'plan:%' and app.in_session()
    and app.can_listen((select realtime.topic())));
-- Subqueries on cards and notes are under the policies of these: what is on a deleted card, or a note of others, is gone with it.
do $$
declare
  t text;
  own text;
begin
  for t, own in select * from (values ('comment', ''), ('notification', 'and person_id = (select app.reader())'),
    ('file', 'and (note_id is null or exists (select from app.note n where n.id = note_id))')) x
  loop
    execute format('create policy visible on app.%I for select to authenticated using (plan_id = any ((select app.visible_plans())::bigint[])
      and (goal_id is null or exists (select from app.goal g where g.id = goal_id))
      and (item_id is null or exists (select from app.item i where i.id = item_id))
      and (task_id is null or exists (select from app.task t where t.id = task_id)) %s)', t, own);
  end loop;
end $$;
create policy open_or_own on app.note for select to authenticated
  using (plan_id = any ((select app.visible_plans())::bigint[]) and (visibility = 1 or created_by = (select app.reader())));
create policy open_or_own on app.note_version for select to authenticated
  using (plan_id = any ((select app.visible_plans())::bigint[])
    and exists (select from app.note n where n.id = note_id and (note_version.visibility = 1 or n.created_by = (select app.reader()))));
create policy visible on app.file_reference for select to authenticated using (
  exists (select from app.comment c where c.id = comment_id) or exists (select from app.note n where n.id = note_id));
-- Private notes, their files and deleted cards are indexed too: the reader sees the entries of rows that they may see.
create policy visible on app.search_entry for select to authenticated using (plan_id = any ((select app.visible_plans())::bigint[])
  and case kind when 'goal' then exists (select from app.goal g where g.id = entity_id)
    when 'item' then exists (select from app.item i where i.id = entity_id)
    when 'task' then exists (select from app.task t where t.id = entity_id)
    when 'comment' then exists (select from app.comment c where c.id = entity_id)
    when 'note' then exists (select from app.note n where n.id = entity_id)
    when 'file' then exists (select from app.file f where f.id = entity_id) end);
create policy takes_part on app.conversation for select to authenticated
  using (plan_id = any ((select app.visible_plans())::bigint[]) and (select app.reader()) = any (participants));
create policy takes_part on app.message for select to authenticated
  using (exists (select from app.conversation c where c.id = conversation_id));
create policy takes_part on app.message_read for select to authenticated
  using (exists (select from app.conversation c where c.id = conversation_id));
-- Browsers broadcast typing indicators themselves.
create policy "type in own conversations" on realtime.messages for insert to authenticated
  with check (extension = 'broadcast' and (select realtime.topic()) like 'conversation:%' and app.in_session()
    and app.can_listen((select realtime.topic())));
create policy own_or_plan on app.prompt for select to authenticated
  using (case when plan_id is null then owner_id = (select app.reader()) else plan_id = any ((select app.visible_plans())::bigint[]) end);
