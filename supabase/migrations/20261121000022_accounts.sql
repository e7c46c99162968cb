-- An account enabled or disabled. Disabled, it has no session and hears nothing any more.
create function app.enable_person(p_id bigint, p_enabled boolean, p_by bigint, p_via text) returns void language plpgsql as $$
declare m record;
begin
  update app.person set enabled = p_enabled where id = p_id and enabled <> p_enabled;
  if not found then return; end if;
  insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via)
  values (0, 'user', p_id, 'update', jsonb_build_object('enabled', not p_enabled), jsonb_build_object('enabled', p_enabled), p_by, p_via);
  if p_enabled then return; end if;
  delete from app.session where person_id = p_id;
  if to_regprocedure('realtime.revoke(text,text)') is null then return; end if;
  for m in select plan_id from app.membership where person_id = p_id loop
    perform realtime.revoke('plan:' || m.plan_id, p_id::text);
  end loop;
  perform realtime.revoke('user:' || p_id, p_id::text);
end $$;
