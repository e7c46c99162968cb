-- The door: what a call reads before it decides, and the one guarded apply behind it.

-- The plan role a person has: 0 for a SystemAdmin and the owner, null for nobody of the plan.
create function app.role_in(p_person bigint, p_plan bigint) returns smallint language sql stable as $$
  select case when p.role = 0 or l.owner_id = p.id then 0::smallint else m.role end
  from app.person p join app.plan l on l.id = p_plan
    left join app.membership m on m.plan_id = l.id and m.person_id = p.id
  where p.id = p_person and p.enabled
$$;

-- Enters the plan for the rest of the transaction: claims, the one plan, and the role the policies bind.
create function app.enter(p_person bigint, p_plan bigint) returns void language plpgsql as $$
begin
  perform set_config('request.jwt.claims', json_build_object('role', 'authenticated', 'user_id', p_person)::text, true),
    set_config('app.plans', '{' || p_plan || '}', true), set_config('role', 'authenticated', true);
end $$;

-- Rows with their versions: [version, row]. A task brings its action, an action its goal.
-- Answers {role, ids, goals, items, tasks, members, last}; role null: not of the plan, and nothing else is read.
-- p_person null: the plan's key, whose plan the caller has checked.
create function app.rows(p_person bigint, p_plan bigint, p_goals bigint[], p_items bigint[], p_tasks bigint[],
  p_members bigint[], p_last jsonb, p_new text) returns jsonb language plpgsql as $$
declare
  r smallint := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
  answer jsonb;
begin
  if r is null then return '{"role":null}'; end if;
  p_items := p_items || array(select t.item_id from app.task t where t.id = any (p_tasks) and t.plan_id = p_plan and t.deletion_id is null);
  p_goals := p_goals || array(select i.goal_id from app.item i where i.id = any (p_items) and i.plan_id = p_plan and i.goal_id is not null);
  answer := jsonb_build_object(
    'role', r,
    'goals', case when p_goals <> '{}' then (select json_agg(json_build_array((select g.version from app.goal g where g.id = w.id), to_json(v)))
      from (select distinct id from unnest(p_goals) id) w, lateral (select * from api.goal v where v.id = w.id and v."planId" = p_plan) v) end,
    'items', case when p_items <> '{}' then (select json_agg(json_build_array((select i.version from app.item i where i.id = w.id), to_json(v)))
      from (select distinct id from unnest(p_items) id) w, lateral (select * from api.item v where v.id = w.id and v."planId" = p_plan) v) end,
    'tasks', case when p_tasks <> '{}' then (select json_agg(json_build_array((select t.version from app.task t where t.id = w.id), to_json(v)))
      from (select distinct id from unnest(p_tasks) id) w, lateral (select * from api.task v where v.id = w.id and v."planId" = p_plan) v) end,
    'members', case when p_members <> '{}' then (select json_agg(json_build_object('id', p.id, 'userName', p.user_name)) from app.membership m
      join app.person p on p.id = m.person_id where m.plan_id = p_plan and m.person_id = any (p_members)) end);
  if p_last is not null then
    answer := answer || jsonb_build_object('last', jsonb_build_object(
      'goal', case when p_last ? 'goal' then (select coalesce(max(sort_order), 0) from app.goal where plan_id = p_plan and deletion_id is null) end,
      'item', case when p_last ? 'item' then (select coalesce(max(sort_order), 0) from app.item where plan_id = p_plan and deletion_id is null) end,
      'focus', case when p_last ? 'focus' then (select coalesce(max(focus_order), 0) from app.item where plan_id = p_plan and deletion_id is null and focus_date is not null) end,
      'task', case when p_last ? 'task' then (select coalesce(max(sort_order), 0) from app.task where item_id = (p_last ->> 'task')::bigint and deletion_id is null) end));
  end if;
  if p_last ? 'colors' then
    answer := answer || jsonb_build_object('colors', (select coalesce(json_agg(distinct color), '[]') from app.goal where plan_id = p_plan and deletion_id is null));
  end if;
  if p_new is not null then
    answer := answer || jsonb_build_object('newId', nextval('app.' || p_new || '_id_seq'));
  end if;
  return answer;
end $$;

-- The updates of one entity among changes. Volatile, so that it is not inlined and its one row of estimate has each row found by its id.
create function app.updates(p_changes jsonb, p_entity text) returns table (id bigint, f jsonb, own jsonb) language sql volatile rows 1 as $$
  select (x ->> 'id')::bigint, x -> 'fields', x from jsonb_array_elements(p_changes) x where x ->> 'entity' = p_entity and x ->> 'op' = 'update'
$$;
grant execute on function app.updates to authenticated;

-- Board rows: insert, update, delete with all below. One statement per table and operation, whatever the number of rows.
create function app.write_board(p_plan bigint, p_person bigint, p_changes jsonb) returns void language plpgsql as $$
declare
  kinds text := '';
  gone record;
  d bigint;
begin
  select string_agg(distinct x ->> 'entity' || '.' || (x ->> 'op'), ' ') into kinds from jsonb_array_elements(p_changes) x;

  if kinds like '%goal.insert%' then
    insert into app.goal (id, plan_id, name, description, explanation, color, sort_order, completed, is_draft, type, icon_name, image_base64,
      video_link, download_link, created_by, created_date, modified_date)
    select (f ->> 'id')::bigint, p_plan, f ->> 'name', f ->> 'description', f ->> 'explanation', f ->> 'color', (f ->> 'order')::int,
      (f ->> 'completed')::boolean, (f ->> 'isDraft')::boolean, (f ->> 'type')::smallint, f ->> 'iconName', f ->> 'imageBase64',
      f ->> 'videoLink', f ->> 'downloadLink', p_person, now(), now()
    from jsonb_array_elements(p_changes) x, lateral (select x -> 'row' as f) r where x ->> 'entity' = 'goal' and x ->> 'op' = 'insert';
  end if;
  if kinds like '%item.insert%' then
    insert into app.item (id, plan_id, goal_id, topic, description, sort_order, business_value, effort, completed_date, focus_date, focus_order,
      due_date, dot_voting, owner_id, type, is_draft, created_by, created_date, modified_date)
    select (f ->> 'id')::bigint, p_plan, (f ->> 'goalId')::bigint, f ->> 'topic', f ->> 'description', (f ->> 'order')::int,
      (f ->> 'businessValue')::smallint, (f ->> 'effortAndComplexity')::smallint, (f ->> 'completedDate')::timestamptz,
      (f ->> 'focusDate')::timestamptz, (f ->> 'focusOrder')::int, (f ->> 'dueDate')::timestamptz, (f ->> 'dotVoting')::int,
      (f -> 'owner' ->> 'id')::bigint, (f ->> 'type')::smallint, (f ->> 'isDraft')::boolean, p_person, now(), now()
    from jsonb_array_elements(p_changes) x, lateral (select x -> 'row' as f) r where x ->> 'entity' = 'item' and x ->> 'op' = 'insert';
  end if;
  if kinds like '%task.insert%' then
    insert into app.task (id, plan_id, item_id, description, color, type, completed_date, due_date, sort_order, owner_id, is_draft,
      created_by, created_date, modified_date)
    select (f ->> 'id')::bigint, p_plan, (f ->> 'itemId')::bigint, f ->> 'description', x ->> 'ownColor', (f ->> 'type')::smallint,
      (f ->> 'completedDate')::timestamptz, (f ->> 'dueDate')::timestamptz, (f ->> 'order')::int, (f ->> 'ownerId')::bigint,
      (f ->> 'isDraft')::boolean, p_person, now(), now()
    from jsonb_array_elements(p_changes) x, lateral (select x -> 'row' as f) r where x ->> 'entity' = 'task' and x ->> 'op' = 'insert';
  end if;

  if kinds like '%goal.update%' then
    update app.goal g set
      name = case when f ? 'name' then f ->> 'name' else g.name end,
      description = case when f ? 'description' then f ->> 'description' else g.description end,
      explanation = case when f ? 'explanation' then f ->> 'explanation' else g.explanation end,
      color = case when f ? 'color' then f ->> 'color' else g.color end,
      sort_order = case when f ? 'order' then (f ->> 'order')::int else g.sort_order end,
      completed = case when f ? 'completed' then (f ->> 'completed')::boolean else g.completed end,
      is_draft = case when f ? 'isDraft' then (f ->> 'isDraft')::boolean else g.is_draft end,
      type = case when f ? 'type' then (f ->> 'type')::smallint else g.type end,
      icon_name = case when f ? 'iconName' then f ->> 'iconName' else g.icon_name end,
      image_base64 = case when f ? 'imageBase64' then f ->> 'imageBase64' else g.image_base64 end,
      video_link = case when f ? 'videoLink' then f ->> 'videoLink' else g.video_link end,
      download_link = case when f ? 'downloadLink' then f ->> 'downloadLink' else g.download_link end,
      version = g.version + 1, modified_date = greatest(now(), g.modified_date + interval '1 ms')
    from app.updates(p_changes, 'goal') c
    where g.id = c.id and g.plan_id = p_plan;
  end if;
  if kinds like '%item.update%' then
    update app.item i set
      goal_id = case when f ? 'goalId' then (f ->> 'goalId')::bigint else i.goal_id end,
      topic = case when f ? 'topic' then f ->> 'topic' else i.topic end,
      description = case when f ? 'description' then f ->> 'description' else i.description end,
      sort_order = case when f ? 'order' then (f ->> 'order')::int else i.sort_order end,
      business_value = case when f ? 'businessValue' then (f ->> 'businessValue')::smallint else i.business_value end,
      effort = case when f ? 'effortAndComplexity' then (f ->> 'effortAndComplexity')::smallint else i.effort end,
      completed_date = case when f ? 'completedDate' then (f ->> 'completedDate')::timestamptz else i.completed_date end,
      focus_date = case when f ? 'focusDate' then (f ->> 'focusDate')::timestamptz else i.focus_date end,
      focus_order = case when f ? 'focusOrder' then (f ->> 'focusOrder')::int else i.focus_order end,
      due_date = case when f ? 'dueDate' then (f ->> 'dueDate')::timestamptz else i.due_date end,
      dot_voting = case when f ? 'dotVoting' then (f ->> 'dotVoting')::int else i.dot_voting end,
      owner_id = case when f ? 'owner' then (f -> 'owner' ->> 'id')::bigint else i.owner_id end,
      type = case when f ? 'type' then (f ->> 'type')::smallint else i.type end,
      is_draft = case when f ? 'isDraft' then (f ->> 'isDraft')::boolean else i.is_draft end,
      version = i.version + 1, modified_date = greatest(now(), i.modified_date + interval '1 ms')
    from app.updates(p_changes, 'item') c
    where i.id = c.id and i.plan_id = p_plan;
    -- The tasks of an action that moves to another goal take that goal's colour.
    update app.task t set color = null, version = t.version + 1
    from app.updates(p_changes, 'item') c
    where f ? 'goalId' and t.item_id = c.id and t.plan_id = p_plan and t.color is not null;
  end if;
  if kinds like '%task.update%' then
    update app.task t set
      item_id = case when f ? 'itemId' then (f ->> 'itemId')::bigint else t.item_id end,
      description = case when f ? 'description' then f ->> 'description' else t.description end,
      color = case when c.own ? 'ownColor' then c.own ->> 'ownColor' else t.color end,
      type = case when f ? 'type' then (f ->> 'type')::smallint else t.type end,
      completed_date = case when f ? 'completedDate' then (f ->> 'completedDate')::timestamptz else t.completed_date end,
      due_date = case when f ? 'dueDate' then (f ->> 'dueDate')::timestamptz else t.due_date end,
      sort_order = case when f ? 'order' then (f ->> 'order')::int else t.sort_order end,
      owner_id = case when f ? 'ownerId' then (f ->> 'ownerId')::bigint else t.owner_id end,
      is_draft = case when f ? 'isDraft' then (f ->> 'isDraft')::boolean else t.is_draft end,
      version = t.version + 1, modified_date = greatest(now(), t.modified_date + interval '1 ms')
    from app.updates(p_changes, 'task') c
    where t.id = c.id and t.plan_id = p_plan;
  end if;

  -- The bin's row is written by the caller, which names it in `deletionId`.
  if kinds like '%.delete%' then
    for gone in select x ->> 'entity' as entity, (x ->> 'id')::bigint as id, (x ->> 'deletionId')::bigint as deletion
      from jsonb_array_elements(p_changes) x where x ->> 'op' = 'delete'
    loop
      d := gone.deletion;
      if gone.entity = 'goal' then
        update app.task t set deletion_id = d, version = t.version + 1 from app.item i
          where i.id = t.item_id and i.goal_id = gone.id and i.deletion_id is null and t.deletion_id is null and t.plan_id = p_plan;
        update app.item set deletion_id = d, version = version + 1 where goal_id = gone.id and deletion_id is null and plan_id = p_plan;
        update app.goal set deletion_id = d, version = version + 1 where id = gone.id and deletion_id is null and plan_id = p_plan;
      elsif gone.entity = 'item' then
        update app.task set deletion_id = d, version = version + 1 where item_id = gone.id and deletion_id is null and plan_id = p_plan;
        update app.item set deletion_id = d, version = version + 1 where id = gone.id and deletion_id is null and plan_id = p_plan;
      else
        update app.task set deletion_id = d, version = version + 1 where id = gone.id and deletion_id is null and plan_id = p_plan;
      end if;
    end loop;
  end if;
end $$;
grant execute on function app.write_board, app.iso to authenticated;

-- Changes to the plan itself, its members and invitations.
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
      raise exception 'unknown change %', kind;
    end if;
  end loop;
end $$;

-- Applies what a rule decided, all or nothing, and answers {seq, answer}; or {replay} when the idempotency key was used.
-- Refusals are raised: LW403 the person may not (any more), LW404 no such plan, LW409 a row that was read has changed.
-- p_role: the highest plan role number that may (0 admins, 1 members, 2 viewers). p_guards: {goal:{id:version},…}.
-- p_events: [{event, entity?, id?, data?}]; with an entity the data is that row as the API answers it.
create function app.apply(p_person bigint, p_plan bigint, p_role smallint, p_client text, p_via text, p_guards jsonb, p_changes jsonb,
  p_plan_changes jsonb, p_audits jsonb, p_events jsonb, p_answer jsonb, p_idempotency jsonb, p_after jsonb) returns jsonb
language plpgsql as $$
declare
  at text := app.iso(now());
  s bigint;
  made jsonb;
  e record;
  built jsonb;
  payload jsonb;
  had app.idempotency;
  r smallint;
  bin bigint;
begin
  if p_idempotency is not null then
    insert into app.idempotency (caller, key, request_hash) values (p_idempotency ->> 'caller', p_idempotency ->> 'key', p_idempotency ->> 'hash')
      on conflict do nothing;
    if not found then
      select * into had from app.idempotency where caller = p_idempotency ->> 'caller' and key = p_idempotency ->> 'key';
      return jsonb_build_object('replay', jsonb_build_object('hash', had.request_hash, 'status', had.status, 'answer', had.answer));
    end if;
  end if;

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
    if r > p_role then raise exception 'role too low' using errcode = 'LW403'; end if;
  end if;

  -- Scalar subqueries, so that each row is found by its id.
  if p_guards <> '{}' and (
    exists (select from jsonb_each_text(p_guards -> 'goal') k
      where (select g.version from app.goal g where g.id = k.key::bigint and g.deletion_id is null) is distinct from k.value::int)
    or exists (select from jsonb_each_text(p_guards -> 'item') k
      where (select i.version from app.item i where i.id = k.key::bigint and i.deletion_id is null) is distinct from k.value::int)
    or exists (select from jsonb_each_text(p_guards -> 'task') k
      where (select t.version from app.task t where t.id = k.key::bigint and t.deletion_id is null) is distinct from k.value::int)
  ) then
    raise exception 'a row has changed' using errcode = 'LW409';
  end if;

  if p_changes <> '[]' then
    for e in select x ->> 'entity' as entity, (x ->> 'id')::bigint as id, n - 1 as at_index
      from jsonb_array_elements(p_changes) with ordinality as d(x, n) where x ->> 'op' = 'delete'
    loop
      insert into app.deletion (plan_id, entity, entity_id, deleted_by) values (p_plan, e.entity, e.id, p_person) returning id into bin;
      p_changes := jsonb_set(p_changes, array[e.at_index::text, 'deletionId'], to_jsonb(bin));
    end loop;
    perform app.enter(p_person, p_plan);
    perform app.write_board(p_plan, p_person, p_changes);
  end if;
  if p_plan_changes <> '[]' then
    perform set_config('role', 'none', true);
    perform app.write_plan(p_plan, p_person, p_plan_changes);
  end if;

  if p_changes <> '[]' then perform app.enter(p_person, p_plan); end if;
  if p_answer ? 'entity' then made := app.entity(p_plan, p_answer ->> 'entity', (p_answer ->> 'id')::bigint); end if;
  built := '[]';
  for e in select x ->> 'event' as event, x ->> 'entity' as entity, (x ->> 'id')::bigint as id, x -> 'data' as data from jsonb_array_elements(p_events) x loop
    s := s + 1;
    payload := case when e.entity is null then e.data
      when e.entity = p_answer ->> 'entity' and e.id = (p_answer ->> 'id')::bigint then made
      else app.entity(p_plan, e.entity, e.id) end;
    if e.entity = 'member' or e.entity = 'plan' then payload := payload - 'email'; end if;
    if octet_length(payload::text) > 32768 then payload := 'null'; end if;
    built := built || jsonb_build_object('event', e.event, 'seq', s, 'payload', jsonb_build_object('planId', p_plan, 'clientId', p_client, 'actorId', p_person,
      'at', at, 'seq', s, 'data', payload) || case when e.id is not null then jsonb_build_object('id', e.id) else '{}' end);
  end loop;
  perform set_config('role', 'none', true), set_config('app.plans', '', true);

  insert into app.event (plan_id, seq, event, payload) select p_plan, (x ->> 'seq')::bigint, x ->> 'event', x -> 'payload' from jsonb_array_elements(built) x;
  perform realtime.send(x -> 'payload', x ->> 'event', 'plan:' || p_plan, true) from jsonb_array_elements(built) x;
  insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
    select p_plan, x ->> 'entity', (x ->> 'id')::bigint, x ->> 'action', x -> 'before', x -> 'after', p_person, p_via from jsonb_array_elements(p_audits) x;
  insert into app.job (kind, input) select x ->> 'kind', x -> 'input' from jsonb_array_elements(p_after) x;
  if p_idempotency is not null then
    update app.idempotency set status = (p_idempotency ->> 'status')::smallint, answer = made
      where caller = p_idempotency ->> 'caller' and key = p_idempotency ->> 'key';
  end if;
  return jsonb_build_object('seq', s, 'answer', made);
end $$;

-- One entity as the API answers it; null when it is not there.
create function app.entity(p_plan bigint, p_entity text, p_id bigint) returns jsonb language plpgsql stable as $$
begin
  if p_entity = 'task' then return (select to_jsonb(v) from api.task v where v.id = p_id and v."planId" = p_plan); end if;
  if p_entity = 'item' then return (select to_jsonb(v) from api.item v where v.id = p_id and v."planId" = p_plan); end if;
  if p_entity = 'goal' then return (select to_jsonb(v) from api.goal v where v.id = p_id and v."planId" = p_plan); end if;
  if p_entity = 'plan' then return (select to_jsonb(v) from api.plan v where v.id = p_plan); end if;
  if p_entity = 'member' then return (select to_jsonb(v) - 'planId' from api.member v where v."planId" = p_plan and v.id = p_id); end if;
  return (select to_jsonb(v) from api.invitation v where v."planId" = p_plan and v.id = p_id);
end $$;
grant execute on function app.entity to authenticated;

-- The board of one moment, as text, and its seq: {seq, plan, goals, items, tasks, members}. Null when there is no such plan.
-- The caller has checked that the person is of the plan and tells the role. Drafts of others are part of it.
create function app.board(p_person bigint, p_plan bigint, p_role smallint) returns text language plpgsql as $$
declare answer text;
begin
  perform app.enter(p_person, p_plan);
  select json_build_object(
    'seq', c.seq,
    'plan', (select to_jsonb(v) || jsonb_build_object('planRole', p_role) from api.plan v where v.id = p_plan),
    'goals', (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.goal v where v."planId" = p_plan),
    'items', (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.item v where v."planId" = p_plan),
    'tasks', (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.task v where v."planId" = p_plan),
    'members', (select coalesce(json_agg(to_jsonb(v) - 'planId' - case when p_role = 0 then '' else 'email' end order by v."userName", v.id), '[]')
      from api.member v where v."planId" = p_plan))::text
  into answer from app.plan_clock c where c.plan_id = p_plan;
  perform set_config('role', 'none', true), set_config('app.plans', '', true);
  return answer;
end $$;

create function app.list(p_person bigint, p_plan bigint, p_entity text) returns json language plpgsql as $$
declare answer json;
begin
  perform app.enter(p_person, p_plan);
  answer := case p_entity
    when 'goal' then (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.goal v where v."planId" = p_plan)
    when 'item' then (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.item v where v."planId" = p_plan)
    when 'task' then (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.task v where v."planId" = p_plan) end;
  perform set_config('role', 'none', true), set_config('app.plans', '', true);
  return answer;
end $$;
