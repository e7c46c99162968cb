-- What reaches people at a time of their day: their time zone and language, and the days on which they have been reminded.
alter table app.person
  -- IANA; null: UTC.
  add column time_zone text,
  -- Null: the browser's.
  add column language text check (language in ('en', 'de'));

drop function app.insert_person(bigint, bigint, jsonb);
drop function app.update_person(bigint, bigint, jsonb);
drop function app.delete_person(bigint, bigint, jsonb);
select app.define_writer('person');
