-- An agent acts for its person and is named beside them; what a key makes has the key's name, also when the key is gone. app.apply sets both
-- for the transaction, and the plan's seq after it.
do $$
declare t text;
begin
  foreach t in array array['goal', 'comment', 'note', 'file', 'deletion'] loop
    execute format('alter table app.%I add column key_name text', t);
    execute format($d$alter table app.%I alter column key_name set default nullif(current_setting('app.key_name', true), '')$d$, t);
  end loop;
end $$;
alter table app.note add column modified_key text;
alter table app.note alter column modified_key set default nullif(current_setting('app.key_name', true), '');
alter table app.note_version add column key_name text;
-- Of an entry without a person, the name of the key.
alter table app.audit add column agent text, add column seq bigint;
alter table app.audit alter column agent set default nullif(current_setting('app.agent', true), ''),
  alter column seq set default nullif(current_setting('app.seq', true), '')::bigint;
alter table app.notification add column agent text;
alter table app.notification alter column agent set default nullif(current_setting('app.agent', true), '');

-- Entries from before have a seq that is not below the true one, so that nobody who asks for later ones misses one.
update app.audit a set seq = x.seq
from (select l.id, greatest(c.seq - dense_rank() over (partition by l.plan_id order by l.created_date desc) + 1, 0) as seq
  from app.audit l join app.plan_clock c on c.plan_id = l.plan_id) x
where a.id = x.id;
create index audit_seq on app.audit (plan_id, seq, id);

create or replace view api.goal with (security_invoker = true) as
select g.id, g.plan_id as "planId", g.name, g.description, g.explanation, g.color, g."order" as "order", g.completed,
  app.iso(g.created_date) as "createdDate", app.iso(g.modified_date) as "modifiedDate",
  json_build_object('id', g.created_by, 'userName', coalesce(p.user_name, g.key_name, 'Integration')) as "createdBy",
  g.is_draft as "isDraft", g.type, g.icon_name as "iconName", g.image_base64 as "imageBase64",
  g.video_link as "videoLink", g.download_link as "downloadLink"
from app.goal g left join app.person p on p.id = g.created_by
where g.deletion_id is null;

create or replace view api.comment with (security_invoker = true) as
select c.id, c.plan_id as "planId", c.goal_id as "goalId", c.item_id as "itemId", c.task_id as "taskId", c.content,
  app.iso(c.created_date) as "createdDate", app.iso(c.edited_date) as "editedDate", c.created_by as "createdById",
  json_build_object('id', c.created_by, 'userName', coalesce(p.user_name, c.key_name, 'Integration')) as "createdBy",
  (select coalesce(json_agg(json_build_object('MentionedUserId', m.id) order by m.at), '[]')
    from unnest(c.mentions) with ordinality as m(id, at)) as mentions,
  case when c.imported_author is not null then
    (select json_build_object('id', a.id, 'userName', a.user_name)
      from app.named_person a where a.id = c.imported_author) end as "importedAuthor"
from app.comment c left join app.goal g on g.id = c.goal_id left join app.item i on i.id = c.item_id
  left join app.task t on t.id = c.task_id
  left join app.person p on p.id = c.created_by
where coalesce(g.deletion_id, i.deletion_id, t.deletion_id) is null;

create or replace view api.note with (security_invoker = true) as
select n.id, n.plan_id as "planId", n.title, n.content, n.type, n.visibility, app.iso(n.created_date) as "createdDate",
  app.iso(n.modified_date) as "modifiedDate", n.created_by as "createdById", coalesce(p.user_name, n.key_name, 'Integration') as "createdByName",
  null::text as "entityType", null::bigint as "goalId", null::bigint as "itemId", null::bigint as "taskId",
  null::text as "goalName", null::text as "itemTopic", null::text as "taskDescription"
from app.note n left join app.person p on p.id = n.created_by;

create or replace view api.note_version with (security_invoker = true) as
select r.id, r.plan_id as "planId", r.note_id as "noteId", app.iso(r.created_date) as "createdDate",
  json_build_object('id', r.created_by, 'userName', coalesce(p.user_name, r.key_name, 'Integration')) as "createdBy", r.title, r.content
from app.note_version r left join app.person p on p.id = r.created_by;

create or replace view api.file with (security_invoker = true) as
select f.id, f.id as "fileId", f.plan_id as "planId", f.unique_name as "fileName",
  f.unique_name as "uniqueFileName", f.friendly_name as "friendlyName",
  f.mime_type as "mimeType",
    case when f.mime_type like 'image/%' then '/api/File/ViewFile/' || f.plan_id || '/' || f.unique_name end as "previewUrl",
  f.thumbnail_name as "thumbnailFileName", f.size, app.iso(f.created_date) as "uploadDate",
  json_build_object('id', f.created_by, 'userName', coalesce(p.user_name, f.key_name, 'Integration')) as "uploadedBy",
  f.goal_id as "goalId", f.item_id as "itemId", f.task_id as "taskId", f.note_id as "noteId",
  g.name as "goalName", g.color as "goalColor", coalesce(i.topic, ti.topic) as "itemTopic", t.description as "taskDescription",
  exists (select from app.file_reference r left join api.comment c on c.id = r.comment_id left join app.note o on o.id = r.note_id
    where r.file_id = f.id and (c.id is not null or o.visibility = 1 or o.created_by = app.reader())) as "referencedByNote"
from app.file f left join app.task t on t.id = f.task_id left join app.item i on i.id = f.item_id left join app.item ti on ti.id = t.item_id
  left join app.goal g on g.id = coalesce(f.goal_id, i.goal_id, ti.goal_id) left join app.note n on n.id = f.note_id
  left join app.person p on p.id = f.created_by
where (f.goal_id is null or g.deletion_id is null) and i.deletion_id is null and t.deletion_id is null
  and (f.note_id is null or n.id is not null);

create or replace function app.keep_note_version() returns trigger language plpgsql as $$
declare most bigint;
begin
  insert into app.note_version (plan_id, note_id, title, content, visibility, created_by, key_name, created_date)
  values (old.plan_id, old.id, old.title, old.content, old.visibility, old.modified_by, old.modified_key, old.modified_date);
  delete from app.note_version where id in (
    select id from (select id, row_number() over (order by id desc) as nth,
      row_number() over (partition by date_trunc('hour', created_date) order by id desc) as nth_of_hour
      from app.note_version where note_id = old.id) x
    where nth > 50 and (nth_of_hour > 1 or nth > 250));
  most := app.quota_of('QUOTA_NOTE_VERSION_BYTES_PER_PERSON');
  if (select u.bytes from app.usage u where u.kind = 'noteVersions' and u.plan_id = 0 and u.person_id = old.modified_by) > most then
    delete from app.note_version where id in (
      select id from (select r.id, sum(octet_length(r.title) + octet_length(r.content) + 100) over (order by r.id desc) as upto
        from app.note_version r where r.created_by = old.modified_by) x
      where upto > most);
  end if;
  return null;
end $$;

create or replace function app.notify_plans(p jsonb, p_by bigint, p_client text, p_via text) returns void language plpgsql as $$
declare
  person bigint := p ->> 'personId';
  plan bigint;
  s bigint;
begin
  perform set_config('lock_timeout', '100ms', true);
  for plan in select m.plan_id from app.membership m where m.person_id = person order by m.plan_id loop
    update app.plan_clock set seq = seq + 1 where plan_id = plan returning seq into s;
    perform app.emit(plan, p ->> 'event', 'member', jsonb_build_object('planId', plan, 'clientId', p_client, 'actorId', p_by,
      'agent', nullif(current_setting('app.agent', true), ''), 'at', app.iso(now()), 'seq', s, 'data', app.entity(plan, 'member', person) - 'email'));
    if p ? 'visitors' then perform app.notify_visitors(plan, p ->> 'visitors', s); end if;
    perform set_config('app.seq', s::text, true);
    insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
    values (plan, 'userplan', person, 'update', p -> 'before', p -> 'after', p_by, p_via);
  end loop;
exception when lock_not_available then
  raise exception 'a plan is busy' using errcode = 'LWBSY';
end $$;

create or replace function app.apply(p jsonb) returns jsonb language plpgsql as $$
declare
  plan bigint := p ->> 'planId';
  person bigint := p ->> 'person';
  writes jsonb := p -> 'writes';
  guards jsonb := p -> 'guards';
  answer jsonb;
  -- The row that is answered.
  read jsonb;
  results jsonb[] := '{}';
  head jsonb := jsonb_build_object('planId', plan, 'clientId', p -> 'clientId', 'actorId', person,
    'agent', case when person is not null then p -> 'agent' end, 'at', app.iso(now()));
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
  perform set_config('app.agent', coalesce(p ->> 'agent', ''), true),
    set_config('app.key_name', case when person is null then coalesce(p ->> 'agent', '') else '' end, true),
    set_config('app.seq', coalesce((s + n)::text, ''), true);
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
