-- What everybody on a plan sees of a meeting: its countdown and its wheel. One row a plan, none before the first.
create table app.meeting (
  plan_id bigint primary key references app.plan on delete cascade,
  countdown jsonb,
  wheel jsonb,
  modified_date timestamptz(3) not null
);

-- now: the clock that its times are of, whichever machine asks.
create view api.meeting with (security_invoker = true) as
select p.id, p.id as "planId", m.countdown, m.wheel, app.iso(m.modified_date) as "modifiedDate", app.iso(clock_timestamp()) as now
from app.plan p left join app.meeting m on m.plan_id = p.id;

-- fields: countdown, wheel, where they change; was: the modifiedDate read, absent when there was no row.
create function app.write_meeting(p_plan bigint, p_person bigint, c jsonb) returns void language plpgsql as $$
declare
  f jsonb := c -> 'fields';
  had timestamptz;
begin
  select modified_date into had from app.meeting where plan_id = p_plan;
  if app.iso(had) is distinct from c ->> 'was' then
    raise exception 'the meeting has changed' using errcode = 'LW409';
  end if;
  insert into app.meeting as m (plan_id, countdown, wheel, modified_date)
  values (p_plan, nullif(f -> 'countdown', 'null'), nullif(f -> 'wheel', 'null'), clock_timestamp())
  on conflict (plan_id) do update set
    countdown = case when f ? 'countdown' then excluded.countdown else m.countdown end,
    wheel = case when f ? 'wheel' then excluded.wheel else m.wheel end,
    modified_date = greatest(excluded.modified_date, m.modified_date + interval '1 ms');
end $$;

create function app.meeting_of(p_person bigint, p_plan bigint) returns jsonb language sql as $$
  select jsonb_build_object('role', app.role_in(p_person, p_plan), 'meeting', to_jsonb(v)) from api.meeting v where v.id = p_plan
$$;
