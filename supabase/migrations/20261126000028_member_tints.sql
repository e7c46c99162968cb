-- The colour of a member's avatar: their place in an order of colours, kept while they are a member. A new member takes the first one free.
alter table app.membership add column tint smallint;

update app.membership m set tint = x.place
from (select plan_id, person_id, row_number() over (partition by plan_id order by created_date, person_id) - 1 as place from app.membership) x
where m.plan_id = x.plan_id and m.person_id = x.person_id;

create function app.take_tint() returns trigger language plpgsql as $$
begin
  new.tint := (select min(t.n) from generate_series(0, (select count(*) from app.membership m where m.plan_id = new.plan_id)) t(n)
    where not exists (select from app.membership m where m.plan_id = new.plan_id and m.tint = t.n));
  return new;
end $$;
create trigger take_tint before insert on app.membership for each row execute function app.take_tint();

alter table app.membership alter column tint set not null;

create or replace view api.member with (security_invoker = true) as
select m.plan_id as "planId", p.id, p.user_name as "userName",
  case when p.avatar_key is not null then '/api/Users/' || p.id || '/avatar?ts=' || p.avatar_version end as "avatarUrl",
  app.iso(p.last_seen_at) as "lastSeenAt", app.iso(m.last_seen_at) as "lastSeenInPlanAt",
    m.role as "planRole", app.address(p.id, m.plan_id) as email, m.tint
from app.membership m join app.person p on p.id = m.person_id;
