-- The board of one moment: its head, and those of its rows that may differ from what a reader keeps since an earlier answer.
-- p_since: the `since` of that answer; null, or of another time of this database, asks for all of it (`whole`). p_people: its `people`.
-- A row is sent when the transaction that wrote it was not yet over then, whoever wrote it, or when what it shows of another row may differ.
-- The counts are of the rows that there are, so that a reader who has more of them knows it: a row that is not sent is never new.
-- Each line of goals, items and tasks is `id order {row}`. The caller has checked that the person is of the plan and tells the role.
drop function app.board;
create function app.board(p_person bigint, p_plan bigint, p_role smallint, p_since xid8, p_people jsonb, out seq bigint, out since text, out whole boolean,
  out plan text, out members text, out goals text, out items text, out tasks text, out counts json, out gone json, out people text) language plpgsql as $$
declare
  -- How far back a row's xmin lies is an int as long as it is below 2^31; the reader's may be no older than half of that.
  ago bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint - p_since::text::bigint;
  back int;
begin
  whole := coalesce(ago not between 0 and 1000000000, true);
  if not whole then
    back := age(p_since::xid);
    select json_build_object(
      'goals', (select coalesce(json_agg(g.id), '[]') from app.goal g where g.deletion_id = any (d.ids)),
      'items', (select coalesce(json_agg(i.id), '[]') from app.item i where i.deletion_id = any (d.ids)),
      'tasks', (select coalesce(json_agg(t.id), '[]') from app.task t where t.deletion_id = any (d.ids)))
    into gone from (select array(select d.id from app.deletion d where d.plan_id = p_plan and age(d.xmin) <= back) as ids) d;
  end if;

  perform app.enter(p_person, p_plan);
  with
    live_goal as materialized (
      select g.id, g.created_by, age(g.xmin) <= back as own from app.goal g where g.plan_id = p_plan and g.deletion_id is null),
    live_item as materialized (
      select i.id, i.goal_id, i.owner_id, age(i.xmin) <= back as own from app.item i where i.plan_id = p_plan and i.deletion_id is null),
    live_task as materialized (
      select t.id, t.item_id, t.owner_id, age(t.xmin) <= back as own from app.task t where t.plan_id = p_plan and t.deletion_id is null),
    renamed as materialized (
      select p.id from jsonb_each_text(p_people) k join app.person p on p.id = k.key::bigint where p.user_name <> k.value),
    goal_sent as materialized (select g.id from live_goal g where g.own or g.created_by in (select id from renamed)),
    item_sent as materialized (select i.id from live_item i
      where i.own or i.goal_id in (select id from goal_sent) or i.owner_id in (select id from renamed)),
    task_sent as materialized (select t.id from live_task t
      where t.own or t.item_id in (select id from item_sent) or t.owner_id in (select id from renamed))
  select c.seq, pg_snapshot_xmin(pg_current_snapshot()),
    (select to_jsonb(v) || jsonb_build_object('planRole', p_role) from api.plan v where v.id = p_plan),
    (select coalesce(jsonb_agg(to_jsonb(v) - 'planId' - case when p_role = 0 then '' else 'email' end order by v."userName", v.id), '[]')
      from api.member v where v."planId" = p_plan),
    (select string_agg(concat_ws(' ', v.id, v."order", row_to_json(v)), E'\n') from api.goal v
      where v."planId" = p_plan and (whole or v.id in (select id from goal_sent))),
    (select string_agg(concat_ws(' ', v.id, v."order", row_to_json(v)), E'\n') from api.item v
      where v."planId" = p_plan and (whole or v.id in (select id from item_sent))),
    -- In an order that compresses well: what differs from task to task stands apart by less than the 258 bytes deflate repeats at once.
    (select string_agg(concat_ws(' ', v.id, v."order", row_to_json(v)), E'\n') from (
      select t."dueDate", t.description, t.id, t."goalId", t.color, t."isDraft", t."createdDate", t.owner, t."attachmentCount", t."ownerId",
        t."awaitedOwner", t."readOnly", t.modified, t."planId", t."itemId", t.type, t."order", t."completedDate", t.complete
      from api.task t where t."planId" = p_plan and (whole or t.id in (select id from task_sent))) v),
    json_build_object('goals', (select count(*) from live_goal), 'items', (select count(*) from live_item), 'tasks', (select count(*) from live_task)),
    (select coalesce(jsonb_object_agg(p.id, p.user_name), '{}') from app.person p
      where p.id in (select created_by from live_goal union select owner_id from live_item union select owner_id from live_task))
  into seq, since, plan, members, goals, items, tasks, counts, people from app.plan_clock c where c.plan_id = p_plan;
  perform app.leave_plan();
end $$;
