-- Drafts cause no event of their plan: members are told on their own topics, and a plan's changes are answered with all of them.
create or replace function app.emit_work(p_plan bigint, w jsonb, p_head jsonb) returns integer language plpgsql as $$
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
  if (w -> 'drafts')::boolean then
    for member in select m.person_id from app.membership m where m.plan_id = p_plan loop
      perform realtime.send(p_head || jsonb_build_object('data', jsonb_build_object('planId', p_plan)), 'DraftsChanged', 'user:' || member, true);
      n := n + 1;
    end loop;
  end if;
  return n;
end $$;

-- The stored drafts of a plan, as the API answers cards.
create function app.drafts(p_plan bigint) returns json language sql stable as $$
  select json_build_object(
    'goals', (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.goal v where v."planId" = p_plan
      and v.id in (select g.id from app.goal g where g.plan_id = p_plan and g.is_draft and g.deletion_id is null)),
    'items', (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.item v where v."planId" = p_plan
      and v.id in (select i.id from app.item i where i.plan_id = p_plan and i.is_draft and i.deletion_id is null)),
    'tasks', (select coalesce(json_agg(v order by v."order", v.id), '[]') from api.task v where v."planId" = p_plan
      and v.id in (select t.id from app.task t where t.plan_id = p_plan and t.is_draft and t.deletion_id is null)))
$$;

-- Equal where the drafts of a plan are the same.
create function app.drafts_tag(p_plan bigint) returns text language sql stable as $$
  select md5(coalesce(string_agg(d.card, ' ' order by d.card), '')) from (
    select 'g' || g.id || '.' || g.version as card from app.goal g where g.plan_id = p_plan and g.is_draft and g.deletion_id is null
    union all select 'i' || i.id || '.' || i.version from app.item i where i.plan_id = p_plan and i.is_draft and i.deletion_id is null
    union all select 't' || t.id || '.' || t.version from app.task t where t.plan_id = p_plan and t.is_draft and t.deletion_id is null) d
$$;
