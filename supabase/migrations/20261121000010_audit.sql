-- The log of a goal also tells of the actions and tasks that left it, that of an action of the tasks that left it: moved or deleted.
create index audit_left_goal on app.audit (plan_id, (before ->> 'goalId'), id) where before ? 'goalId';
create index audit_left_item on app.audit (plan_id, (before ->> 'itemId'), id) where before ? 'itemId';
