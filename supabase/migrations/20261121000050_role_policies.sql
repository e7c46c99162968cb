-- The policies say of each plan role what app/rules/capability.ts says of it; a test compares the two.

-- A SystemAdmin reaches every plan. Otherwise as before: the plans the door named, else the person's memberships.
create or replace function app.reach() returns bigint[] language plpgsql stable security definer set search_path = '' as $$
declare
  named text := current_setting('app.plans', true);
  reader bigint;
begin
  if named is not null and named <> '' then return named::bigint[]; end if;
  reader := app.reader();
  if exists (select from app.person p where p.id = reader and p.enabled and p.role = 0) then return array(select id from app.plan); end if;
  return array(
    select m.plan_id from app.membership m join app.person p on p.id = m.person_id
    where m.person_id = reader and p.enabled
  );
end $$;

create or replace function app.hears(topic text) returns boolean language plpgsql stable security definer set search_path = '' as $$
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

-- Addresses are for admins. Behind the door whoever asks leaves them out for others.
create function app.address(p_of bigint, p_plan bigint) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  if current_setting('role') = 'authenticated' and not app.through_door() and app.role_in(app.reader(), p_plan) is distinct from 0 then return null; end if;
  return (select p.email from app.person p where p.id = p_of);
end $$;
grant execute on function app.address to authenticated;

create or replace view api.member with (security_invoker = true) as
select m.plan_id as "planId", p.id, p.user_name as "userName",
  case when p.avatar_key is not null then '/api/Users/' || p.id || '/avatar?ts=' || p.avatar_version end as "avatarUrl",
  app.iso(p.last_seen_at) as "lastSeenAt", app.iso(m.last_seen_at) as "lastSeenInPlanAt", m.role as "planRole", app.address(p.id, m.plan_id) as email
from app.membership m join app.person p on p.id = m.person_id;
revoke select (email) on app.person from authenticated;
