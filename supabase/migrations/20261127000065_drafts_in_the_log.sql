-- Entries of cards that were drafts then, and of their comments and files: what leaves the plan by itself has none of them.
alter table app.audit add column draft boolean;

update app.audit a set draft = true
where (a.entity = 'goal' and exists (select from app.goal x where x.id = a.entity_id and x.is_draft))
  or (a.entity = 'item' and exists (select from app.item x where x.id = a.entity_id and x.is_draft))
  or (a.entity = 'task' and exists (select from app.task x where x.id = a.entity_id and x.is_draft));

do $$
declare
  body text := pg_get_functiondef('app.apply(jsonb)'::regprocedure);
  columns constant text := 'actor_id, via, change_set)';
  given constant text := '(p ->> ''changeSet'')::bigint';
begin
  if strpos(body, columns) = 0 or strpos(body, given) = 0 then raise exception 'app.apply writes no log'; end if;
  execute replace(replace(body, columns, 'actor_id, via, change_set, draft)'), given, given || ', (l ->> ''draft'')::boolean');
end $$;

-- A card as it was after a log entry of it: its row now, with what later entries say that its fields were before. Null: it is deleted.
create function app.card_then(p_entity text, p_plan bigint, p_id bigint, p_entry bigint) returns jsonb language plpgsql stable as $$
begin
  return app.entity(p_plan, p_entity, p_id) || coalesce((
    select jsonb_object_agg(f.key, f.value) from (
      select distinct on (b.key) b.key, b.value from app.audit a, jsonb_each(a.before) b
      where a.plan_id = p_plan and a.entity = p_entity and a.entity_id = p_id and a.id > p_entry and a.action = 'update'
      order by b.key, a.id) f), '{}');
end $$;
