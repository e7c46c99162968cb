-- Sweeps run as jobs: when each was last queued and done, and how many rows it has removed so far.
create table app.sweep (
  name text primary key,
  queued_date timestamptz(3) not null,
  done_date timestamptz(3),
  removed bigint not null default 0
);
alter table app.sweep enable row level security;

drop function app.forget_words(bigint);

-- Removes words that no text of the plan has any more; returns how many.
create function app.forget_words(p_plan bigint) returns bigint language sql as $$
  with gone as (
    delete from app.search_word w where w.plan_id = p_plan and not exists (select from app.search_entry e
      where e.plan_id = p_plan and e.vector @@ quote_literal(w.word)::tsquery)
    returning 1)
  select count(*) from gone
$$;
