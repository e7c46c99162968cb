-- When run_at and held_until were set. Ahead of the clock: before it was set back.
alter table app.job add column timed_date timestamptz(3) not null default now();
create index job_timed on app.job (timed_date) where failed_date is null;
