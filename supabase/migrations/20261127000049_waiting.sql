-- Waiting for: a card has the ids of the cards of its kind that block it. Those of cards in the bin are stored and not answered, so that a
-- card that returns blocks again; drafts block nothing.
alter table app.item add column blocked_by_ids bigint[] not null default '{}';
alter table app.task add column blocked_by_ids bigint[] not null default '{}';
create index item_waiting on app.item (plan_id) where blocked_by_ids <> '{}';
create index task_waiting on app.task (plan_id) where blocked_by_ids <> '{}';

create or replace view api.item with (security_invoker = true) as
select i.id, i.plan_id as "planId", i.goal_id as "goalId",
  case when g.id is not null then json_build_object('id', g.id, 'name', g.name, 'color', g.color) end as goal,
  i.topic, i.description, i."order" as "order", i.business_value as "businessValue", i.effort_and_complexity as "effortAndComplexity",
  i.completed_date is not null as completed, app.iso(i.completed_date) as "completedDate",
  i.focus_date is not null as focus, i.focus_order as "focusOrder", app.iso(i.focus_date) as "focusDate",
  app.iso(i.due_date) as "dueDate", i.dot_voting as "dotVoting", i.created_by as "createdById",
  app.iso(i.created_date) as "createdDate", app.iso(i.modified_date) as "modifiedDate",
  case when o.id is not null then json_build_object('id', o.id, 'userName', o.user_name) end as owner,
  i.type, i.is_draft as "isDraft", i.attachment_count as "attachmentCount",
  case when i.awaited_owner is not null then
    (select json_build_object('id', a.id, 'userName', a.user_name)
      from app.named_person a where a.id = i.awaited_owner) end as "awaitedOwner",
  case i.label_ids when '{}' then '[]'::json else (select coalesce(json_agg(l.id order by l."order", l.id), '[]') from app.label l
    where l.id = any (i.label_ids)) end as "labelIds",
  case i.blocked_by_ids when '{}' then '[]'::json else (select coalesce(json_agg(b.id order by b.id), '[]') from app.item b
    where b.id = any (i.blocked_by_ids) and b.deletion_id is null) end as "blockedByIds",
  case i.blocked_by_ids when '{}' then false else exists (select from app.item b
    where b.id = any (i.blocked_by_ids) and b.deletion_id is null and not b.is_draft and b.completed_date is null) end as blocked
from app.item i left join app.goal g on g.id = i.goal_id left join app.person o on o.id = i.owner_id
where i.deletion_id is null;

create or replace view api.task with (security_invoker = true) as
select app.iso(t.due_date) as "dueDate", t.description, t.id, i.goal_id as "goalId", coalesce(t.color, g.color, '#000000') as color,
  t.color as "ownColor", t.is_draft as "isDraft", app.iso(t.created_date) as "createdDate",
  case when o.id is not null then json_build_object('id', o.id, 'userName', o.user_name) end as owner,
  t.attachment_count as "attachmentCount", t.owner_id as "ownerId",
  case when t.awaited_owner is not null then
    (select json_build_object('id', a.id, 'userName', a.user_name)
      from app.named_person a where a.id = t.awaited_owner) end as "awaitedOwner",
  i.completed_date is not null as "readOnly", app.iso(t.modified_date) as modified, t.plan_id as "planId", t.item_id as "itemId", t.type,
  t."order" as "order", app.iso(t.completed_date) as "completedDate", t.type = 2 as complete,
  case t.label_ids when '{}' then '[]'::json else (select coalesce(json_agg(l.id order by l."order", l.id), '[]') from app.label l
    where l.id = any (t.label_ids)) end as "labelIds",
  case t.blocked_by_ids when '{}' then '[]'::json else (select coalesce(json_agg(b.id order by b.id), '[]') from app.task b
    where b.id = any (t.blocked_by_ids) and b.deletion_id is null) end as "blockedByIds",
  case t.blocked_by_ids when '{}' then false else exists (select from app.task b
    where b.id = any (t.blocked_by_ids) and b.deletion_id is null and not b.is_draft and b.type <> 2) end as blocked
from app.task t join app.item i on i.id = t.item_id left join app.goal g on g.id = i.goal_id
  left join app.person o on o.id = t.owner_id
where t.deletion_id is null;

-- The open cards that wait for a card, each with the other open cards that it waits for: "7: 9:3,4".
create function app.waiters(p_entity text, p_card bigint) returns text language plpgsql stable as $$
begin
  if p_entity = 'item' then
    return (select coalesce(string_agg(w.id || ':' || array_to_string(array(select b.id from app.item b where b.id = any (w.blocked_by_ids)
        and b.id <> p_card and b.deletion_id is null and not b.is_draft and b.completed_date is null order by b.id), ','), ' ' order by w.id), '')
      from app.item w where w.plan_id = (select c.plan_id from app.item c where c.id = p_card) and w.blocked_by_ids <> '{}'
        and w.blocked_by_ids @> array[p_card] and w.deletion_id is null and not w.is_draft and w.completed_date is null);
  end if;
  return (select coalesce(string_agg(w.id || ':' || array_to_string(array(select b.id from app.task b where b.id = any (w.blocked_by_ids)
      and b.id <> p_card and b.deletion_id is null and not b.is_draft and b.type <> 2 order by b.id), ','), ' ' order by w.id), '')
    from app.task w where w.plan_id = (select c.plan_id from app.task c where c.id = p_card) and w.blocked_by_ids <> '{}'
      and w.blocked_by_ids @> array[p_card] and w.deletion_id is null and not w.is_draft and w.type <> 2);
end $$;

-- As before, with the state of what waits for what.
create or replace function app.state_of(p_entity text, p_id bigint, p_events integer) returns text language plpgsql stable as $$
begin
  case p_entity
    when 'note' then return (select app.iso(n.modified_date) from app.note n where n.id = p_id);
    when 'plan' then return (select (c.seq - p_events)::text from app.plan_clock c where c.plan_id = p_id);
    -- The mentions on drafts of a plan that nobody has been notified of.
    when 'mentions' then return (select coalesce(string_agg(c.id || ' ' || c.unannounced::text, ',' order by c.id), '') from app.comment c
      where c.plan_id = p_id and c.unannounced <> '{}');
    when 'labels' then return (select coalesce(string_agg(l.id || ' ' || l.version, ',' order by l.id), '') from app.label l where l.plan_id = p_id);
    -- Which cards of a plan wait for which: a chain of them that was read has not become a cycle meanwhile.
    when 'itemWaits' then return (select coalesce(md5(string_agg(i.id || i.blocked_by_ids::text, ',' order by i.id)), '') from app.item i
      where i.plan_id = p_id and i.blocked_by_ids <> '{}' and i.deletion_id is null);
    when 'taskWaits' then return (select coalesce(md5(string_agg(t.id || t.blocked_by_ids::text, ',' order by t.id)), '') from app.task t
      where t.plan_id = p_id and t.blocked_by_ids <> '{}' and t.deletion_id is null);
    when 'itemWaiters' then return app.waiters('item', p_id);
    when 'taskWaiters' then return app.waiters('task', p_id);
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

-- As before. Cards are sent too if a card that they wait for has changed, been deleted or come back.
create or replace function app.board(p_person bigint, p_plan bigint, p_role smallint, p_since xid8, p_people jsonb,
  out seq bigint, out since text, out whole boolean,
  out plan text, out members text, out labels text, out goals text[], out items text[], out tasks text[],
    out counts json, out gone json, out people text) language plpgsql as $$
declare
  -- age(xmin) is valid only below 2^31, so the reader's snapshot may be at most about half as old.
  ago bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint - p_since::text::bigint;
  back int;
  gone_items bigint[] := '{}';
  gone_tasks bigint[] := '{}';
begin
  whole := coalesce(ago not between 0 and 1000000000, true);
  if not whole then
    back := age(p_since::xid);
    select json_build_object(
      'goals', (select coalesce(json_agg(g.id), '[]') from app.goal g where g.deletion_id = any (d.ids)),
      'items', (select coalesce(json_agg(i.id), '[]') from app.item i where i.deletion_id = any (d.ids)),
      'tasks', (select coalesce(json_agg(t.id), '[]') from app.task t where t.deletion_id = any (d.ids)))
    into gone from (select array(select d.id from app.deletion d where d.plan_id = p_plan and age(d.xmin) <= back) as ids) d;
    gone_items := array(select e::bigint from json_array_elements_text(gone -> 'items') e);
    gone_tasks := array(select e::bigint from json_array_elements_text(gone -> 'tasks') e);
  end if;

  perform app.enter(p_person, p_plan);
  with
    changed_labels as materialized (
      select array(select l.id from app.label l where l.plan_id = p_plan and age(l.xmin) <= back) as ids),
    live_goal as materialized (
      select g.id, g.version, g.created_by, age(g.xmin) <= back as own from app.goal g where g.plan_id = p_plan and g.deletion_id is null),
    live_item as materialized (
      select i.id, i.version, i.goal_id, i.owner_id, age(i.xmin) <= back or i.label_ids && (select ids from changed_labels) as own
      from app.item i where i.plan_id = p_plan and i.deletion_id is null),
    live_task as materialized (
      select t.id, t.version, t.item_id, t.owner_id, age(t.xmin) <= back or t.label_ids && (select ids from changed_labels) as own
      from app.task t where t.plan_id = p_plan and t.deletion_id is null),
    -- Cards that wait for a changed or deleted one may be blocked no longer, or again.
    waiting_item as materialized (select i.id from app.item i cross join unnest(i.blocked_by_ids) b(id)
      where i.plan_id = p_plan and i.blocked_by_ids <> '{}' and (b.id in (select l.id from live_item l where l.own) or b.id = any (gone_items))),
    waiting_task as materialized (select t.id from app.task t cross join unnest(t.blocked_by_ids) b(id)
      where t.plan_id = p_plan and t.blocked_by_ids <> '{}' and (b.id in (select l.id from live_task l where l.own) or b.id = any (gone_tasks))),
    renamed as materialized (
      select p.id from jsonb_each_text(p_people) k join app.person p on p.id = k.key::bigint where p.user_name <> k.value),
    goal_sent as materialized (select g.id from live_goal g where g.own or g.created_by in (select id from renamed)),
    item_sent as materialized (select i.id from live_item i
      where i.own or i.goal_id in (select id from goal_sent) or i.owner_id in (select id from renamed)
        or i.id in (select id from waiting_item)),
    task_sent as materialized (select t.id from live_task t
      where t.own or t.item_id in (select id from item_sent) or t.owner_id in (select id from renamed)
        or t.id in (select id from waiting_task))
  select c.seq, pg_snapshot_xmin(pg_current_snapshot()),
    (select to_jsonb(v) || jsonb_build_object('planRole', p_role) from api.plan v where v.id = p_plan),
    (select coalesce(jsonb_agg(to_jsonb(v) - 'planId' - case when p_role = 0 then '' else 'email' end order by v."userName", v.id), '[]')
      from api.member v where v."planId" = p_plan),
    (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.label v where v."planId" = p_plan),
    (select array_agg(concat_ws(' ', v.id, l.version, v."order", row_to_json(v))) from api.goal v join live_goal l on l.id = v.id
      where v."planId" = p_plan and (whole or v.id in (select id from goal_sent))),
    (select array_agg(concat_ws(' ', v.id, l.version, v."order", row_to_json(v))) from api.item v join live_item l on l.id = v.id
      where v."planId" = p_plan and (whole or v.id in (select id from item_sent))),
    (select array_agg(concat_ws(' ', v.id, l.version, v."order", row_to_json(v))) from api.task v join live_task l on l.id = v.id
      where v."planId" = p_plan and (whole or v.id in (select id from task_sent))),
    json_build_object('goals', (select count(*) from live_goal), 'items', (select count(*) from live_item),
      'tasks', (select count(*) from live_task)),
    (select coalesce(jsonb_object_agg(p.id, p.user_name), '{}') from app.person p
      where p.id in (select created_by from live_goal union select owner_id from live_item union select owner_id from live_task))
  into seq, since, plan, members, labels, goals, items, tasks, counts, people from app.plan_clock c where c.plan_id = p_plan;
  perform app.leave_plan();
end $$;

-- Cards that come back, from the bin or with a version, may close a cycle. One of its cards then waits for the others no longer: one of p_first
-- if it can be, else the youngest.
create function app.end_cycles(p_plan bigint, p_person bigint, p_table text, p_first bigint[]) returns void language plpgsql as $$
declare
  cycle bigint[];
  more bigint[];
  had bigint[];
  card bigint;
begin
  loop
    execute format('select array(select x.id from app.%I x where x.plan_id = $1 and x.blocked_by_ids <> ''{}'' and x.deletion_id is null)', p_table)
      into cycle using p_plan;
    -- A card on no cycle waits for nothing that is left, or nothing that is left waits for it.
    loop
      execute format('select array(select x.id from app.%1$I x where x.id = any ($1) and x.blocked_by_ids && $1
          and x.id in (select b from app.%1$I w, unnest(w.blocked_by_ids) b where w.id = any ($1)))', p_table) into more using cycle;
      exit when more = cycle or cardinality(more) = cardinality(cycle);
      cycle := more;
    end loop;
    exit when cycle = '{}';
    card := (select c from unnest(cycle) c order by c = any (p_first) desc, c desc limit 1);
    execute format('select x.blocked_by_ids from app.%I x where x.id = $1', p_table) into had using card;
    more := array(select b from unnest(had) b where b <> all (cycle));
    execute format('update app.%I set blocked_by_ids = $2, version = version + 1 where id = $1', p_table) using card, more;
    insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
    values (p_plan, p_table, card, 'update', jsonb_build_object('blockedByIds', to_jsonb(had)), jsonb_build_object('blockedByIds', to_jsonb(more)),
      p_person, 'browser');
  end loop;
end $$;

create function app.do_end_cycles(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
begin
  perform app.end_cycles(p_plan, p_person, 'item', '{}'), app.end_cycles(p_plan, p_person, 'task', '{}');
end $$;

-- As before, without cycles of cards that wait for each other.
create or replace function app.do_undelete(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
declare
  d bigint := (args ->> 'id')::bigint;
  t text;
  back bigint[];
begin
  if not exists (select from app.deletion where id = d and plan_id = p_plan) then
    raise exception 'it is back already' using errcode = 'LW409';
  end if;
  foreach t in array array['goal', 'item', 'task'] loop
    execute format('with back as (update app.%I set deletion_id = null, version = version + 1 where plan_id = $1 and deletion_id = $2 returning id)
      select array(select id from back)', t) into back using p_plan, d;
    if t <> 'goal' then perform app.end_cycles(p_plan, p_person, t, back); end if;
  end loop;
  delete from app.deletion where id = d;
  perform app.do_release_owners(p_plan, p_person, '{}');
  perform app.settle_awaited(p_plan);
end $$;

alter table app.notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('mention', 'comment', 'assigned', 'dueSoon', 'accepted', 'imported', 'restored', 'transferred',
    'proposed', 'decided', 'unblocked'));
