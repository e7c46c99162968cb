-- The plan's review list: proposals of agents that people of the plan decide. They stay for 30 days.
alter table app.proposal
  add column in_review boolean not null default false,
  -- Who proposed it, by the name of that time; a key has no person.
  add column person_id bigint references app.person on delete set null,
  add column user_name text,
  add column agent text,
  add column decision text check (decision in ('applied', 'partly', 'rejected')),
  add column decided_by bigint references app.person on delete set null,
  add column decided_name text,
  -- As caller: who may undo it.
  add column decided_caller text,
  add column decided_date timestamptz(3),
  add column comment text,
  -- The positions that were applied.
  add column applied jsonb;
create index proposal_review on app.proposal (plan_id, id) where in_review;
create index proposal_person on app.proposal (person_id) where person_id is not null;
create index proposal_decider on app.proposal (decided_by) where decided_by is not null;

-- A caller has at most 20 proposals in a plan, besides those in review.
create or replace function app.do_thin_proposals(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
begin
  delete from app.proposal p where p.plan_id = p_plan and p.caller = args ->> 'caller' and not p.in_review and p.id <= (
    select o.id from app.proposal o where o.plan_id = p_plan and o.caller = args ->> 'caller' and not o.in_review
    order by o.id desc offset 20 limit 1);
end $$;

alter table app.notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('mention', 'comment', 'assigned', 'dueSoon', 'accepted', 'imported', 'restored', 'transferred',
    'proposed', 'decided'));
