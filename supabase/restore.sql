-- Restores a backup into a database on which this version of the product has started once, all or nothing; see docs/deploy.md:
--   psql --no-psqlrc --set=backup=FILE --file=supabase/restore.sql ADDRESS
-- FILE has the data of schemas app and supabase_migrations, as pg_dump writes them.
\set ON_ERROR_STOP on
\set QUIET on
begin;
-- Triggers and foreign keys would judge rows whose counterparts have yet to come. On Supabase, postgres may set this.
set local session_replication_role = replica;

create temporary table wanted on commit drop as select version from supabase_migrations.schema_migrations;
-- A record that Supabase's platform has written to has these columns, and so has its backup.
alter table supabase_migrations.schema_migrations
  add column if not exists created_by text, add column if not exists idempotency_key text, add column if not exists rollback text[];
delete from supabase_migrations.schema_migrations where true;
do $$
begin
  execute (select 'truncate ' || string_agg(format('app.%I', tablename), ', ') from pg_tables where schemaname = 'app');
end $$;

\i :backup

-- The backup has emptied the search path.
do $$
declare
  newer text := (select string_agg(version, ', ') from (select version from pg_temp.wanted
    except select version from supabase_migrations.schema_migrations) x);
  older text := (select string_agg(version, ', ') from (select version from supabase_migrations.schema_migrations
    except select version from pg_temp.wanted) x);
begin
  if newer is not null or older is not null then
    raise exception 'The backup is of another version of Laneway: start that one on a new, empty project first, and restore there.'
      using detail = concat_ws('; ', 'only in the database: ' || newer, 'only in the backup: ' || older);
  end if;
end $$;

set local session_replication_role = origin;
select app.end_access();
commit;
\echo 'Restored. Sessions, sign-in links, plan keys and public links of the backup have ended.'
