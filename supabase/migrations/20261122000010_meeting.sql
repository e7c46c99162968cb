-- A plan's meeting, shared by all members: the countdown and the wheel. One row per plan, none before the first change.
create table app.meeting (
  plan_id bigint primary key references app.plan on delete cascade,
  countdown jsonb,
  wheel jsonb,
  modified_date timestamptz(3) not null default clock_timestamp()
);

-- now: the database's clock, to which the times of a meeting refer.
create view api.meeting with (security_invoker = true) as
select p.id, p.id as "planId", m.countdown, m.wheel, app.iso(m.modified_date) as "modifiedDate", app.iso(clock_timestamp()) as now
from app.plan p left join app.meeting m on m.plan_id = p.id;

create function app.meeting_of(p_person bigint, p_plan bigint) returns jsonb language sql as $$
  select jsonb_build_object('role', app.role_in(p_person, p_plan), 'meeting', to_jsonb(v)) from api.meeting v where v.id = p_plan
$$;
