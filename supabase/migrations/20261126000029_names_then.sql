-- A card or person in a log entry has the name of that time: what the next entry that changed it says it was before, or else the present one.
create index audit_renamed on app.audit (plan_id, entity, entity_id, id) where before ?| '{name,topic,description,userName}';

-- Restores the cards of a version: resets changed ones, restores deleted ones under their ids and moves newer ones to the bin. Names that it
-- changes are logged in the cards' own logs, by the negative id of the version. args: {id}
create or replace function app.do_restore_version(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
declare
  stored jsonb;
  t text;
  -- Columns that the table had when the version was made.
  gone text[];
  missing jsonb;
  changed jsonb;
  newer bigint;
begin
  select content into strict stored from app.plan_version where id = (args ->> 'id')::bigint and plan_id = p_plan;
  foreach t in array array['goal', 'item', 'task'] loop
    gone := array(select jsonb_object_keys(stored #> array[t, '0']) except select a.attname::text from pg_attribute a
      where a.attrelid = format('app.%I', t)::regclass and not a.attisdropped);
    execute format('select coalesce(jsonb_agg(k - $4) filter (where x.id is null), ''[]''),
        coalesce(jsonb_agg(k - $3) filter (where x.deletion_id is not null or (to_jsonb(x) || k) - $3 <> to_jsonb(x) - $3), ''[]'')
      from jsonb_array_elements($1) k left join app.%I x on x.id = (k ->> ''id'')::bigint and x.plan_id = $2', t)
      into missing, changed using stored -> t, p_plan, app.maintained_columns() || gone, gone || text 'attachment_count';
    execute format($log$insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via, change_set)
      select $2, %1$L, x.id, 'update', b.names, a.names, $3, 'browser', - $4
      from jsonb_array_elements($1) k join app.%1$I x on x.id = (k ->> 'id')::bigint and x.plan_id = $2,
        lateral (select jsonb_object_agg(f.key, f.value) as names from jsonb_each(to_jsonb(x)) f
          where f.key = any ($5) and f.value <> k -> f.key) b,
        lateral (select jsonb_object_agg(f.key, k -> f.key) as names from jsonb_each(b.names) f) a
      where b.names is not null$log$, t)
      using changed, p_plan, p_person, (args ->> 'id')::bigint,
        case t when 'goal' then array['name'] when 'item' then array['topic', 'description'] else array['description'] end;
    execute format('select app.insert_%1$I($1, $2, $3), app.update_%1$I($1, $2, $4)', t) using p_plan, p_person, missing, changed;
    execute format('update app.%I set deletion_id = null where deletion_id is not null
      and id = any (array(select (x ->> ''id'')::bigint from jsonb_array_elements($1) x))', t) using changed;
  end loop;
  foreach t in array array['goal', 'item', 'task'] loop
    for newer in execute format('select x.id from app.%I x where x.plan_id = $1 and x.deletion_id is null
      and x.id not in (select (k ->> ''id'')::bigint from jsonb_array_elements($2) k)', t) using p_plan, stored -> t
    loop
      perform app.do_delete_card(p_plan, p_person, jsonb_build_object('entity', t, 'id', newer));
    end loop;
  end loop;
  -- A deletion whose rows are all restored leaves the bin.
  delete from app.deletion d where d.plan_id = p_plan
    and not exists (select from app.goal x where x.deletion_id = d.id) and not exists (select from app.item x where x.deletion_id = d.id)
    and not exists (select from app.task x where x.deletion_id = d.id);
  perform app.do_release_owners(p_plan, p_person, '{}');
  perform app.settle_awaited(p_plan);
end $$;
