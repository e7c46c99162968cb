-- The clock's memory: the last day, in the person's time zone, of each kind of reminder. It only grows, so a clock that is set back, a change of
-- the time zone, or a second process repeats nothing.
create table app.reminder (
  person_id bigint not null references app.person on delete cascade,
  kind text not null check (kind in ('dueSoon', 'daily', 'weekly')),
  day date not null,
  primary key (person_id, kind)
);

-- Actions and tasks that people see: neither deleted nor drafts. task_id null: an action. is_open: neither it nor its action is done.
create view app.shown_card as
select t.owner_id, t.plan_id, i.id as item_id, t.id as task_id, t.description as name, t.due_date, t.completed_date,
  t.completed_date is null and i.completed_date is null as is_open
from app.task t join app.item i on i.id = t.item_id and i.deletion_id is null and not i.is_draft left join app.goal g on g.id = i.goal_id
where t.deletion_id is null and not t.is_draft and g.is_draft is not true
union all
select i.owner_id, i.plan_id, i.id, null, coalesce(nullif(btrim(i.topic), ''), i.description), i.due_date, i.completed_date,
  i.completed_date is null
from app.item i left join app.goal g on g.id = i.goal_id
where i.deletion_id is null and not i.is_draft and g.is_draft is not true;
