-- The log of a goal also tells of the actions and tasks that left it, that of an action of the tasks that left it: moved or deleted.
create index audit_left_goal on app.audit (plan_id, (before ->> 'goalId'), id) where before ? 'goalId';
create index audit_left_item on app.audit (plan_id, (before ->> 'itemId'), id) where before ? 'itemId';

-- A note or file of a goal, action or task is part of its log, also when it is gone: found by what its entry says it is on.
create index audit_attached on app.audit (plan_id, (case
  when coalesce(after ->> 'taskId', before ->> 'taskId') is not null then 'task:' || coalesce(after ->> 'taskId', before ->> 'taskId')
  when coalesce(after ->> 'itemId', before ->> 'itemId') is not null then 'item:' || coalesce(after ->> 'itemId', before ->> 'itemId')
  else 'goal:' || coalesce(after ->> 'goalId', before ->> 'goalId') end), id) where entity in ('comment', 'file');
