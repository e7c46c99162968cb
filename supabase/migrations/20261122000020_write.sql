-- The events that clients catch up from, stored for a week at least; and the log, which never expires.
create table app.event (
  plan_id bigint not null references app.plan on delete cascade,
  seq bigint not null,
  event text not null,
  -- Of the row in its data, if any.
  entity text,
  payload jsonb not null,
  created_date timestamptz(3) not null default now(),
  primary key (plan_id, seq)
);
create index event_age on app.event (created_date);
-- What a note that becomes private has left; see app.note_closed.
create index event_of_note on app.event (plan_id, app.note_in(payload -> 'data')) where entity in ('note', 'file');

create table app.audit (
  id bigint generated always as identity primary key,
  plan_id bigint not null,
  entity text not null,
  entity_id bigint not null,
  action text not null,
  before jsonb,
  after jsonb,
  actor_id bigint,
  via text not null,
  -- The change set of the assistant that wrote it.
  change_set bigint,
  created_date timestamptz(3) not null default now()
);
create index audit_entity on app.audit (plan_id, entity, entity_id, id);
create index audit_plan on app.audit (plan_id, id);
-- The log entries of a change set; its entry of the plan comes first.
create index audit_change_set on app.audit (change_set, id) where change_set is not null;
create index audit_file_was on app.audit (plan_id, ((before ->> 'noteId')::bigint)) where entity = 'file';
create index audit_file_is on app.audit (plan_id, ((after ->> 'noteId')::bigint)) where entity = 'file';

-- caller: "u12" for person 12, "k7" for the API key of plan 7.
create table app.idempotency (
  caller text not null,
  key text not null,
  request_hash text not null,
  status smallint,
  -- null and dropped: an answer that made room for newer ones.
  answer jsonb,
  dropped boolean not null default false,
  size integer,
  created_date timestamptz(3) not null default now(),
  primary key (caller, key)
);
create index idempotency_large on app.idempotency (caller, created_date) where size > 16384;
create index idempotency_size on app.idempotency (caller) include (size) where size is not null;
create index idempotency_age on app.idempotency (created_date);

-- A goal's log includes the items and tasks that left it, an item's log the tasks that left it: moved away or deleted.
create index audit_left_goal on app.audit (plan_id, (before ->> 'goalId'), id) where before ? 'goalId';
create index audit_left_item on app.audit (plan_id, (before ->> 'itemId'), id) where before ? 'itemId';

-- A card's log includes its comments and files, also deleted ones: they are found by the card that their entries name.
create index audit_attached on app.audit (plan_id, (case
  when coalesce(after ->> 'taskId', before ->> 'taskId') is not null then 'task:' || coalesce(after ->> 'taskId', before ->> 'taskId')
  when coalesce(after ->> 'itemId', before ->> 'itemId') is not null then 'item:' || coalesce(after ->> 'itemId', before ->> 'itemId')
  else 'goal:' || coalesce(after ->> 'goalId', before ->> 'goalId') end), id) where entity in ('comment', 'file');

-- What has been deleted is gone for its readers: events and log entries of it say that it was changed or deleted, by whom and where, but none
-- of its text. A card in the bin may come back, so its text is withheld when it is read; what can't come back loses it for good.

-- Whether a row can still be read: it exists, and neither it nor its card is in the bin.
create function app.is_there(p_entity text, p_id bigint) returns boolean language plpgsql stable as $$
begin
  case p_entity
    when 'task' then return exists (select from app.task t where t.id = p_id and t.deletion_id is null);
    when 'item' then return exists (select from app.item i where i.id = p_id and i.deletion_id is null);
    when 'goal' then return exists (select from app.goal g where g.id = p_id and g.deletion_id is null);
    when 'comment' then return exists (select from api.comment c where c.id = p_id);
    when 'file' then return exists (select from api.file f where f.id = p_id);
    when 'note' then return exists (select from app.note n where n.id = p_id);
    else return true;
  end case;
end $$;

-- The fields that say where a row is or was.
create function app.bare(p_fields jsonb) returns jsonb language plpgsql immutable as $$
begin
  return (select jsonb_object_agg(f.key, f.value) from jsonb_each(p_fields) f
    where f.key in ('id', 'goalId', 'itemId', 'taskId', 'noteId', 'visibility'));
end $$;

-- An event's payload without the text of rows that are deleted by now. A client fetches what `id` names, and finds nothing; of a file it
-- needs the card.
create function app.readable(p_entity text, p_payload jsonb) returns jsonb language plpgsql stable as $$
declare
  data jsonb := p_payload -> 'data';
  row_id bigint := data ->> 'id';
begin
  if p_entity is null or row_id is null then return p_payload; end if;
  -- An action's event names its goal, a file's event the cards that it was on.
  if app.is_there(p_entity, row_id)
    and not (p_entity = 'item' and data ->> 'goalId' is not null and not app.is_there('goal', (data ->> 'goalId')::bigint))
    and not (p_entity = 'file' and not exists (select from api.file f where f.id = row_id
      and (f."goalName", f."itemTopic", f."taskDescription")
        is not distinct from (data ->> 'goalName', data ->> 'itemTopic', data ->> 'taskDescription')))
    then return p_payload; end if;
  return p_payload || jsonb_build_object('id', row_id, 'data', case when p_entity = 'file' then app.bare(data) else 'null' end);
end $$;

-- Removes the texts of deleted rows from the log. Events expire by themselves.
create function app.forget_texts() returns trigger language plpgsql as $$
begin
  update app.audit a set before = app.bare(a.before), after = app.bare(a.after)
  from changed c where a.plan_id = c.plan_id and a.entity = tg_argv[0] and a.entity_id = c.id
    -- Nobody reads the log of a deleted plan.
    and exists (select from app.plan p where p.id = c.plan_id);
  return null;
end $$;

do $$
declare t text;
begin
  foreach t in array array['goal', 'item', 'task', 'comment', 'note', 'file'] loop
    execute format('create trigger texts_gone after delete on app.%I referencing old table as changed
      for each statement execute function app.forget_texts(%L)', t, t);
  end loop;
end $$;

-- Columns that no write may set: they are derived from the call, the write or other rows.
create function app.maintained_columns() returns text[] language sql immutable as $$
  select '{plan_id,created_by,created_date,modified_date,version,attachment_count,deletion_id}'::text[]
$$;

-- The rows of a write with their key, null without one. With an estimate of one row and sequential scans off, the planner finds each row by
-- its key, even in a query plan that was made while the table was small. Row policies keep a key that is cast in the query from the index.
create function app.each(p_rows jsonb, p_key text) returns table (key bigint, fields jsonb) language plpgsql rows 1 as $$
begin
  return query select (e ->> p_key)::bigint, e from jsonb_array_elements(p_rows) e;
end $$;

create function app.refuse_unknown(p_table text, p_columns text[], p_rows jsonb) returns void language plpgsql as $$
declare unknown text := (select min(k) from jsonb_array_elements(p_rows) x, jsonb_object_keys(x - p_columns) k);
begin
  if unknown is not null then raise exception 'app.% has no column % to write', p_table, unknown using errcode = '42703'; end if;
end $$;

-- The columns that a table's writer was defined for are the comment on its insert.
create function app.columns_of(p_table regclass) returns text language plpgsql stable set search_path = '' as $$
begin
  return (select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)), ', '
    order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped);
end $$;

-- Defines app.insert_<table>, app.update_<table> and app.delete_<table>(p_plan, p_person, p_rows) from the catalog. p_rows: objects whose
-- keys are columns. For an absent column an insert uses the default, and an update leaves the value. A row is found by its primary key, and
-- only within p_plan. LW409 is raised when a row is gone, except for cards, whose versions are guarded.
create function app.define_writer(p_table text) returns void language plpgsql as $writer$
declare
  t regclass := format('app.%I', p_table);
  by_plan text := case p_table when 'plan' then 'id' else 'plan_id' end;
  all_columns text[] := array(select attname from pg_attribute where attrelid = t and attnum > 0 and not attisdropped order by attnum);
  key text[] := array(select a.attname from pg_index i join pg_attribute a on a.attrelid = t and a.attnum = any (i.indkey)
    where i.indrelid = t and i.indisprimary);
  -- The key column of a row within its plan, if any.
  of_row text := (select c from unnest(key) c where c <> by_plan);
  settable text[] := array(select c from unnest(all_columns) c where c <> all (app.maintained_columns() || key));
  is_card boolean := 'version' = any (all_columns);
  found text := (select string_agg(case when a.attname <> by_plan then format('t.%I = x.key', a.attname)
      else format('t.%I %s p_plan', by_plan, case when a.attnotnull then '=' else 'is not distinct from' end) end, ' and ')
    from pg_attribute a where a.attrelid = t and (a.attname = any (key) or a.attname = by_plan));
  -- The values of columns that an insert doesn't name.
  defaults text := (select string_agg(case a.attname when 'created_by' then 'p_person'
      else coalesce(pg_get_expr(d.adbin, t), 'null') end, ', '
    order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = t and d.adnum = a.attnum
    where a.attrelid = t and a.attnum > 0 and not a.attisdropped);
  gone text := case when not is_card then format('get diagnostics n = row_count;
      if n < jsonb_array_length(p_rows) then raise exception %L using errcode = ''LW409''; end if;', p_table || ' is gone') end;
  body text;
begin
  execute format($f$
    create or replace function app.insert_%1$I(p_plan bigint, p_person bigint, p_rows jsonb) returns void language plpgsql as $w$
    begin
      perform app.refuse_unknown(%1$L, %2$L, p_rows);
      insert into app.%1$I (%3$s) select %4$s from jsonb_array_elements(p_rows) x, lateral jsonb_populate_record(row(%5$s)::app.%1$I, x) r;
    end $w$ $f$, p_table, all_columns, (select string_agg(quote_ident(c), ', ') from unnest(all_columns) c),
    (select string_agg(case c when by_plan then 'p_plan' else format('r.%I', c) end, ', ') from unnest(all_columns) c), defaults);
  execute format($f$
    create or replace function app.update_%1$I(p_plan bigint, p_person bigint, p_rows jsonb) returns void language plpgsql
      set enable_seqscan = off as $w$
    declare n integer;
    begin
      perform app.refuse_unknown(%1$L, %2$L, p_rows);
      update app.%1$I t set (%3$s) = (select %4$s from jsonb_populate_record(t, x.fields) r)%5$s from app.each(p_rows, %8$L) x where %6$s;
      %7$s
    end $w$ $f$, p_table, settable || key, (select string_agg(quote_ident(c), ', ') from unnest(settable) c),
    (select string_agg(format('r.%I', c), ', ') from unnest(settable) c),
    case when is_card then ', version = t.version + 1' else '' end || case when 'modified_date' = any (all_columns) then
      ', modified_date = greatest(now(), t.modified_date + interval ''1 ms'')' else '' end, found, gone, of_row);
  execute format($f$
    create or replace function app.delete_%1$I(p_plan bigint, p_person bigint, p_rows jsonb) returns void language plpgsql
      set enable_seqscan = off as $w$
    declare n integer;
    begin
      delete from app.%1$I t using app.each(p_rows, %4$L) x where %2$s;
      %3$s
    end $w$ $f$, p_table, found, gone, of_row);
  execute format('comment on function app.%I is %L', 'insert_' || p_table, app.columns_of(t));
end $writer$;

select app.define_writer(t) from unnest(array['person', 'plan', 'membership', 'invitation', 'named_person', 'goal', 'item', 'task',
  'comment', 'notification', 'note', 'file', 'conversation', 'message', 'prompt', 'meeting', 'proposal', 'ai_task',
  'public_link']) t;

-- Renews the writers of tables that have other columns since. The server calls it after each migration and when it starts.
create function app.define_writers() returns void language plpgsql as $$
begin
  perform app.define_writer(t.relname) from pg_class t, to_regproc('app.insert_' || t.relname) i
  where t.relnamespace = 'app'::regnamespace and i is not null and obj_description(i, 'pg_proc') is distinct from app.columns_of(t.oid);
end $$;

-- The answer stored under an idempotency key: {replay}; null when the key is new.
create function app.replay(p_idempotency jsonb) returns jsonb language plpgsql stable as $$
begin
  if p_idempotency is null then return null; end if;
  return (select jsonb_build_object('replay', jsonb_build_object('hash', i.request_hash, 'status', i.status, 'answer', i.answer,
    'dropped', i.dropped))
    from app.idempotency i where i.caller = p_idempotency ->> 'caller' and i.key = p_idempotency ->> 'key');
end $$;

-- Drops the caller's oldest answers that exceed the quota. Their keys remain, so that no repeat is carried out again. Without p_all only those
-- above 16 KB are counted, after each of them; all are counted once a minute.
create function app.drop_answers(p_caller text, p_all boolean default false) returns void language plpgsql as $$
begin
  update app.idempotency i set answer = null, size = null, dropped = true
  from (select x.key, row_number() over place as nth, sum(x.size) over place as upto
    from (select l.key, l.size, l.created_date from app.idempotency l where l.caller = p_caller and l.size > 16384
      union all select s.key, s.size, s.created_date from app.idempotency s where p_all and s.caller = p_caller and s.size <= 16384) x
    window place as (order by x.created_date desc, x.key)) o
  where i.caller = p_caller and i.key = o.key and o.nth > 1 and o.upto > app.quota_of('QUOTA_ANSWER_BYTES_PER_CALLER');
end $$;

create function app.drop_all_answers() returns void language plpgsql as $$
begin
  perform app.drop_answers(c.caller, true) from (select i.caller from app.idempotency i where i.size is not null
    group by i.caller having sum(i.size) > app.quota_of('QUOTA_ANSWER_BYTES_PER_CALLER')) c;
end $$;

-- Replaces the stored answer of an outcome with the final answer of its call.
create function app.store_answer(p_caller text, p_key text, p_status smallint, p_answer jsonb) returns void language plpgsql as $$
begin
  update app.idempotency set status = p_status, answer = p_answer, size = pg_column_size(p_answer) where caller = p_caller and key = p_key;
  if pg_column_size(p_answer) > 16384 then perform app.drop_answers(p_caller); end if;
end $$;

-- Stores an answer under its idempotency key. Of two concurrent identical requests the later one raises LW409, is rolled back and retried.
create function app.remember(p_idempotency jsonb, p_answer jsonb) returns void language plpgsql as $$
begin
  if p_idempotency is null then return; end if;
  insert into app.idempotency (caller, key, request_hash, status, answer, size)
  values (p_idempotency ->> 'caller', p_idempotency ->> 'key', p_idempotency ->> 'hash', (p_idempotency ->> 'status')::smallint, p_answer,
    pg_column_size(p_answer))
  on conflict do nothing;
  if not found then raise exception 'the same request is being answered' using errcode = 'LW409'; end if;
  if pg_column_size(p_answer) > 16384 then perform app.drop_answers(p_idempotency ->> 'caller'); end if;
end $$;

-- The state of a row that is no card, as its readers remember it. p_events: by how much the call has already raised the plan's seq.
create function app.state_of(p_entity text, p_id bigint, p_events integer) returns text language plpgsql stable as $$
begin
  case p_entity
    when 'note' then return (select app.iso(n.modified_date) from app.note n where n.id = p_id);
    when 'plan' then return (select (c.seq - p_events)::text from app.plan_clock c where c.plan_id = p_id);
    -- The mentions on drafts of a plan that nobody has been notified of.
    when 'mentions' then return (select coalesce(string_agg(c.id || ' ' || c.unannounced::text, ',' order by c.id), '') from app.comment c
      where c.plan_id = p_id and c.unannounced <> '{}');
    when 'conversation' then return (select 'open' from app.conversation c where c.id = p_id);
    when 'proposal' then return (select case when p.undone_date is not null then 'undone' when p.carried_out_date is not null then 'carried out'
      when p.expires_date > now() then 'open' end from app.proposal p where p.id = p_id);
    when 'invitation' then return (select 'open' from app.invitation i where i.id = p_id and i.accepted_date is null);
    -- A meeting has no row before its first change.
    when 'meeting' then return (select coalesce(app.iso(m.modified_date), 'none') from app.plan p left join app.meeting m on m.plan_id = p.id
      where p.id = p_id);
    -- A file that a text refers to may not be deleted.
    when 'file' then return (select f."referencedByNote"::text from api.file f where f.id = p_id);
  end case;
end $$;

-- Whether a row other than p_id has the order in a list: goals, list, lanes, or the tasks of an item and type.
create function app.is_taken(p_plan bigint, p_list text, p_order integer, p_id bigint, p_item bigint, p_type integer)
  returns boolean language plpgsql stable as $$
begin
  case p_list
    when 'tasks' then return exists (select from app.task t where t.item_id = p_item and t.type = p_type and t."order" = p_order
      and t.plan_id = p_plan and t.deletion_id is null and t.id <> p_id);
    when 'lanes' then return exists (select from app.item i where i.plan_id = p_plan and i.focus_order = p_order
      and i.focus_date is not null and i.completed_date is null and i.deletion_id is null and i.id <> p_id);
    when 'list' then return exists (select from app.item i where i.plan_id = p_plan and i."order" = p_order
      and i.type = 0 and i.focus_date is null and i.completed_date is null and i.deletion_id is null and i.id <> p_id);
    when 'goals' then return exists (select from app.goal g where g.plan_id = p_plan and g."order" = p_order
      and g.deletion_id is null and g.id <> p_id);
  end case;
end $$;

-- Whether a guarded row has changed since it was read. p_guards: [[entity, id, version], …]; version null: the card must still exist.
-- [list, id, order, itemId, type]: no other row may have the order there.
-- One plain query for each card costs a third of a query over all guards.
create function app.has_changed(p_plan bigint, p_guards jsonb, p_events integer) returns boolean language plpgsql stable as $$
declare
  g jsonb;
  entity text;
  card bigint;
  read text;
  now text;
begin
  for i in 0 .. jsonb_array_length(p_guards) - 1 loop
    g := p_guards -> i;
    entity := g ->> 0;
    card := g -> 1;
    read := g ->> 2;
    if entity = 'task' then now := (select t.version from app.task t where t.id = card and t.deletion_id is null);
    elsif entity = 'item' then now := (select t.version from app.item t where t.id = card and t.deletion_id is null);
    elsif entity = 'goal' then now := (select t.version from app.goal t where t.id = card and t.deletion_id is null);
    elsif entity in ('tasks', 'lanes', 'list', 'goals') then
      if app.is_taken(p_plan, entity, read::integer, card, (g ->> 3)::bigint, (g ->> 4)::integer) then return true; end if;
      continue;
    else now := app.state_of(entity, card, p_events);
    end if;
    if now is null or now <> read then return true; end if;
  end loop;
  return false;
end $$;

-- One entity as the API answers it; null when it is gone. Entity 'unread': a reader's number of unread messages in a conversation.
create function app.entity(p_plan bigint, p_entity text, p_id bigint, p_reader bigint default null)
  returns jsonb language plpgsql stable as $$
declare row jsonb;
begin
  if p_entity = 'task' then return (select to_jsonb(v) from api.task v where v.id = p_id and v."planId" = p_plan); end if;
  if p_entity = 'item' then return (select to_jsonb(v) from api.item v where v.id = p_id and v."planId" = p_plan); end if;
  if p_entity = 'goal' then return (select to_jsonb(v) from api.goal v where v.id = p_id and v."planId" = p_plan); end if;
  if p_entity = 'plan' then return (select to_jsonb(v) from api.plan v where v.id = p_plan); end if;
  if p_entity = 'member' then return (select to_jsonb(v) - 'planId' from api.member v where v."planId" = p_plan and v.id = p_id); end if;
  if p_entity = 'unread' then return jsonb_build_object('conversationId', p_id, 'count', app.unread(p_id, p_reader)); end if;
  execute format('select to_jsonb(v) from api.%I v where v."planId" is not distinct from $1 and v.id = $2', p_entity)
    into row using p_plan, p_id;
  return row;
end $$;

-- An event's data: the row it names, as the API answers it, merged with the event's own data. within: the field that holds the row.
-- p_read: the row, if it has been read already.
create function app.event_data(p_plan bigint, e jsonb, p_reader bigint, p_read jsonb) returns jsonb language plpgsql stable as $$
declare row jsonb;
begin
  if not e ? 'entity' then return e -> 'data'; end if;
  row := coalesce(p_read, app.entity(p_plan, e ->> 'entity', (e ->> 'id')::bigint, p_reader)) - '{email,personId}'::text[];
  if e ? 'within' then row := jsonb_build_object(e ->> 'within', row - 'planId'); end if;
  -- A stored byte takes at most six bytes of JSON text, so small rows need no measuring.
  if pg_column_size(row) > 4096 and octet_length(row::text) > 32768 then return 'null'; end if;
  return coalesce(row || coalesce(e -> 'data', '{}'), 'null');
end $$;

-- Stores and sends an event of a plan, whose clock is locked.
create function app.emit(p_plan bigint, p_event text, p_entity text, p_payload jsonb) returns void language plpgsql as $$
begin
  insert into app.event (plan_id, seq, event, entity, payload) values (p_plan, (p_payload -> 'seq')::bigint, p_event, p_entity, p_payload);
  perform realtime.send(p_payload, p_event, 'plan:' || p_plan, true);
end $$;

-- Visitors of a plan's public link are told that its board changed, and load it again. What changed is said to members alone.
create function app.notify_visitors(p_plan bigint, p_event text, p_seq bigint) returns void language plpgsql as $$
begin
  perform realtime.send(jsonb_build_object('seq', p_seq), p_event, 'link:' || l.id, true)
  from app.public_link l where l.plan_id = p_plan and (l.expires is null or l.expires > now());
end $$;

-- Emits and logs a change of a person in each of their plans, all of which are locked until its end: so it waits for none of them.
-- p: {personId, event, before, after, visitors}
create function app.notify_plans(p jsonb, p_by bigint, p_client text, p_via text) returns void language plpgsql as $$
declare
  person bigint := p ->> 'personId';
  plan bigint;
  s bigint;
begin
  perform set_config('lock_timeout', '100ms', true);
  for plan in select m.plan_id from app.membership m where m.person_id = person order by m.plan_id loop
    update app.plan_clock set seq = seq + 1 where plan_id = plan returning seq into s;
    perform app.emit(plan, p ->> 'event', 'member', jsonb_build_object('planId', plan, 'clientId', p_client, 'actorId', p_by,
      'at', app.iso(now()), 'seq', s, 'data', app.entity(plan, 'member', person) - 'email'));
    if p ? 'visitors' then perform app.notify_visitors(plan, p ->> 'visitors', s); end if;
    insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
    values (plan, 'userplan', person, 'update', p -> 'before', p -> 'after', p_by, p_via);
  end loop;
exception when lock_not_available then
  raise exception 'a plan is busy' using errcode = 'LWBSY';
end $$;

-- Tells people that tasks of theirs in a plan may have changed, on their own topics. w: {event, people, items, goals, everyone, plan}: these
-- people, the owners of the tasks of these items and goals, all members; plan: the plan's own fields or their place in it may have changed
-- too. Returns how many it told.
create function app.emit_work(p_plan bigint, w jsonb, p_head jsonb) returns integer language plpgsql as $$
declare
  member bigint;
  n integer := 0;
begin
  for member in
    select e::bigint from jsonb_array_elements_text(w -> 'people') e
    union select t.owner_id from jsonb_array_elements_text(w -> 'items') i join app.task t on t.item_id = i::bigint
      where t.plan_id = p_plan and t.owner_id is not null
    union select t.owner_id from jsonb_array_elements_text(w -> 'goals') g join app.item i on i.goal_id = g::bigint
      join app.task t on t.item_id = i.id where t.plan_id = p_plan and t.owner_id is not null
    union select m.person_id from app.membership m where m.plan_id = p_plan and (w -> 'everyone')::boolean
  loop
    perform realtime.send(p_head || jsonb_build_object('data', jsonb_build_object('plan', w -> 'plan')), w ->> 'event', 'user:' || member, true);
    n := n + 1;
  end loop;
  return n;
end $$;

-- Runs a write of an outcome: {table, op, rows} or {procedure, …}. Frequent ones are called by name, which caches their query plans.
create function app.write(p_plan bigint, p_person bigint, w jsonb) returns void language plpgsql as $$
declare name text := w ->> 'op' || '_' || (w ->> 'table');
begin
  if name = 'update_task' then perform app.update_task(p_plan, p_person, w -> 'rows');
  elsif name = 'update_item' then perform app.update_item(p_plan, p_person, w -> 'rows');
  elsif name = 'insert_task' then perform app.insert_task(p_plan, p_person, w -> 'rows');
  elsif name is not null then execute format('select app.%I($1, $2, $3)', name) using p_plan, p_person, w -> 'rows';
  else execute format('select app.%I($1, $2, $3)', 'do_' || (w ->> 'procedure')) using p_plan, p_person, w;
  end if;
end $$;

-- Commits an outcome, of the type Application in app/database/apply.server.ts, all or nothing, and returns {seq, answer, told}; {replay} when
-- the idempotency key was used before. Refusals are raised: LW403 the role is too low, LW404 no such plan or not a member, LW409 a row that
-- was read has changed, LWFUL a quota is full (the message is its name), LWBSY a plan of the person can't be told now.
-- An array holds outcomes of one plan: they share a transaction, so that the plan's clock is not locked for a disk flush per outcome. An
-- outcome that is refused is rolled back alone. Returns [{applied} or {code, message}, …].
create function app.apply(p jsonb) returns jsonb language plpgsql as $$
declare
  plan bigint := p ->> 'planId';
  person bigint := p ->> 'person';
  writes jsonb := p -> 'writes';
  guards jsonb := p -> 'guards';
  answer jsonb;
  -- The row that is answered.
  read jsonb;
  results jsonb[] := '{}';
  head jsonb := jsonb_build_object('planId', plan, 'clientId', p -> 'clientId', 'actorId', person, 'at', app.iso(now()));
  entered boolean := false;
  is_card boolean;
  is_plan_gone boolean := false;
  -- The number of events that raise the plan's seq.
  n integer := 0;
  s bigint;
  events jsonb := p -> 'events';
  r smallint;
  x jsonb;
  payload jsonb;
  member bigint;
  told integer := 0;
begin
  if jsonb_typeof(p) = 'array' then
    for x in select e from jsonb_array_elements(p) e loop
      begin
        results := results || jsonb_build_object('applied', app.apply(x));
      exception when others then
        results := results || jsonb_build_object('code', sqlstate, 'message', sqlerrm);
      end;
    end loop;
    return to_jsonb(results);
  end if;
  answer := app.replay(nullif(p -> 'idempotency', 'null'));
  if answer is not null then return answer; end if;

  -- A new plan is inserted before its clock is locked.
  if writes #>> '{0,table}' = 'plan' and writes #>> '{0,op}' = 'insert' then
    perform app.write(plan, person, writes -> 0);
    writes := writes - 0;
  end if;
  if p ->> 'scope' = 'plan' then
    for i in 0 .. jsonb_array_length(events) - 1 loop
      if not events -> i ? 'to' then n := n + 1; end if;
    end loop;
    update app.plan_clock c set seq = c.seq + n, last_edit = greatest(now(), c.last_edit + interval '1 ms')
      where c.plan_id = plan returning c.seq - n into s;
    if not found then raise exception 'no such plan' using errcode = 'LW404'; end if;
  elsif guards <> '[]' then
    perform from app.plan_clock c where c.plan_id = plan for update;
  end if;
  if plan is not null and p ->> 'via' <> 'invitation' then
    r := case when person is null then 1::smallint else app.role_in(person, plan) end;
    if r is null then raise exception 'not a member' using errcode = 'LW404'; end if;
    if r > (p ->> 'role')::smallint then raise exception 'role too low' using errcode = 'LW403'; end if;
  end if;
  if guards <> '[]' and app.has_changed(plan, guards, n) then raise exception 'a row has changed' using errcode = 'LW409'; end if;

  -- Cards are written under the row policies, as the person; other rows as the owner of the tables.
  for i in 0 .. jsonb_array_length(writes) - 1 loop
    x := writes -> i;
    is_card := coalesce(x ->> 'table' in ('goal', 'item', 'task'), false) or coalesce(x ->> 'procedure' = 'delete_card', false);
    -- A viewer changes no card, whatever role the call allows.
    if is_card and r > 1 then raise exception 'role too low' using errcode = 'LW403'; end if;
    is_card := is_card and x ? 'table';
    -- An invitation gives its person the cards that await them, to a viewer too.
    if is_card and not entered then perform app.enter(person, plan, coalesce(r, 1::smallint)); end if;
    if entered and not is_card then perform app.leave_plan(); end if;
    entered := is_card;
    is_plan_gone := is_plan_gone or coalesce(x ->> 'table' = 'plan' and x ->> 'op' = 'delete', false);
    perform app.write(plan, person, x);
  end loop;
  if entered then perform app.leave_plan(); end if;
  perform app.count_cards(plan);

  answer := p #> '{answer,data}';
  if p -> 'answer' ? 'entity' then
    read := app.entity(plan, p #>> '{answer,entity}', (p #>> '{answer,id}')::bigint);
    answer := read || coalesce(answer, '{}');
    if p -> 'answer' ? 'without' then answer := answer - (p #>> '{answer,without}'); end if;
  end if;
  for i in 0 .. jsonb_array_length(events) - 1 loop
    x := events -> i;
    if not x ? 'to' then
      s := s + 1;
      payload := head || jsonb_build_object('seq', s, 'data', app.event_data(plan, x, null,
        case when x -> 'entity' = p #> '{answer,entity}' and x -> 'id' = p #> '{answer,id}' then read end));
      if x ? 'id' then payload := payload || jsonb_build_object('id', x -> 'id'); end if;
      if is_plan_gone then perform realtime.send(payload, x ->> 'event', 'plan:' || plan, true);
      else perform app.emit(plan, x ->> 'event', x ->> 'entity', payload); end if;
    else
      for member in select t::bigint from jsonb_array_elements_text(x -> 'to') t
        where t::bigint = person or exists (select from app.membership m where m.plan_id = plan and m.person_id = t::bigint)
      loop
        perform realtime.send(head || jsonb_build_object('data', app.event_data(plan, x, member, null)), x ->> 'event',
          'user:' || member, true);
      end loop;
    end if;
  end loop;
  if p ? 'visitors' then perform app.notify_visitors(plan, p ->> 'visitors', s); end if;
  if p ? 'work' then told := app.emit_work(plan, p -> 'work', head); end if;
  if p ? 'everywhere' then perform app.notify_plans(p -> 'everywhere', person, p ->> 'clientId', p ->> 'via'); end if;
  insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via, change_set)
    select coalesce(plan, 0), l ->> 'entity', (l ->> 'id')::bigint, l ->> 'action', l -> 'before', l -> 'after', person, p ->> 'via',
      (p ->> 'changeSet')::bigint
    from jsonb_array_elements(p -> 'log') l;
  if p -> 'jobs' <> '[]' then
    insert into app.job (kind, input) select j ->> 'kind', j -> 'input' from jsonb_array_elements(p -> 'jobs') j;
  end if;
  perform app.remember(nullif(p -> 'idempotency', 'null'), answer);
  return jsonb_build_object('seq', s, 'answer', answer, 'told', told);
end $$;
