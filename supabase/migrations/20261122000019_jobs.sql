-- Jobs: work that starts after the commit, such as mail.
create table app.job (
  id bigint generated always as identity primary key,
  kind text not null,
  input jsonb not null,
  attempts smallint not null default 0,
  run_at timestamptz(3) not null default now(),
  held_until timestamptz(3),
  -- When run_at and held_until were set. Ahead of the clock: before it was set back.
  timed_date timestamptz(3) not null default now(),
  failed_date timestamptz(3),
  last_error text,
  created_date timestamptz(3) not null default now()
);
create index job_due on app.job (run_at) where failed_date is null;
create index job_timed on app.job (timed_date) where failed_date is null;
create index job_dead on app.job (id) where failed_date is not null;

-- A dead job is tried again, or given up. args: {id}
create function app.do_retry_job(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
begin
  update app.job set failed_date = null, last_error = null, attempts = 0, run_at = now(), timed_date = now()
    where id = (args ->> 'id')::bigint and failed_date is not null;
  if not found then raise exception 'the job is not dead' using errcode = 'LW409'; end if;
end $$;
create function app.do_drop_job(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
begin
  delete from app.job where id = (args ->> 'id')::bigint and failed_date is not null;
  if not found then raise exception 'the job is not dead' using errcode = 'LW409'; end if;
end $$;

-- Calls and mails counted across all processes of the installation. Unlogged: a crash loses the counts of windows that are open.
create unlogged table app.rate (
  kind text not null,
  caller text not null,
  began timestamptz(3) not null,
  ends timestamptz(3) not null,
  -- or bytes
  calls bigint not null,
  primary key (caller, kind, began)
);

create index rate_age on app.rate (ends);

-- Adds [{kind, caller, began, ends, calls}], each pair of caller and kind once, and returns [{kind, caller, calls}] with everybody's totals.
-- Sorted, so that two processes cannot deadlock.
create function app.count_calls(p_counts jsonb) returns jsonb language plpgsql as $$
declare answer jsonb;
begin
  with added as (
    insert into app.rate as r (kind, caller, began, ends, calls)
    select c.kind, c.caller, c.began, c.ends, c.calls
      from jsonb_to_recordset(p_counts) as c(kind text, caller text, began timestamptz, ends timestamptz, calls bigint)
    order by c.caller, c.kind
    on conflict (caller, kind, began) do update set calls = r.calls + excluded.calls
    returning r.kind, r.caller, r.calls)
  select coalesce(jsonb_agg(to_jsonb(added)), '[]') into answer from added;
  return answer;
end $$;

-- Schedules the removal of an upload's bytes in an hour; inserting the file's row cancels it.
create function app.expect_file(p_plan bigint, p_name text, p_thumbnail text) returns void language sql as $$
  insert into app.job (kind, input, run_at)
  values ('file.abandoned',
    jsonb_build_object('name', p_name, 'keys', jsonb_build_array(p_plan || '/' || p_name, p_plan || '/' || p_thumbnail)),
    now() + interval '1 hour')
$$;

-- Days are those of UTC. failed: given up.
create table app.job_day (
  day date not null,
  kind text not null,
  done bigint not null default 0,
  failed bigint not null default 0,
  primary key (day, kind)
) with (fillfactor = 50);
alter table app.job_day enable row level security;

create function app.count_job(p_kind text, p_done integer, p_failed integer) returns void language sql as $$
  insert into app.job_day as d (day, kind, done, failed) values ((now() at time zone 'UTC')::date, p_kind, p_done, p_failed)
  on conflict (day, kind) do update set done = d.done + excluded.done, failed = d.failed + excluded.failed
$$;

-- All dead jobs are tried again.
create function app.do_retry_jobs(p_plan bigint, p_person bigint, args jsonb) returns void language sql as $$
  update app.job set failed_date = null, last_error = null, attempts = 0, run_at = now(), timed_date = now() where failed_date is not null
$$;

-- Sweeps run as jobs: when each was last queued and done, and how many rows it has removed so far.
create table app.sweep (
  name text primary key,
  queued_date timestamptz(3) not null,
  done_date timestamptz(3),
  removed bigint not null default 0
);
alter table app.sweep enable row level security;
