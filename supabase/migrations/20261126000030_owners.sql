-- A plan's owner may hand it over: it counts for the new one then, who is notified of it.
create trigger usage_changed after update on app.plan referencing old table as removed new table as added
  for each statement execute function app.count_usage('plans', 'person', '0', 'owner_id', '1', '0');

alter table app.notification drop constraint notification_kind_check,
  add check (kind in ('mention', 'comment', 'assigned', 'dueSoon', 'accepted', 'imported', 'restored', 'transferred'));
