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

-- A person's picture; every plan of theirs hears of it. Answers the key it had.
create function app.picture_person(p_id bigint, p_key text, p_client text, p_via text) returns text language plpgsql as $$
declare
  m record;
  was text;
begin
  select avatar_key into was from app.person where id = p_id for update;
  update app.person set avatar_key = p_key, avatar_version = (extract(epoch from clock_timestamp()) * 1000)::bigint where id = p_id;
  for m in select plan_id from app.membership where person_id = p_id order by plan_id loop
    perform app.emit(m.plan_id, 'MemberUpdated', app.entity(m.plan_id, 'member', p_id) - 'email', p_id, p_client);
    insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via) values (m.plan_id, 'userplan', p_id, 'update',
      jsonb_build_object('picture', was is not null), jsonb_build_object('picture', p_key is not null), p_id, p_via);
  end loop;
  return was;
end $$;

-- One System Admin whose account is enabled always remains: LWADM. Of two who would end each other's, one waits for the other here.
create function app.keep_a_system_admin(p_id bigint) returns void language plpgsql as $$
begin
  perform from app.person where role = 0 and enabled order by id for update;
  if not exists (select from app.person where role = 0 and enabled and id <> p_id) then
    raise exception 'the last system admin' using errcode = 'LWADM';
  end if;
end $$;

-- A person's name or system role; every plan of theirs hears of it.
create function app.update_person(p_id bigint, p_name text, p_role smallint, p_by bigint, p_client text, p_via text) returns void language plpgsql as $$
declare
  m record;
  was app.person;
begin
  if p_role <> 0 and exists (select from app.person where id = p_id and role = 0 and enabled) then perform app.keep_a_system_admin(p_id); end if;
  select * into was from app.person where id = p_id for update;
  update app.person set user_name = coalesce(p_name, user_name), role = coalesce(p_role, role) where id = p_id;
  for m in select plan_id from app.membership where person_id = p_id order by plan_id loop
    perform app.emit(m.plan_id, 'MemberUpdated', app.entity(m.plan_id, 'member', p_id) - 'email', p_by, p_client);
    insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via) values (m.plan_id, 'userplan', p_id, 'update',
      jsonb_build_object('userName', was.user_name), jsonb_build_object('userName', coalesce(p_name, was.user_name)), p_by, p_via);
  end loop;
end $$;

-- An account enabled or disabled. Disabled, it has no session and hears nothing any more.
create function app.enable_person(p_id bigint, p_enabled boolean, p_by bigint, p_via text) returns void language plpgsql as $$
declare m record;
begin
  if not p_enabled and exists (select from app.person where id = p_id and role = 0 and enabled) then perform app.keep_a_system_admin(p_id); end if;
  update app.person set enabled = p_enabled where id = p_id and enabled <> p_enabled;
  if not found then return; end if;
  insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
  values (0, 'user', p_id, 'update', jsonb_build_object('enabled', not p_enabled), jsonb_build_object('enabled', p_enabled), p_by, p_via);
  if p_enabled then return; end if;
  delete from app.session where person_id = p_id;
  if to_regprocedure('realtime.revoke(text,text)') is null then return; end if;
  for m in select plan_id from app.membership where person_id = p_id loop
    perform realtime.revoke('plan:' || m.plan_id, p_id::text);
  end loop;
  perform realtime.revoke('user:' || p_id, p_id::text);
end $$;
