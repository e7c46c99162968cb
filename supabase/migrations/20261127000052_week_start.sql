-- The first day of a person's week: 0 Sunday, 1 Monday, 6 Saturday; null: the one of their language.
alter table app.person add column week_start smallint check (week_start in (0, 1, 6));
