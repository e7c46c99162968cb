// refuseIncomplete(sql), recordParts(sql): whether a database still has what its migrations made.
import type postgres from "postgres"

const shown = 5

/**
 * Throws, naming what is missing, unless everything is there that was there after the last migration. Changes nothing. A database whose
 * migrations were applied without a record of their parts is not judged.
 */
export const refuseIncomplete = (sql: postgres.Sql): Promise<void> =>
  sql.begin("read only", async (tx) => {
    if (!(await hasRecord(tx))) return
    const missing = await tx<{ part: string }[]>`
      select unnest(m.parts) as part from app.made m where m.migrations = ${versions(tx)}
      except select part from (${parts(tx)}) now order by part`
    if (missing.length === 0) return
    const names = missing.slice(0, shown).map(({ part }) => part)
    const more = missing.length > shown ? ` and ${missing.length - shown} more` : ""
    throw new Error(
      `The database lacks what its migrations made: ${names.join("; ")}${more}. It was not changed. ` +
        'docs/deploy.md says under "What to back up" how a backup is restored.',
    )
  })

/** Records the parts once migrations were applied, by whomever. */
export const recordParts = async (tx: postgres.TransactionSql): Promise<void> => {
  if (!(await hasRecord(tx))) return
  await tx`
    insert into app.made (migrations, parts)
    select ${versions(tx)}, array(select part from (${parts(tx)}) now order by part)
    where not exists (select from app.made m where m.migrations = ${versions(tx)})
    on conflict ((true)) do update set migrations = excluded.migrations, parts = excluded.parts`
}

/** Names of parts are printed with their schema. */
const hasRecord = async (tx: postgres.TransactionSql) => {
  const [found] = await tx`select to_regclass('app.made') is not null as there, set_config('search_path', '', true)`
  return found?.there === true
}

const versions = (sql: postgres.TransactionSql) =>
  sql`array(select version from supabase_migrations.schema_migrations order by version)`

// Policies of other schemas than ours are ours where they ask our functions: a project may have others.
const parts = (sql: postgres.TransactionSql) => sql`
  with ours as (select c.*, c.oid::regclass::text as name from pg_class c where c.relnamespace::regnamespace::text in ('app', 'api')),
    readers as (select r.oid, r.rolname from pg_roles r where r.rolname in ('authenticated', 'laneway_visitor'))
  select 'table ' || name as part from ours where relkind = 'r'
  union all select 'row security of ' || name from ours where relrowsecurity
  union all select 'view ' || name from ours where relkind = 'v'
  union all select 'index ' || i.indexrelid::regclass from pg_index i join ours on ours.oid = i.indrelid
  union all select 'constraint ' || c.conname || ' of ' || name from pg_constraint c join ours on ours.oid = c.conrelid
  union all select 'trigger ' || t.tgname || ' of ' || name from pg_trigger t join ours on ours.oid = t.tgrelid where not t.tgisinternal
  union all select 'function ' || p.oid::regprocedure from pg_proc p where p.pronamespace::regnamespace::text = 'app'
  union all select 'policy ' || quote_ident(p.policyname) || ' on ' || p.schemaname || '.' || p.tablename || ' for ' || role
    from pg_policies p, unnest(p.roles) role
    where p.schemaname = 'app' or coalesce(p.qual, '') || coalesce(p.with_check, '') ~ '\\mapp\\.'
  union all select lower(g.privilege_type) || ' of ' || name || ' for ' || r.rolname
    from ours, aclexplode(relacl) g join readers r on r.oid = g.grantee
  union all select lower(g.privilege_type) || ' of ' || name || '.' || a.attname || ' for ' || r.rolname
    from ours join pg_attribute a on a.attrelid = ours.oid and not a.attisdropped, aclexplode(a.attacl) g join readers r on r.oid = g.grantee
  union all select 'execute of ' || p.oid::regprocedure || ' for ' || r.rolname
    from pg_proc p, aclexplode(p.proacl) g join readers r on r.oid = g.grantee where p.pronamespace::regnamespace::text = 'app'
  union all select 'usage of ' || n.nspname || ' for ' || r.rolname
    from pg_namespace n, aclexplode(n.nspacl) g join readers r on r.oid = g.grantee where n.nspname in ('app', 'api')`
