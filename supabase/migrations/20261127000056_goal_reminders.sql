-- Reminders of check-ins, and what a check-in changes in its goal and the results as entries of their own for readers of the log as data.

-- along: the entry of another row says it too, as a check-in's does.
alter table app.audit add column along boolean;
do $$
declare
  body text := pg_get_functiondef('app.apply(jsonb)'::regprocedure);
  columns constant text := 'before, after, actor_id, via, change_set';
  given constant text := 'l -> ''after'', person, p ->> ''via''';
begin
  if strpos(body, columns) = 0 or strpos(body, given) = 0 then raise exception 'app.apply writes no log'; end if;
  execute replace(replace(body, columns, 'before, after, along, actor_id, via, change_set'),
    given, 'l -> ''after'', (l ->> ''along'')::boolean, person, p ->> ''via''');
end $$;

alter table app.membership add column notify_goal_check_in boolean not null default true;
select app.define_writer('membership');

-- The results that a goal has had since its last reminder are counted from the day they were made.
alter table app.key_result add column created_date timestamptz(3) not null default now();

alter table app.reminder drop constraint reminder_kind_check,
  add constraint reminder_kind_check check (kind in ('dueSoon', 'daily', 'weekly', 'checkIn'));
alter table app.notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('mention', 'comment', 'assigned', 'dueSoon', 'accepted', 'imported', 'restored', 'transferred',
    'proposed', 'decided', 'unblocked', 'checkIn', 'webhookOff'));
