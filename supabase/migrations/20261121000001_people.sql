-- People, their sessions and sign-in links. Nothing here is reachable through PostgREST: schema app is not exposed.
create schema app;
create schema api;
revoke all on schema app, api from public;
grant usage on schema app, api to authenticated;
alter default privileges in schema app revoke execute on functions from public;

-- ISO 8601 UTC with milliseconds. One microsecond is added so that the text always has six fraction digits to cut.
create function app.iso(moment timestamptz) returns text language sql stable parallel safe
  return replace(left(((moment at time zone 'UTC') + interval '0.000001 s')::text, 23), ' ', 'T') || 'Z';
grant execute on function app.iso to authenticated;

create table app.person (
  id bigint generated always as identity primary key,
  email text not null,
  user_name text not null,
  role smallint not null default 3 check (role between 0 and 3),
  enabled boolean not null default true,
  avatar_key text,
  avatar_version bigint not null default 0,
  last_seen_at timestamptz(3),
  created_date timestamptz(3) not null default now()
);
create unique index person_email on app.person (lower(email));

create table app.session (
  id uuid primary key default gen_random_uuid(),
  person_id bigint not null references app.person on delete cascade,
  created_date timestamptz(3) not null default now(),
  last_used timestamptz(3) not null default now()
);
create index session_person on app.session (person_id);

-- token_hash: SHA-256 of what the link carries. A link is used once.
create table app.sign_in_link (
  token_hash bytea primary key,
  email text not null,
  return_url text not null,
  invitation_token text,
  browser_hash bytea,
  ip text,
  created_date timestamptz(3) not null default now(),
  used_date timestamptz(3)
);
create index sign_in_link_email on app.sign_in_link (lower(email), created_date);
create index sign_in_link_ip on app.sign_in_link (ip, created_date);

alter table app.person enable row level security;
alter table app.session enable row level security;
alter table app.sign_in_link enable row level security;
