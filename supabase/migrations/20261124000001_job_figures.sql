-- What an administrator sees of jobs besides dead ones: which run, and how many ended on each day.
alter table app.job add column held_until timestamptz(3);

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
  update app.job set failed_date = null, last_error = null, attempts = 0, run_at = now() where failed_date is not null
$$;
