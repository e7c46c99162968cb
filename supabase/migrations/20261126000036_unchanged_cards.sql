-- Every write of a card raises its version or its date, so a card with both as stored needs no comparison: of 10,000 cards that are nearly all
-- unchanged this takes a quarter of the time.
--
-- What restoring a version would do to the cards of a plan: {counts: {effect: n}, first: [{effect, entity, id, name, notes, fields}]}, of each
-- effect the first four of a kind. Effects: restored, changed, moved, deleted; reordered: by its place in a list alone, and never among the first.
-- It must agree with app.do_restore_version. Null: there is no such version.
create or replace function app.compare_version(p_plan bigint, p_version bigint) returns jsonb language plpgsql stable as $$
declare
  stored jsonb;
  t text;
  gone text[];
  part jsonb;
  parts jsonb := '[]';
begin
  select content into stored from app.plan_version where id = p_version and plan_id = p_plan;
  if stored is null then return null; end if;
  foreach t in array array['goal', 'item', 'task'] loop
    gone := array(select jsonb_object_keys(stored #> array[t, '0']) except select a.attname::text from pg_attribute a
      where a.attrelid = format('app.%I', t)::regclass and not a.attisdropped);
    execute format($q$
      with k as materialized (select e as k, (e ->> 'id')::bigint as id from jsonb_array_elements($1) e),
      differing as materialized (
        select k.id, k.k, to_jsonb(x) as x, x.id is null or x.deletion_id is not null as back
        from k left join app.%1$I x on x.id = k.id and x.plan_id = $2
        where x.id is null or x.deletion_id is not null
          or (to_jsonb(x.version) <> k.k -> 'version' or to_jsonb(x.modified_date) <> k.k -> 'modified_date')
            and (to_jsonb(x) || k.k) - $3 <> to_jsonb(x) - $3),
      changed as (
        select d.id, d.k, d.x, d.back, case when d.back then '{}' else array(select f.key from jsonb_each(d.k) f
          where f.key <> all ($3) and f.value is distinct from d.x -> f.key order by f.key) end as keys
        from differing d),
      effects as materialized (
        select c.id, c.k, c.x, c.keys, case when c.back then 'restored' when c.keys <@ $4 then 'reordered'
          when c.keys <@ $5 then 'moved' else 'changed' end as effect
        from changed c
        union all
        select x.id, to_jsonb(x), null, '{}', 'deleted' from app.%1$I x
        where x.plan_id = $2 and x.deletion_id is null and x.id not in (select k.id from k))
      select jsonb_build_object(
        'counts', (select coalesce(jsonb_object_agg(c.effect, c.n), '{}') from (select e.effect, count(*) as n from effects e group by 1) c),
        'first', (select coalesce(jsonb_agg(jsonb_build_object('effect', f.effect, 'entity', %1$L, 'id', f.id, 'nth', f.nth,
            'name', left(coalesce(f.k ->> 'name', nullif(btrim(f.k ->> 'topic'), ''), f.k ->> 'description'), 200),
            'notes', case when f.effect = 'restored' then (select count(*) from app.comment c where c.%1$I_id = f.id) else 0 end,
            'fields', (select coalesce(jsonb_agg(jsonb_build_object('name', key)
                || case when key = any ($6) then jsonb_build_object('from', f.x -> key, 'to', f.k -> key) else '{}' end), '[]')
              from unnest(f.keys) key where key <> all ($4) and not (key = 'completed_date' and 'type' = any (f.keys))))), '[]')
          from (select e.*, row_number() over (partition by e.effect order by e.id) as nth from effects e where e.effect <> 'reordered') f
          where f.nth <= 4))
      $q$, t)
      into part using stored -> t, p_plan, app.maintained_columns() || gone, array['order', 'focus_order'],
        array['order', 'focus_order', 'type', 'item_id', 'goal_id', 'focus_date'] || case t when 'task' then array['completed_date'] else '{}' end,
        array['type', 'business_value', 'effort_and_complexity', 'due_date', 'completed_date', 'focus_date', 'color'];
    parts := parts || part;
  end loop;
  return jsonb_build_object(
    'counts', (select coalesce(jsonb_object_agg(c.key, c.n), '{}') from (
      select f.key, sum(f.value::integer) as n from jsonb_array_elements(parts) p, jsonb_each_text(p -> 'counts') f group by 1) c),
    'first', (select coalesce(jsonb_agg(f), '[]') from jsonb_array_elements(parts) p, jsonb_array_elements(p -> 'first') f));
end $$;
