-- The second wall. The first is the domain's own check; a mistake there meets these.

-- The plans a reader reaches: those the door named for this transaction, else the person's memberships.
-- plpgsql, so that one evaluation serves a whole statement.
create function app.reach() returns bigint[] language plpgsql stable security definer set search_path = '' as $$
declare
  named text := current_setting('app.plans', true);
  reader bigint;
begin
  if named is not null and named <> '' then return named::bigint[]; end if;
  reader := nullif(auth.jwt() ->> 'user_id', '')::bigint;
  return array(
    select m.plan_id from app.membership m join app.person p on p.id = m.person_id
    where m.person_id = reader and p.enabled
  );
end $$;

-- Only the door writes: it names the one plan.
create function app.writes() returns bigint[] language plpgsql stable security definer set search_path = '' as $$
declare named text := current_setting('app.plans', true);
begin
  return coalesce(nullif(named, ''), '{}')::bigint[];
end $$;

-- Behind the door the plan is checked already, and its rows name people who have left it.
create function app.through_door() returns boolean language sql stable security definer set search_path = ''
  return coalesce(current_setting('app.plans', true), '') <> '';
grant execute on function app.reach, app.writes, app.through_door to authenticated;

alter table app.plan enable row level security;
alter table app.plan_clock enable row level security;
alter table app.membership enable row level security;
alter table app.invitation enable row level security;
alter table app.deletion enable row level security;
alter table app.goal enable row level security;
alter table app.item enable row level security;
alter table app.task enable row level security;
alter table app.event enable row level security;
alter table app.audit enable row level security;
alter table app.idempotency enable row level security;
alter table app.job enable row level security;

grant select (id, name, owner_id, type, effort_visible, ai_instructions, image_key, image_version, api_key_hash, last_snapshot, snapshot_description, is_draft, created_date) on app.plan to authenticated;
grant select on app.plan_clock, app.membership to authenticated;
grant select (id, user_name, email, avatar_key, avatar_version, last_seen_at) on app.person to authenticated;
grant select, insert, update on app.goal, app.item, app.task to authenticated;

create policy reach on app.plan for select to authenticated using (id = any ((select app.reach())::bigint[]));
create policy reach on app.plan_clock for select to authenticated using (plan_id = any ((select app.reach())::bigint[]));
create policy reach on app.membership for select to authenticated using (plan_id = any ((select app.reach())::bigint[]));
create policy shares_a_plan on app.person for select to authenticated
  using ((select app.through_door()) or id in (select m.person_id from app.membership m where m.plan_id = any ((select app.reach())::bigint[])));

create policy reach on app.goal for select to authenticated using (plan_id = any ((select app.reach())::bigint[]));
create policy added on app.goal for insert to authenticated with check (plan_id = any ((select app.writes())::bigint[]));
create policy changed on app.goal for update to authenticated
  using (plan_id = any ((select app.writes())::bigint[])) with check (plan_id = any ((select app.writes())::bigint[]));
create policy reach on app.item for select to authenticated using (plan_id = any ((select app.reach())::bigint[]));
create policy added on app.item for insert to authenticated with check (plan_id = any ((select app.writes())::bigint[]));
create policy changed on app.item for update to authenticated
  using (plan_id = any ((select app.writes())::bigint[])) with check (plan_id = any ((select app.writes())::bigint[]));
create policy reach on app.task for select to authenticated using (plan_id = any ((select app.reach())::bigint[]));
create policy added on app.task for insert to authenticated with check (plan_id = any ((select app.writes())::bigint[]));
create policy changed on app.task for update to authenticated
  using (plan_id = any ((select app.writes())::bigint[])) with check (plan_id = any ((select app.writes())::bigint[]));

-- Live topics: members hear their plans and are present there; a person hears their own.
create function app.hears(topic text) returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  reader bigint := nullif(auth.jwt() ->> 'user_id', '')::bigint;
  kind text := split_part(topic, ':', 1);
  target text := substr(topic, length(split_part(topic, ':', 1)) + 2);
begin
  if reader is null or target !~ '^[1-9][0-9]{0,14}$' then return false; end if;
  if not exists (select from app.person p where p.id = reader and p.enabled) then return false; end if;
  if kind = 'plan' then
    return exists (select from app.membership m where m.plan_id = target::bigint and m.person_id = reader);
  end if;
  return kind = 'user' and target::bigint = reader;
end $$;
grant execute on function app.hears to authenticated;

create policy "hear own topics" on realtime.messages for select to authenticated
  using (extension in ('broadcast', 'presence') and app.hears((select realtime.topic())));
create policy "be present on own plans" on realtime.messages for insert to authenticated
  with check (extension = 'presence' and (select realtime.topic()) like 'plan:%' and app.hears((select realtime.topic())));
