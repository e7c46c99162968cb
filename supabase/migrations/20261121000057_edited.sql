-- A change of a comment that is not one of its words (fields: edited false) leaves it as unedited as it was.
create or replace function app.write_comment(p_plan bigint, p_person bigint, c jsonb) returns void language plpgsql as $$
declare f jsonb := c -> 'fields';
begin
  if c ->> 'op' = 'insert' then
    if not exists (select from app.goal where id = (f ->> 'goalId')::bigint and plan_id = p_plan and deletion_id is null
      union all select from app.item where id = (f ->> 'itemId')::bigint and plan_id = p_plan and deletion_id is null
      union all select from app.task where id = (f ->> 'taskId')::bigint and plan_id = p_plan and deletion_id is null) then
      raise exception 'what it is about has gone' using errcode = 'LW409';
    end if;
    insert into app.comment (id, plan_id, goal_id, item_id, task_id, content, mentions, created_by, by_key)
    values ((c ->> 'id')::bigint, p_plan, (f ->> 'goalId')::bigint, (f ->> 'itemId')::bigint, (f ->> 'taskId')::bigint, f ->> 'content',
      array(select x::bigint from jsonb_array_elements_text(f -> 'mentions') x), p_person, p_person is null);
    return;
  elsif c ->> 'op' = 'update' then
    update app.comment set content = f ->> 'content',
      edited_date = case when (f ->> 'edited')::boolean then greatest(now(), edited_date + interval '1 ms') else edited_date end,
      mentions = array(select x::bigint from jsonb_array_elements_text(f -> 'mentions') x)
    where id = (c ->> 'id')::bigint and plan_id = p_plan;
  else
    delete from app.comment where id = (c ->> 'id')::bigint and plan_id = p_plan;
  end if;
  if not found then raise exception 'the comment has gone' using errcode = 'LW409'; end if;
end $$;
