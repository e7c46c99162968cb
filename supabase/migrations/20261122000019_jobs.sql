-- Jobs: work that starts after the commit, such as mail.
create table app.job (
  id bigint generated always as identity primary key,
  kind text not null,
  input jsonb not null,
  attempts smallint not null default 0,
  run_at timestamptz(3) not null default now(),
  failed_date timestamptz(3),
  last_error text,
  created_date timestamptz(3) not null default now()
);
create index job_due on app.job (run_at) where failed_date is null;
create index job_dead on app.job (id) where failed_date is not null;

-- A dead job is tried again, or given up. args: {id}
create function app.do_retry_job(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
begin
  update app.job set failed_date = null, last_error = null, attempts = 0, run_at = now()
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
