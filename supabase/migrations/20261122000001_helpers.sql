create schema app;
create schema api;
revoke all on schema app, api from public;
grant usage on schema app, api to authenticated;
alter default privileges in schema app revoke execute on functions from public;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
grant usage on schema extensions to authenticated;

-- ISO 8601 UTC with milliseconds. Postgres omits trailing zeros; with one microsecond added, the text always has six fraction digits.
create function app.iso(moment timestamptz) returns text language sql stable parallel safe
  return replace(left(((moment at time zone 'UTC') + interval '0.000001 s')::text, 23), ' ', 'T') || 'Z';

-- The person whose row policies apply; null for a plan's API key.
create function app.reader() returns bigint language plpgsql stable security definer set search_path = '' as $$
begin
  return nullif(auth.jwt() ->> 'user_id', '')::bigint;
end $$;

create function app.through_door() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return coalesce(current_setting('app.plans', true), '') <> '';
end $$;

-- Enters the plan for the rest of the transaction: sets the claims, app.plans to this plan alone, and the role that row policies apply to.
create function app.enter(p_person bigint, p_plan bigint) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'user_id', p_person)::text, true),
    set_config('app.plans', '{' || p_plan || '}', true), set_config('role', 'authenticated', true);
end $$;

create function app.leave_plan() returns void language plpgsql as $$
begin
  perform set_config('role', 'none', true), set_config('app.plans', '', true);
end $$;

-- Enters the plan and returns the caller's role: a person's own, 1 for the plan's API key (p_person null). Without access it returns null
-- and does not enter the plan.
create function app.open_plan(p_person bigint, p_plan bigint) returns smallint language plpgsql as $$
declare r smallint := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
begin
  if r is not null then perform app.enter(p_person, p_plan); end if;
  return r;
end $$;
