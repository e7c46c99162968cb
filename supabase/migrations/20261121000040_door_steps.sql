-- The door with fewer and cheaper steps. plpgsql keeps the plans of its statements for the connection's life; a function in SQL that is
-- not inlined is planned anew by every call, which costs more than the statement itself.

-- The plan role a person has: 0 for a SystemAdmin and the owner, null for nobody of the plan.
create or replace function app.role_in(p_person bigint, p_plan bigint) returns smallint language plpgsql stable as $$
begin
  return (select case when p.role = 0 or l.owner_id = p.id then 0::smallint else m.role end
    from app.person p join app.plan l on l.id = p_plan
      left join app.membership m on m.plan_id = l.id and m.person_id = p.id
    where p.id = p_person and p.enabled);
end $$;

create or replace function app.through_door() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return coalesce(current_setting('app.plans', true), '') <> '';
end $$;

-- The updates of one entity among changes. A function, so that its one row of estimate has each row found by its id.
create or replace function app.updates(p_changes jsonb, p_entity text) returns table (id bigint, f jsonb, own jsonb) language plpgsql volatile rows 1 as $$
begin
  return query select (x ->> 'id')::bigint, x -> 'fields', x from jsonb_array_elements(p_changes) x where x ->> 'entity' = p_entity and x ->> 'op' = 'update';
end $$;

-- Rows with their versions: [version, row]. A task brings its action, an action its goal.
-- Answers {role, goals, items, tasks, members, last, colors, newId}; role null: not of the plan, and nothing else is read.
-- p_person null: the plan's key, whose plan the caller has checked. json: built once and not read here.
drop function app.rows;
create function app.rows(p_person bigint, p_plan bigint, p_goals bigint[], p_items bigint[], p_tasks bigint[],
  p_members bigint[], p_last jsonb, p_new text) returns json language plpgsql as $$
declare
  r smallint := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
  goals json;
  items json;
  tasks json;
  members json;
  last json;
  colors json;
  new_id bigint;
begin
  if r is null then return '{"role":null}'; end if;
  if p_tasks <> '{}' then
    p_items := p_items || array(select t.item_id from app.task t where t.id = any (p_tasks) and t.plan_id = p_plan and t.deletion_id is null);
    select json_agg(json_build_array((select t.version from app.task t where t.id = v.id), v)) into tasks
      from api.task v where v.id = any (p_tasks) and v."planId" = p_plan;
  end if;
  if p_items <> '{}' then
    p_goals := p_goals || array(select i.goal_id from app.item i where i.id = any (p_items) and i.plan_id = p_plan and i.goal_id is not null);
    select json_agg(json_build_array((select i.version from app.item i where i.id = v.id), v)) into items
      from api.item v where v.id = any (p_items) and v."planId" = p_plan;
  end if;
  if p_goals <> '{}' then
    select json_agg(json_build_array((select g.version from app.goal g where g.id = v.id), v)) into goals
      from api.goal v where v.id = any (p_goals) and v."planId" = p_plan;
  end if;
  if p_members <> '{}' then
    select json_agg(json_build_object('id', p.id, 'userName', p.user_name)) into members
      from app.membership m join app.person p on p.id = m.person_id where m.plan_id = p_plan and m.person_id = any (p_members);
  end if;
  if p_last is not null then
    last := json_build_object(
      'goal', case when p_last ? 'goal' then (select coalesce(max(sort_order), 0) from app.goal where plan_id = p_plan and deletion_id is null) end,
      'item', case when p_last ? 'item' then (select coalesce(max(sort_order), 0) from app.item where plan_id = p_plan and deletion_id is null) end,
      'focus', case when p_last ? 'focus' then (select coalesce(max(focus_order), 0) from app.item where plan_id = p_plan and deletion_id is null and focus_date is not null) end,
      'task', case when p_last ? 'task' then (select coalesce(max(sort_order), 0) from app.task where item_id = (p_last ->> 'task')::bigint and deletion_id is null) end);
    if p_last ? 'colors' then
      colors := (select coalesce(json_agg(distinct g.color), '[]') from app.goal g where g.plan_id = p_plan and g.deletion_id is null);
    end if;
  end if;
  if p_new is not null then new_id := nextval('app.' || p_new || '_id_seq'); end if;
  return json_build_object('role', r, 'goals', goals, 'items', items, 'tasks', tasks, 'members', members,
    'last', last, 'colors', colors, 'newId', new_id);
end $$;

-- What was answered under an idempotency key: {replay}; null when the key is new.
create function app.replay(p_idempotency jsonb) returns jsonb language plpgsql stable as $$
begin
  if p_idempotency is null then return null; end if;
  return (select jsonb_build_object('replay', jsonb_build_object('hash', i.request_hash, 'status', i.status, 'answer', i.answer))
    from app.idempotency i where i.caller = p_idempotency ->> 'caller' and i.key = p_idempotency ->> 'key');
end $$;

-- Remembers an answer under its key. The same request, sent twice at once, comes here twice: the later one is undone and asked again.
create function app.remember(p_idempotency jsonb, p_answer jsonb) returns void language plpgsql as $$
begin
  if p_idempotency is null then return; end if;
  insert into app.idempotency (caller, key, request_hash, status, answer)
  values (p_idempotency ->> 'caller', p_idempotency ->> 'key', p_idempotency ->> 'hash', (p_idempotency ->> 'status')::smallint, p_answer)
  on conflict do nothing;
  if not found then raise exception 'the same request is being answered' using errcode = 'LW409'; end if;
end $$;

-- Whether a row has another version than the one that was read. p_guards: [[entity, id, version], …].
-- Scalar subqueries, so that each row is found by its id.
create function app.has_changed(p_guards jsonb) returns boolean language plpgsql stable as $$
begin
  return exists (select from jsonb_array_elements(p_guards) k where (k ->> 2)::int is distinct from case k ->> 0
    when 'task' then (select t.version from app.task t where t.id = (k ->> 1)::bigint and t.deletion_id is null)
    when 'item' then (select i.version from app.item i where i.id = (k ->> 1)::bigint and i.deletion_id is null)
    else (select g.version from app.goal g where g.id = (k ->> 1)::bigint and g.deletion_id is null) end);
end $$;

-- Applies what a rule decided, all or nothing, and answers {seq, answer}; or {replay} when the idempotency key was used.
-- Refusals are raised: LW403 the person may not (any more), LW404 no such plan, LW409 a row that was read has changed.
-- p_role: the highest plan role number that may (0 admins, 1 members, 2 viewers). p_guards: [[entity, id, version], …].
-- p_events: [{event, entity?, id?, data?}]; with an entity the data is that row as the API answers it.
create or replace function app.apply(p_person bigint, p_plan bigint, p_role smallint, p_client text, p_via text, p_guards jsonb, p_changes jsonb,
  p_plan_changes jsonb, p_audits jsonb, p_events jsonb, p_answer jsonb, p_idempotency jsonb, p_after jsonb) returns jsonb
language plpgsql as $$
declare
  at text := app.iso(now());
  s bigint;
  made jsonb := app.replay(p_idempotency);
  e record;
  names text[] := '{}';
  payloads jsonb[] := '{}';
  payload jsonb;
  r smallint;
  bin bigint;
begin
  if made is not null then return made; end if;

  if p_plan_changes -> 0 ->> 'entity' = 'plan' and p_plan_changes -> 0 ->> 'op' = 'insert' then
    insert into app.plan (id, name, owner_id, type, effort_visible, ai_instructions, is_draft)
    select p_plan, f ->> 'name', p_person, (f ->> 'type')::smallint, (f ->> 'effortAndComplexityVisible')::boolean, f ->> 'aiInstructions',
      (f ->> 'isDraft')::boolean from (select p_plan_changes -> 0 -> 'fields' as f) x;
    insert into app.plan_clock (plan_id) values (p_plan);
    insert into app.membership (plan_id, person_id, role) values (p_plan, p_person, 0);
    p_plan_changes := p_plan_changes - 0;
  end if;

  update app.plan_clock set seq = seq + jsonb_array_length(p_events), last_edit = greatest(now(), last_edit + interval '1 ms')
    where plan_id = p_plan returning seq - jsonb_array_length(p_events) into s;
  if not found then raise exception 'no such plan' using errcode = 'LW404'; end if;

  if p_via <> 'invitation' then
    r := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
    if r is null then raise exception 'not of the plan' using errcode = 'LW404'; end if;
    -- Whatever the call says, a viewer changes no goal, action or task.
    if r > p_role or r > 1 and p_changes <> '[]' then raise exception 'role too low' using errcode = 'LW403'; end if;
  end if;

  if p_guards <> '[]' and app.has_changed(p_guards) then raise exception 'a row has changed' using errcode = 'LW409'; end if;

  if p_changes @> '[{"op":"delete"}]' then
    for e in select x ->> 'entity' as entity, (x ->> 'id')::bigint as id, n - 1 as at_index
      from jsonb_array_elements(p_changes) with ordinality as d(x, n) where x ->> 'op' = 'delete'
    loop
      insert into app.deletion (plan_id, entity, entity_id, deleted_by) values (p_plan, e.entity, e.id, p_person) returning id into bin;
      p_changes := jsonb_set(p_changes, array[e.at_index::text, 'deletionId'], to_jsonb(bin));
    end loop;
  end if;
  -- The board's rows are written under the policies, as the person; what is beside them as the owner of the tables.
  if p_changes <> '[]' then
    perform app.enter(p_person, p_plan);
    perform app.write_board(p_plan, p_person, p_changes);
  end if;
  if p_plan_changes <> '[]' then
    perform set_config('role', 'none', true);
    perform app.write_plan(p_plan, p_person, p_plan_changes);
    if p_changes <> '[]' then perform set_config('role', 'authenticated', true); end if;
  end if;

  if p_answer ? 'entity' then made := app.entity(p_plan, p_answer ->> 'entity', (p_answer ->> 'id')::bigint); end if;
  for e in select x ->> 'event' as event, x ->> 'entity' as entity, (x ->> 'id')::bigint as id, x -> 'data' as data from jsonb_array_elements(p_events) x loop
    s := s + 1;
    payload := case when e.entity is null then e.data
      when e.entity = p_answer ->> 'entity' and e.id = (p_answer ->> 'id')::bigint then made
      else app.entity(p_plan, e.entity, e.id) end;
    if e.entity = 'member' or e.entity = 'plan' then payload := payload - 'email'; end if;
    -- A byte that is kept is at most six in JSON's text.
    if pg_column_size(payload) > 4096 and octet_length(payload::text) > 32768 then payload := 'null'; end if;
    payload := jsonb_build_object('planId', p_plan, 'clientId', p_client, 'actorId', p_person, 'at', at, 'seq', s, 'data', payload);
    names := names || e.event;
    payloads := payloads || case when e.id is null then payload else payload || jsonb_build_object('id', e.id) end;
  end loop;
  if p_changes <> '[]' then perform app.leave_plan(); end if;

  insert into app.event (plan_id, seq, event, payload)
    select p_plan, (x.payload ->> 'seq')::bigint, x.event, x.payload from unnest(names, payloads) x(event, payload);
  perform realtime.send(x.payload, x.event, 'plan:' || p_plan, true) from unnest(names, payloads) x(event, payload);
  insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
    select p_plan, x ->> 'entity', (x ->> 'id')::bigint, x ->> 'action', x -> 'before', x -> 'after', p_person, p_via from jsonb_array_elements(p_audits) x;
  if p_after <> '[]' then
    insert into app.job (kind, input) select x ->> 'kind', x -> 'input' from jsonb_array_elements(p_after) x;
  end if;
  perform app.remember(p_idempotency, made);
  return jsonb_build_object('seq', s, 'answer', made);
end $$;

-- Applies what is some people's and not the plan's: no seq, no audit entry, no event of the plan. Otherwise as app.apply; p_plan null: of no plan.
create or replace function app.apply_apart(p_person bigint, p_plan bigint, p_role smallint, p_changes jsonb, p_answer jsonb, p_idempotency jsonb, p_after jsonb)
returns jsonb language plpgsql as $$
declare
  made jsonb := app.replay(p_idempotency);
  r smallint;
begin
  if made is not null then return made; end if;
  if p_plan is not null then
    r := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
    if r is null then raise exception 'not of the plan' using errcode = 'LW404'; end if;
    if r > p_role then raise exception 'role too low' using errcode = 'LW403'; end if;
  end if;
  perform app.write_plan(p_plan, p_person, p_changes);
  if p_answer ? 'entity' then
    execute format('select to_jsonb(v) from api.%I v where v."planId" is not distinct from $1 and v.id = $2', p_answer ->> 'entity')
      into made using p_plan, (p_answer ->> 'id')::bigint;
  end if;
  insert into app.job (kind, input) select x ->> 'kind', x -> 'input' from jsonb_array_elements(p_after) x;
  perform app.remember(p_idempotency, made);
  return jsonb_build_object('answer', made);
end $$;
