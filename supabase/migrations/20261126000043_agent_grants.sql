-- Programs that registered themselves for sign-in (RFC 7591). Those whose id is the URL of a document are not stored.
create table app.oauth_client (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_date timestamptz(3) not null default now(),
  -- When a person allowed it something.
  used_date timestamptz(3)
);
create index oauth_client_date on app.oauth_client (created_date);
alter table app.oauth_client enable row level security;

-- What a person has allowed an agent, with its one code and its one current refresh token. expires_date null: until it is ended.
create table app.agent_grant (
  id bigint generated always as identity primary key,
  person_id bigint not null references app.person on delete cascade,
  -- A row of oauth_client, or a URL.
  client_id text not null,
  name text not null,
  -- Where its answers go.
  host text not null,
  verified boolean not null,
  access text not null check (access in ('read', 'propose', 'write')),
  scopes text[] not null,
  every_plan boolean not null,
  resource text not null,
  created_date timestamptz(3) not null default now(),
  last_used timestamptz(3),
  expires_date timestamptz(3),
  -- SHA-256 of the request that the person answered, which grants once.
  request_hash bytea not null unique,
  -- SHA-256 of the code.
  code_hash bytea not null unique,
  code_expires timestamptz(3) not null,
  code_used timestamptz(3),
  redirect_uri text not null,
  challenge text not null,
  -- SHA-256 of the refresh token; an older one ends the grant.
  refresh_hash bytea,
  refresh_expires timestamptz(3)
);
create index agent_grant_person on app.agent_grant (person_id);
create index agent_grant_client on app.agent_grant (client_id);
alter table app.agent_grant enable row level security;

create table app.agent_grant_plan (
  grant_id bigint not null references app.agent_grant on delete cascade,
  plan_id bigint not null references app.plan on delete cascade,
  primary key (grant_id, plan_id)
);
create index agent_grant_plan_plan on app.agent_grant_plan (plan_id);
alter table app.agent_grant_plan enable row level security;

create table app.agent_token (
  -- SHA-256 of the access token
  token_hash bytea primary key,
  grant_id bigint not null references app.agent_grant on delete cascade,
  expires_date timestamptz(3) not null
);
create index agent_token_grant on app.agent_token (grant_id, expires_date);
alter table app.agent_token enable row level security;

-- Disabling a person ends their agents too.
create or replace function app.do_end_sessions(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
begin
  delete from app.session where person_id = (args ->> 'personId')::bigint;
  delete from app.agent_grant where person_id = (args ->> 'personId')::bigint;
end $$;

create or replace function app.end_access() returns void language plpgsql as $$
begin
  delete from app.session;
  delete from app.mcp_ticket;
  delete from app.agent_grant;
  delete from app.sign_in_link;
  delete from app.public_link;
  delete from app.plan_key;
end $$;
