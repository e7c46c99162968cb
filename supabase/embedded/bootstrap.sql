-- The contents of a hosted Supabase database before the first migration, for the embedded Postgres 17.
-- Run by the superuser supabase_admin in the product's database; running it again changes nothing.

-- Roles

do $$
declare wanted record;
begin
  for wanted in
    select * from (values
      ('postgres', 'login createdb createrole replication bypassrls'),
      ('anon', 'nologin'),
      ('authenticated', 'nologin'),
      ('service_role', 'nologin bypassrls'),
      ('authenticator', 'login noinherit')
    ) as roles (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I', wanted.name);
    end if;
    execute format('alter role %I %s', wanted.name, wanted.options);
  end loop;
  execute format('alter database %I owner to postgres', current_database());
end $$;

grant anon, authenticated, service_role to postgres with admin option;
grant anon, authenticated, service_role to authenticator;
alter role postgres set search_path = "$user", public, extensions;

grant usage on schema public to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;

-- Extensions

create schema if not exists extensions;
grant usage on schema extensions to postgres, anon, authenticated, service_role;
grant create on schema extensions to postgres;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

-- Auth: the caller's claims

create schema if not exists auth;
grant usage on schema auth to postgres, anon, authenticated, service_role;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

-- Storage

create schema if not exists storage;
grant usage on schema storage to postgres, anon, authenticated, service_role;

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now()
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);

-- Only a table's owner can create policies on it.
alter table storage.buckets owner to postgres;
alter table storage.objects owner to postgres;
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

create or replace function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1:array_length(string_to_array(name, '/'), 1) - 1]
$$;

create or replace function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$$;

create or replace function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

-- Realtime

create schema if not exists realtime;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

-- Unlogged: its contents have no value after a crash, and the gateway's probes are rolled back anyway.
create unlogged table if not exists realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now()
);
alter table realtime.messages owner to postgres;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Emits `payload` to a topic's subscribers when the transaction commits. The event travels inside the notice, in as many
-- parts as its size needs (a notice holds 8,000 bytes): [id, topic, event], or [id, topic, event, part, is it the last],
-- a line break, the text. The id also prevents Postgres from merging two equal events of one transaction.
-- Unlike on hosted Supabase, a fault raises an error.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
  body text;
  bytes bytea;
  at integer := 0;
  size integer;
  part integer := 0;
begin
  if jsonb_typeof(payload) is distinct from 'object' then
    raise exception 'realtime.send: the payload must be a JSON object' using errcode = '22023';
  end if;
  if coalesce(event, '') = '' or octet_length(event) > 255 or coalesce(topic, '') = '' or octet_length(topic) > 255 then
    raise exception 'realtime.send: event and topic must have 1 to 255 bytes' using errcode = '22023';
  end if;
  if not payload ? 'id' then payload := payload || jsonb_build_object('id', message_id); end if;
  perform set_config('realtime.topic', topic, true);

  -- A caller under row policies may send what the policies let it insert. The row itself is not stored.
  if row_security_active('realtime.messages') then
    begin
      insert into realtime.messages (id, payload, event, topic, private, extension)
      values (message_id, payload, event, topic, private, 'broadcast');
      raise exception using errcode = 'RT000';
    exception when sqlstate 'RT000' then null;
    end;
  end if;
  -- The gateway serves private channels only.
  if not private then return; end if;

  body := payload::text;
  if octet_length(body) <= 7200 then
    perform pg_notify('realtime_emit', jsonb_build_array(message_id, topic, event)::text || E'\n' || body);
    return;
  end if;
  bytes := convert_to(body, 'UTF8');
  while at < octet_length(bytes) loop
    size := least(7200, octet_length(bytes) - at);
    -- A part ends between two characters.
    while at + size < octet_length(bytes) and get_byte(bytes, at + size) & 192 = 128 loop size := size - 1; end loop;
    perform pg_notify(
      'realtime_emit',
      jsonb_build_array(message_id, topic, event, part, at + size = octet_length(bytes))::text || E'\n'
        || convert_from(substr(bytes, at + 1, size), 'UTF8')
    );
    at := at + size;
    part := part + 1;
  end loop;
end $$;

create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record,
  level text default 'ROW'
) returns void language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name,
    topic_name
  );
end $$;

-- Only here, not on hosted Supabase: the gateway checks this person's right to the topic again when the transaction
-- commits (everybody's, without `sub`) and ends the channels that lost it.
create or replace function realtime.revoke(topic text, sub text default null) returns void language sql as $$
  select pg_notify('realtime_revoked', jsonb_build_object('topic', topic, 'sub', sub)::text)
$$;

-- Only here: the gateways close the sockets whose key or tokens carry this session_id when the transaction commits, and
-- accept neither again.
create or replace function realtime.end_session(session text) returns void language sql as $$
  select pg_notify('realtime_revoked', jsonb_build_object('session', session)::text)
$$;

-- Only here: what the policies on realtime.messages allow callers. `checks` is [{topic, claims}], with the role in
-- claims.role; the answer, in the same order, is [{hear, meet, send, appear, problem?}]: read and write of the extensions
-- broadcast and presence. Probe rows are read and inserted as the caller, then rolled back.
-- Runs with the invoker's rights, because a SECURITY DEFINER function cannot set the role.
create or replace function realtime.authorize(checks jsonb) returns jsonb language plpgsql as $$
declare
  answers jsonb := '[]';
  probes jsonb;
  one jsonb;
  granted jsonb;
  write_as text;
begin
  perform set_config('synchronous_commit', 'off', true);
  begin
    with probe as (
      insert into realtime.messages (topic, extension)
      select distinct wanted ->> 'topic', extension
      from jsonb_array_elements(checks) wanted, unnest(array['broadcast', 'presence']) extension
      returning id, topic, extension
    )
    select jsonb_object_agg(extension || ':' || topic, id) into probes from probe;

    for one in select value from jsonb_array_elements(checks) loop
      begin
        perform
          set_config('request.jwt.claims', (one -> 'claims')::text, true),
          set_config('realtime.topic', one ->> 'topic', true),
          set_config('role', one -> 'claims' ->> 'role', true);
        select jsonb_build_object(
          'hear', coalesce(bool_or(m.extension = 'broadcast'), false),
          'meet', coalesce(bool_or(m.extension = 'presence'), false),
          'send', false,
          'appear', false
        ) into granted
        from realtime.messages m
        where m.id in (
          (probes ->> ('broadcast:' || (one ->> 'topic')))::uuid, (probes ->> ('presence:' || (one ->> 'topic')))::uuid
        );
        foreach write_as in array array['broadcast', 'presence'] loop
          begin
            insert into realtime.messages (topic, extension) values (one ->> 'topic', write_as);
            raise exception using errcode = 'RT000';
          exception
            when sqlstate 'RT000' then
              granted := granted || jsonb_build_object(case write_as when 'broadcast' then 'send' else 'appear' end, true);
            when insufficient_privilege then null;
          end;
        end loop;
      exception when others then
        granted := jsonb_build_object('hear', false, 'meet', false, 'send', false, 'appear', false, 'problem', sqlerrm);
      end;
      perform set_config('role', 'none', true);
      answers := answers || jsonb_build_array(granted);
    end loop;
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then null;
  end;
  return answers;
end $$;
revoke execute on function realtime.authorize, realtime.revoke, realtime.end_session from public;
grant execute on function realtime.authorize, realtime.revoke, realtime.end_session to postgres, service_role;
