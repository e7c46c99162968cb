create table app.person (
  id bigint generated always as identity primary key,
  email text not null,
  user_name text not null,
  role smallint not null default 3 check (role between 0 and 3),
  enabled boolean not null default true,
  avatar_key text,
  avatar_version bigint not null default 0,
  last_seen_at timestamptz(3),
  -- IANA; null: UTC.
  time_zone text,
  -- Null: the browser's.
  language text check (language in ('en', 'de')),
  -- Of the browser at the last sign-in, for mails.
  browser_language text check (browser_language in ('en', 'de')),
  created_date timestamptz(3) not null default now()
);
create unique index person_email on app.person (lower(email));

-- Accounts at providers. A person's address may change there, or pass to somebody else: issuer and subject do not.
create table app.person_identity (
  issuer text not null,
  subject text not null,
  person_id bigint not null references app.person on delete cascade,
  created_date timestamptz(3) not null default now(),
  primary key (issuer, subject),
  unique (person_id, issuer)
);

-- id is in the cookie; number names the session in lists. cookie_date: when the cookie was set last.
create table app.session (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  person_id bigint not null references app.person on delete cascade,
  created_date timestamptz(3) not null default now(),
  last_used timestamptz(3) not null default now(),
  cookie_date timestamptz(3) not null default now(),
  user_agent text,
  address text
);
create index session_person on app.session (person_id);

-- Numbers of sessions that have ended, so that ending one again is no error.
create table app.ended_session (
  number bigint primary key,
  person_id bigint not null references app.person on delete cascade,
  ended_date timestamptz(3) not null default now()
);
create index ended_session_person on app.ended_session (person_id);
create index ended_session_date on app.ended_session (ended_date);
create function app.remember_ended_session() returns trigger language plpgsql as $$
begin
  insert into app.ended_session (number, person_id)
  select old.number, p.id from app.person p where p.id = old.person_id on conflict do nothing;
  return old;
end $$;
create trigger remember_ended_session after delete on app.session for each row execute function app.remember_ended_session();

-- Tickets for one connection to the MCP server. They end with the session that asked for them.
create table app.mcp_ticket (
  -- SHA-256 of the token
  token_hash bytea primary key,
  session_id uuid not null references app.session on delete cascade,
  expires_date timestamptz(3) not null
);
create index mcp_ticket_session on app.mcp_ticket (session_id);

-- Browsers that have signed in to an account. email: its address then, so that a request for a link reads no account.
create table app.known_browser (
  person_id bigint not null references app.person on delete cascade,
  browser_hash bytea not null,
  email text not null,
  seen_date timestamptz(3) not null default now(),
  primary key (person_id, browser_hash)
);
create index known_browser_hash on app.known_browser (browser_hash);
create index known_browser_seen on app.known_browser (seen_date);

-- token_hash: SHA-256 of the link's token. A link works once.
create table app.sign_in_link (
  token_hash bytea primary key,
  email text not null,
  return_url text not null,
  invitation_token text,
  browser_hash bytea,
  -- The browser had signed in to this address before.
  known boolean not null default false,
  ip text,
  created_date timestamptz(3) not null default now(),
  used_date timestamptz(3)
);
create index sign_in_link_email on app.sign_in_link (lower(email), created_date);
create index sign_in_link_ip on app.sign_in_link (ip, created_date);

-- Raises LWADM rather than lose the last enabled System Admin. The row locks serialize concurrent changes of two admins.
create function app.keep_a_system_admin() returns trigger language plpgsql as $$
begin
  perform from app.person where role = 0 and enabled order by id for update;
  if not exists (select from app.person where role = 0 and enabled and id <> old.id) then
    raise exception 'the last system admin' using errcode = 'LWADM';
  end if;
  return new;
end $$;
create trigger keep_a_system_admin before update on app.person for each row
  when (old.role = 0 and old.enabled and not (new.role = 0 and new.enabled)) execute function app.keep_a_system_admin();

-- Ends a person's subscription to a live topic. The hosted service has no realtime.revoke: there a channel ends when its token expires.
create function app.end_channel(p_topic text, p_person text) returns void language plpgsql as $$
begin
  if to_regprocedure('realtime.revoke(text,text)') is not null then perform realtime.revoke(p_topic, p_person); end if;
end $$;

-- However a session ends, its live connections end with it. On the hosted service they end with their token; see app.in_session.
create function app.end_live() returns trigger language plpgsql as $$
begin
  if to_regprocedure('realtime.end_session(text)') is not null then perform realtime.end_session(old.id::text); end if;
  return null;
end $$;
create trigger end_live after delete on app.session for each row execute function app.end_live();

-- The claims belong to a session of their person that has not ended: a live token of an ended one joins nothing.
create function app.in_session() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from app.session s where s.id::text = auth.jwt() ->> 'session_id' and s.person_id = app.reader());
end $$;

-- Signs a person out everywhere. args: {personId}
create function app.do_end_sessions(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
begin
  delete from app.session where person_id = (args ->> 'personId')::bigint;
end $$;
