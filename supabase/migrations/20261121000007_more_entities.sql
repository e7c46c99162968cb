-- The door for entities beside the board's.

-- Changes to the plan itself, its members and invitations; every other kind of row has a function of its own, app.write_<entity>.
create or replace function app.write_plan(p_plan bigint, p_person bigint, p_changes jsonb) returns void language plpgsql as $$
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
create or replace function app.entity(p_plan bigint, p_entity text, p_id bigint) returns jsonb language plpgsql stable as $$
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
