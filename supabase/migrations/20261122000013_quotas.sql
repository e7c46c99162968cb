-- Quotas: what people and plans may store. app.usage holds what they do store, changed in the transaction that writes, so that concurrent
-- calls cannot pass a quota together.

-- As configured; each process writes them when it starts. kind and scope name rows of app.usage, measure its column.
create table app.quota (
  name text primary key,
  kind text not null,
  scope text not null check (scope in ('person', 'plan', 'member')),
  measure text not null check (measure in ('count', 'bytes')),
  most bigint not null,
  -- Whether a write that passes it is refused; otherwise the writer removes what is oldest.
  refuses boolean not null
);

-- Of a person (plan_id 0), a plan (person_id 0), or a member within a plan. person_id -1: the plan's API key.
create table app.usage (
  kind text not null,
  plan_id bigint not null,
  person_id bigint not null,
  count bigint not null,
  bytes bigint not null,
  primary key (kind, plan_id, person_id)
) with (fillfactor = 50);
create index usage_person on app.usage (person_id);
create index usage_plan on app.usage (plan_id);

-- Adds [{kind, plan_id, person_id, count, bytes}], each key once. Raises LWFUL with the name of a quota that an increase passes.
-- Sorted, so that two transactions cannot deadlock.
create function app.add_usage(p_kind text, p_changes jsonb) returns void language plpgsql security definer set search_path = '' as $$
declare full_quota text;
begin
  with change as (
    select c.plan_id, c.person_id, c.count, c.bytes
    from jsonb_to_recordset(p_changes) as c(plan_id bigint, person_id bigint, count bigint, bytes bigint)),
  stored as (
    insert into app.usage as u (kind, plan_id, person_id, count, bytes)
    select p_kind, c.plan_id, c.person_id, greatest(c.count, 0), greatest(c.bytes, 0) from change c order by c.plan_id, c.person_id
    on conflict (kind, plan_id, person_id) do update
      set count = greatest(u.count + (select c.count from change c where c.plan_id = u.plan_id and c.person_id = u.person_id), 0),
        bytes = greatest(u.bytes + (select c.bytes from change c where c.plan_id = u.plan_id and c.person_id = u.person_id), 0)
    returning u.*)
  select q.name into full_quota
  from stored u join change c on c.plan_id = u.plan_id and c.person_id = u.person_id
    join app.quota q on q.kind = p_kind and q.refuses
      and q.scope = case when u.plan_id = 0 then 'person' when u.person_id = 0 then 'plan' else 'member' end
  where case q.measure when 'count' then c.count > 0 and u.count > q.most else c.bytes > 0 and u.bytes > q.most end
  order by q.scope <> 'member', q.name limit 1;
  if full_quota is not null then raise exception '%', full_quota using errcode = 'LWFUL'; end if;
  -- Rows of a deleted plan are deleted after it.
  delete from app.usage u using jsonb_to_recordset(p_changes) as c(plan_id bigint, count bigint)
  where c.count < 0 and u.plan_id = c.plan_id and u.plan_id <> 0 and not exists (select from app.plan p where p.id = c.plan_id);
end $$;

-- Keeps the usage of a table. Arguments: kind; scopes, comma-separated; and the plan, person, count and bytes of a row as expressions.
create function app.count_usage() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  columns text := format('coalesce((%s)::bigint, 0) as plan_id, coalesce((%s)::bigint, -1) as person_id, %%s * (%s)::bigint as count, %%s * (%s)::bigint as bytes',
    tg_argv[2], tg_argv[3], tg_argv[4], tg_argv[5]);
  rows text := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then format('select ' || columns || ' from added', 1, 1) end,
    case when tg_op <> 'INSERT' then format('select ' || columns || ' from removed', -1, -1) end);
  changes jsonb;
begin
  execute format($q$
    select jsonb_agg(jsonb_build_object('plan_id', plan_id, 'person_id', person_id, 'count', count, 'bytes', bytes)) from (
      select case s when 'person' then 0 else plan_id end as plan_id, case s when 'plan' then 0 else person_id end as person_id,
        sum(count) as count, sum(bytes) as bytes
      from (%s) r, unnest($1) s where not (s = 'person' and person_id = -1 or s = 'plan' and plan_id = 0)
      group by 1, 2 having sum(count) <> 0 or sum(bytes) <> 0) x $q$, rows)
    into changes using string_to_array(tg_argv[1], ',');
  if changes is not null then perform app.add_usage(tg_argv[0], changes); end if;
  return null;
end $$;

-- p_updates: an update may change what a row counts for.
create function app.define_usage(p_table text, p_kind text, p_scopes text, p_plan text, p_person text, p_count text, p_bytes text,
  p_updates boolean default false)
  returns void language plpgsql as $$
declare
  run text := format('for each statement execute function app.count_usage(%L, %L, %L, %L, %L, %L)',
    p_kind, p_scopes, p_plan, p_person, p_count, p_bytes);
begin
  execute format('create trigger usage_added after insert on app.%I referencing new table as added %s', p_table, run);
  execute format('create trigger usage_removed after delete on app.%I referencing old table as removed %s', p_table, run);
  if not p_updates then return; end if;
  execute format('create trigger usage_changed after update on app.%I referencing old table as removed new table as added %s', p_table, run);
end $$;

-- A row of little text takes room too: 100 bytes.
select app.define_usage('plan', 'plans', 'person', '0', 'owner_id', '1', '0'),
  app.define_usage('membership', 'members', 'plan', 'plan_id', 'person_id', '1', '0'),
  app.define_usage('invitation', 'invitations', 'plan', 'plan_id', 'invited_by', '(accepted_date is null)::int', '0', true),
  app.define_usage('note', 'notes', 'person,plan,member', 'plan_id', 'created_by', '1', 'octet_length(title) + octet_length(content)', true),
  app.define_usage('note_version', 'noteVersions', 'person', 'plan_id', 'created_by', '1', 'octet_length(title) + octet_length(content) + 100'),
  app.define_usage('file', 'files', 'plan,member', 'plan_id', 'created_by', '1', 'size'),
  -- As in an export, which writes a control character as six bytes.
  app.define_usage('comment', 'comments', 'plan,member', 'plan_id', 'created_by', '1', 'octet_length(to_json(content)::text) + 98', true),
  app.define_usage('conversation', 'conversations', 'member', 'plan_id', 'created_by', '1', '0'),
  app.define_usage('message', 'messages', 'member', 'plan_id', 'sender_id', '1', 'octet_length(content) + 100'),
  app.define_usage('prompt', 'prompts', 'person,plan', 'plan_id', 'case when plan_id is null then owner_id end', '1', '0'),
  app.define_usage('plan_version', 'versions', 'plan,member', 'plan_id', 'created_by', '(not automatic)::int',
    'case when automatic then 0 else pg_column_size(content) end');

-- Removes the oldest messages of senders who exceed their quota, with a tenth of it as room for the next ones.
create function app.drop_messages() returns trigger language plpgsql security definer set search_path = '' as $$
declare most bigint := app.quota_of('QUOTA_MESSAGE_BYTES_PER_MEMBER');
begin
  delete from app.message d using (
    select m.id, sum(octet_length(m.content) + 100) over (partition by m.plan_id, m.sender_id order by m.id desc) as upto,
      row_number() over (partition by m.plan_id, m.sender_id order by m.id desc) as nth
    from (select distinct a.plan_id, a.sender_id from added a) s
      join app.usage u on u.kind = 'messages' and u.plan_id = s.plan_id and u.person_id = s.sender_id and u.bytes > most
      join app.message m on m.plan_id = s.plan_id and m.sender_id = s.sender_id) o
  where d.id = o.id and o.nth > 1 and o.upto > 0.9 * most;
  return null;
end $$;
-- Triggers run in the order of their names: after usage_added.
create trigger usage_thinned after insert on app.message referencing new table as added
  for each statement execute function app.drop_messages();

-- Cards of a plan that are not in the bin. A save must not wait for a counter, so a card's texts count in blocks of 256 bytes, which most saves
-- leave as they are. Their size is that of JSON, which writes a control character as six bytes, because boards and exports are JSON.
-- The triggers add up what a transaction changes, and app.apply counts the sum: restoring a version adds cards before it removes others.
create function app.define_card_usage(p_table text, p_texts text[]) returns void language plpgsql as $define$
declare
  texts text := (select string_agg('%1$s.' || quote_ident(t), ', ') from unnest(p_texts) t);
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
    p_table, format(texts, 'old'), format(texts, 'new'), p_table || '_resized');
end $define$;

select app.define_card_usage('goal', array['name', 'description', 'explanation', 'icon_name', 'image_base64', 'video_link', 'download_link']),
  app.define_card_usage('item', array['topic', 'description']),
  app.define_card_usage('task', array['description']);

-- Counts the cards that the transaction has changed. Raises LWFUL.
create function app.count_cards(p_plan bigint) returns void language plpgsql as $$
declare changed text := current_setting('app.cards', true);
begin
  if changed is null or changed = '' then return; end if;
  perform set_config('app.cards', '', true);
  if changed <> '0 0' then
    perform app.add_usage('cards', jsonb_build_array(jsonb_build_object('plan_id', p_plan, 'person_id', 0,
      'count', split_part(changed, ' ', 1)::bigint, 'bytes', split_part(changed, ' ', 2)::bigint)));
  end if;
end $$;

-- Removes the oldest events of plans that were changed lately, as far as they exceed the quota. A client that misses them loads the board.
create function app.drop_events() returns void language plpgsql as $$
declare
  plan bigint;
  most bigint := app.quota_of('QUOTA_EVENT_BYTES_PER_PLAN');
begin
  for plan in select c.plan_id from app.plan_clock c where c.last_edit > now() - interval '5 minutes' loop
    delete from app.event e where e.plan_id = plan and e.seq <= (select max(x.seq) from (
      select o.seq, sum(pg_column_size(o.payload) + 100) over (order by o.seq desc) as upto from app.event o where o.plan_id = plan) x
      where x.upto > most);
  end loop;
end $$;

-- Removes people's oldest notifications of a plan beyond the newest ones.
create function app.drop_notifications(p_most integer) returns void language plpgsql as $$
declare x record;
begin
  for x in select n.person_id, n.plan_id from app.notification n group by 1, 2 having count(*) > p_most loop
    delete from app.notification n where n.person_id = x.person_id and n.plan_id = x.plan_id and n.id <= (
      select o.id from app.notification o where o.person_id = x.person_id and o.plan_id = x.plan_id order by o.id desc offset p_most limit 1);
  end loop;
end $$;

create function app.forget_usage() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.usage where plan_id = old.id;
  return null;
end $$;
create trigger usage_forgotten after delete on app.plan for each row execute function app.forget_usage();

-- The most that a quota allows; null without one.
create function app.quota_of(p_name text) returns bigint language sql stable as $$
  select most from app.quota where name = p_name
$$;
