create schema app;
create schema api;
revoke all on schema app, api from public;
grant usage on schema app, api to authenticated;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists btree_gin with schema extensions;
grant usage on schema extensions to authenticated;

-- Without "in schema": the default for one schema only adds to the global one, which lets everybody execute new functions. A migration that
-- creates an extension's functions or functions for others grants them itself.
alter default privileges revoke execute on functions from public;

-- ISO 8601 UTC with milliseconds. Postgres omits trailing zeros; with one microsecond added, the text always has six fraction digits.
create function app.iso(moment timestamptz) returns text language sql stable parallel safe
  return replace(left(((moment at time zone 'UTC') + interval '0.000001 s')::text, 23), ' ', 'T') || 'Z';

-- The person whose row policies apply; null for a plan's API key.
create function app.reader() returns bigint language plpgsql stable security definer set search_path = '' as $$
begin
  return nullif(auth.jwt() ->> 'user_id', '')::bigint;
end $$;

-- The claims that app.enter has set; null in a session that isn't the server's own. What a hosted endpoint runs is in a session of
-- `authenticator`: neither its settings nor its claims, which come from a token, enter a plan. Its caller is SECURITY DEFINER.
create function app.own_claims() returns jsonb language plpgsql stable as $$
begin
  if session_user <> current_user and not pg_has_role(session_user, current_user, 'member') then return null; end if;
  return nullif(current_setting('request.jwt.claims', true), '');
end $$;

-- The plan that app.enter has named.
create function app.entered() returns bigint language plpgsql stable security definer set search_path = '' as $$
begin
  return app.own_claims() -> 'plan_id';
end $$;

-- Enters the plan for the rest of the transaction: sets the claims, which narrow what policies allow to this plan, and the role that they
-- apply to. p_person null: the plan's API key. p_role null: nothing is written.
create function app.enter(p_person bigint, p_plan bigint, p_role smallint default null) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims',
      json_build_object('role', 'authenticated', 'user_id', p_person, 'plan_id', p_plan, 'plan_role', p_role)::text, true),
    set_config('role', 'authenticated', true);
end $$;

create function app.leave_plan() returns void language plpgsql as $$
begin
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
end $$;

-- Enters the plan and returns the caller's role: a person's own, 1 for the plan's API key (p_person null). Without access it returns null
-- and does not enter the plan.
create function app.open_plan(p_person bigint, p_plan bigint) returns smallint language plpgsql as $$
declare r smallint := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
begin
  if r is not null then perform app.enter(p_person, p_plan, r); end if;
  return r;
end $$;
