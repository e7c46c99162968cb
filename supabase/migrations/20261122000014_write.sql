-- What happened: the event log clients catch up from (kept a week), and the audit trail (kept with the plan).
create table app.event (
  plan_id bigint not null references app.plan on delete cascade,
  seq bigint not null,
  event text not null,
  payload jsonb not null,
  created_date timestamptz(3) not null default now(),
  primary key (plan_id, seq)
);
create index event_age on app.event (created_date);

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
  created_date timestamptz(3) not null default now()
);
create index audit_entity on app.audit (plan_id, entity, entity_id, id);
create index audit_plan on app.audit (plan_id, id);

-- caller: "u12" a person, "k7" the key of plan 7.
create table app.idempotency (
  caller text not null,
  key text not null,
  request_hash text not null,
  status smallint,
  answer jsonb,
  created_date timestamptz(3) not null default now(),
  primary key (caller, key)
);
create index idempotency_age on app.idempotency (created_date);

-- Changes that are not of one board alone: a plan's end, a person's name.

-- Logs and emits one event of a plan whose clock the caller's transaction takes here.
create function app.emit(p_plan bigint, p_event text, p_data jsonb, p_person bigint, p_client text) returns void language plpgsql as $$
declare
  s bigint;
  payload jsonb;
begin
  update app.plan_clock set seq = seq + 1 where plan_id = p_plan returning seq into s;
  payload := jsonb_build_object('planId', p_plan, 'clientId', p_client, 'actorId', p_person, 'at', app.iso(now()), 'seq', s, 'data', p_data);
  insert into app.event (plan_id, seq, event, payload) values (p_plan, s, p_event, payload);
  perform realtime.send(payload, p_event, 'plan:' || p_plan, true);
end $$;

-- The door for entities beside the board's.

-- Changes to the plan itself, its members and invitations; every other kind of row has a function of its own, app.write_<entity>.
create function app.write_plan(p_plan bigint, p_person bigint, p_changes jsonb) returns void language plpgsql as $$
declare
  c jsonb;
  f jsonb;
  kind text;
begin
  for c in select x from jsonb_array_elements(p_changes) x loop
    f := c -> 'fields';
    kind := (c ->> 'entity') || '.' || (c ->> 'op');
    if kind = 'plan.update' then
      update app.plan p set
        name = case when f ? 'name' then f ->> 'name' else p.name end,
        type = case when f ? 'type' then (f ->> 'type')::smallint else p.type end,
        effort_visible = case when f ? 'effortAndComplexityVisible' then (f ->> 'effortAndComplexityVisible')::boolean else p.effort_visible end,
        ai_instructions = case when f ? 'aiInstructions' then f ->> 'aiInstructions' else p.ai_instructions end,
        snapshot_description = case when f ? 'snapshotDescription' then f ->> 'snapshotDescription' else p.snapshot_description end,
        is_draft = case when f ? 'isDraft' then (f ->> 'isDraft')::boolean else p.is_draft end
      where p.id = p_plan;
    elsif kind = 'membership.insert' then
      insert into app.membership (plan_id, person_id, role) values (p_plan, (c ->> 'id')::bigint, (f ->> 'role')::smallint)
        on conflict do nothing;
    elsif kind = 'membership.update' then
      update app.membership set role = (f ->> 'role')::smallint where plan_id = p_plan and person_id = (c ->> 'id')::bigint;
    elsif kind = 'membership.delete' then
      delete from app.membership where plan_id = p_plan and person_id = (c ->> 'id')::bigint;
      update app.task set owner_id = null, version = version + 1 where plan_id = p_plan and owner_id = (c ->> 'id')::bigint and deletion_id is null;
      update app.item set owner_id = null, version = version + 1 where plan_id = p_plan and owner_id = (c ->> 'id')::bigint and deletion_id is null;
      if to_regprocedure('realtime.revoke(text,text)') is not null then
        perform realtime.revoke('plan:' || p_plan, c ->> 'id');
      end if;
    elsif kind = 'invitation.insert' then
      insert into app.invitation (id, plan_id, email, user_name, role, token, invited_by)
      values ((c ->> 'id')::bigint, p_plan, f ->> 'email', f ->> 'userName', (f ->> 'role')::smallint, f ->> 'token', p_person);
    elsif kind = 'invitation.update' then
      update app.invitation i set
        role = case when f ? 'role' then (f ->> 'role')::smallint else i.role end,
        user_name = case when f ? 'userName' then f ->> 'userName' else i.user_name end,
        token = case when f ? 'token' then f ->> 'token' else i.token end,
        renewed_date = case when f ? 'token' then now() else i.renewed_date end,
        accepted_date = case when f ? 'accepted' then now() else i.accepted_date end
      where i.id = (c ->> 'id')::bigint and i.plan_id = p_plan;
    elsif kind = 'invitation.delete' then
      delete from app.invitation where id = (c ->> 'id')::bigint and plan_id = p_plan;
    else
      execute format('select app.write_%I($1, $2, $3)', c ->> 'entity') using p_plan, p_person, c;
    end if;
  end loop;
end $$;

-- One entity as the API answers it; null when it is not there. Kinds beside the board's are views of their name.
create function app.entity(p_plan bigint, p_entity text, p_id bigint) returns jsonb language plpgsql stable as $$
declare made jsonb;
begin
  if p_entity = 'task' then return (select to_jsonb(v) from api.task v where v.id = p_id and v."planId" = p_plan); end if;
  if p_entity = 'item' then return (select to_jsonb(v) from api.item v where v.id = p_id and v."planId" = p_plan); end if;
  if p_entity = 'goal' then return (select to_jsonb(v) from api.goal v where v.id = p_id and v."planId" = p_plan); end if;
  if p_entity = 'plan' then return (select to_jsonb(v) from api.plan v where v.id = p_plan); end if;
  if p_entity = 'member' then return (select to_jsonb(v) - 'planId' from api.member v where v."planId" = p_plan and v.id = p_id); end if;
  execute format('select to_jsonb(v) from api.%I v where v."planId" = $1 and v.id = $2', p_entity) into made using p_plan, p_id;
  return made;
end $$;

-- The log of a goal also tells of the actions and tasks that left it, that of an action of the tasks that left it: moved or deleted.
create index audit_left_goal on app.audit (plan_id, (before ->> 'goalId'), id) where before ? 'goalId';
create index audit_left_item on app.audit (plan_id, (before ->> 'itemId'), id) where before ? 'itemId';

-- A note or file of a goal, action or task is part of its log, also when it is gone: found by what its entry says it is on.
create index audit_attached on app.audit (plan_id, (case
  when coalesce(after ->> 'taskId', before ->> 'taskId') is not null then 'task:' || coalesce(after ->> 'taskId', before ->> 'taskId')
  when coalesce(after ->> 'itemId', before ->> 'itemId') is not null then 'item:' || coalesce(after ->> 'itemId', before ->> 'itemId')
  else 'goal:' || coalesce(after ->> 'goalId', before ->> 'goalId') end), id) where entity in ('comment', 'file');

-- Tells a person alone, on the topic `user:{id}`.
create function app.tell(p_to bigint, p_event text, p_plan bigint, p_by bigint, p_client text, p_data jsonb) returns void language plpgsql as $$
begin
  perform realtime.send(jsonb_build_object('planId', p_plan, 'clientId', p_client, 'actorId', p_by, 'at', app.iso(now()), 'data', p_data),
    p_event, 'user:' || p_to, true);
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
create function app.apply(p_person bigint, p_plan bigint, p_role smallint, p_client text, p_via text, p_guards jsonb, p_changes jsonb,
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
create function app.apply_apart(p_person bigint, p_plan bigint, p_role smallint, p_changes jsonb, p_answer jsonb, p_idempotency jsonb, p_after jsonb)
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

-- Applies what several calls decided for one plan, in their order and in one transaction: each by itself would hold the plan's clock until
-- its commit is on disk. What is refused undoes itself alone. p_applications: [{person, plan, …}, …], keys as the arguments of app.apply.
-- Answers, in the same order, [{applied} or {code, message}, …].
create function app.apply_together(p_applications jsonb) returns json language plpgsql as $$
declare
  a jsonb;
  results jsonb[] := '{}';
begin
  for a in select x from jsonb_array_elements(p_applications) with ordinality as e(x, n) order by n loop
    begin
      results := results || jsonb_build_object('applied', app.apply((a ->> 'person')::bigint, (a ->> 'planId')::bigint, (a ->> 'role')::smallint,
        a ->> 'clientId', a ->> 'via', a -> 'guards', a -> 'changes', a -> 'planChanges', a -> 'audits', a -> 'events', a -> 'answer',
        nullif(a -> 'idempotency', 'null'), a -> 'after'));
    exception when others then
      results := results || jsonb_build_object('code', sqlstate, 'message', sqlerrm);
    end;
  end loop;
  return to_json(results);
end $$;
