-- The ids that a card lists, and how it repeats, count for a plan's cards as their texts do.
drop function app.item_added() cascade;
drop function app.item_resized() cascade;
drop function app.task_added() cascade;
drop function app.task_resized() cascade;
drop function app.define_card_usage(text, text[]);

-- As before; lists that are empty count for nothing.
create function app.define_card_usage(p_table text, p_texts text[], p_lists text[]) returns void language plpgsql as $define$
declare
  columns text := (select string_agg('%1$s.' || quote_ident(t), ', ') from unnest(p_texts || p_lists) t);
  texts text := (select string_agg('%1$s.' || quote_ident(t), ', ') from unnest(p_texts) t)
    || (select string_agg(', nullif(%1$s.' || quote_ident(t) || ', ''{}'')', '') from unnest(p_lists) t);
  bytes text := 'case when %1$s.deletion_id is null then (octet_length(to_json(concat(' || texts || '))::text) + 255) / 256 * 256 else 0 end';
  add_up text := $add$ if n <> 0 or b <> 0 then
      perform set_config('app.cards', n + coalesce(nullif(split_part(current_setting('app.cards', true), ' ', 1), '')::bigint, 0) || ' '
        || b + coalesce(nullif(split_part(current_setting('app.cards', true), ' ', 2), '')::bigint, 0), true);
    end if;
    return null; $add$;
begin
  execute format($f$ create function app.%1$I() returns trigger language plpgsql as $t$
    declare
      n bigint := (select count(*) from added x where x.deletion_id is null);
      b bigint := (select coalesce(sum(%2$s), 0) from added x);
    begin %3$s end $t$ $f$, p_table || '_added', format(bytes, 'x'), add_up);
  execute format($f$ create function app.%1$I() returns trigger language plpgsql as $t$
    declare
      n bigint := (new.deletion_id is null)::int - (old.deletion_id is null)::int;
      b bigint := %2$s - %3$s;
    begin %4$s end $t$ $f$, p_table || '_resized', format(bytes, 'new'), format(bytes, 'old'), add_up);
  execute format('create trigger cards_added after insert on app.%I referencing new table as added
    for each statement execute function app.%I()', p_table, p_table || '_added');
  execute format('create trigger cards_resized after update on app.%I for each row
    when ((%s) is distinct from (%s) or (old.deletion_id is null) <> (new.deletion_id is null)) execute function app.%I()',
    p_table, format(columns, 'old'), format(columns, 'new'), p_table || '_resized');
end $define$;

select app.define_card_usage('item', array['topic', 'description'], array['label_ids', 'blocked_by_ids']),
  app.define_card_usage('task', array['description', 'recurrence'], array['label_ids', 'blocked_by_ids']);

-- What the cards that there are count for now, beyond their texts.
update app.usage u set bytes = u.bytes + c.more
from (
  select plan_id, sum((octet_length(to_json(concat(texts, lists))::text) + 255) / 256 * 256 - (octet_length(to_json(texts)::text) + 255) / 256 * 256) as more
  from (
    select plan_id, concat(topic, description) as texts, concat(nullif(label_ids, '{}'), nullif(blocked_by_ids, '{}')) as lists
      from app.item where deletion_id is null
    union all
    select plan_id, description, concat(recurrence, nullif(label_ids, '{}'), nullif(blocked_by_ids, '{}')) from app.task where deletion_id is null) x
  where lists <> '' group by plan_id) c
where u.kind = 'cards' and u.plan_id = c.plan_id and u.person_id = 0 and c.more <> 0;
