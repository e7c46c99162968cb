-- Calls counted by all processes of the installation together. Unlogged: a crash forgets counts of an hour at most.
create unlogged table app.rate (
  kind text not null,
  caller text not null,
  began timestamptz(3) not null,
  calls integer not null,
  primary key (caller, kind, began)
);
create index rate_age on app.rate (began);
alter table app.rate enable row level security;

-- Adds [{kind, caller, began, calls}], each caller's kind once, and answers [{kind, caller, calls}] with what all have counted.
-- In one order, so that two processes never wait for each other.
create function app.count_calls(p_counts jsonb) returns jsonb language plpgsql as $$
declare answer jsonb;
begin
  with added as (
    insert into app.rate as r (kind, caller, began, calls)
    select c.kind, c.caller, c.began, c.calls from jsonb_to_recordset(p_counts) as c(kind text, caller text, began timestamptz, calls integer)
    order by c.caller, c.kind
    on conflict (caller, kind, began) do update set calls = r.calls + excluded.calls
    returning r.kind, r.caller, r.calls)
  select coalesce(jsonb_agg(to_jsonb(added)), '[]') into answer from added;
  return answer;
end $$;
