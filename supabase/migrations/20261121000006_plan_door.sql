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

-- Ends a plan with all of it. The audit entry stays. Answers the plan role of who asked: null, nothing was there for them.
create function app.remove_plan(p_person bigint, p_plan bigint, p_client text, p_via text) returns smallint language plpgsql as $$
declare r smallint := app.role_in(p_person, p_plan);
begin
  if r is null or r > 0 then return r; end if;
  insert into app.audit (plan_id, entity, entity_id, action, before, actor_id, via)
    select p_plan, 'plan', p_plan, 'delete', to_jsonb(v), p_person, p_via from api.plan v where v.id = p_plan;
  perform app.emit(p_plan, 'PlanDeleted', jsonb_build_object('id', p_plan), p_person, p_client);
  delete from app.plan where id = p_plan;
  return r;
end $$;

-- A person's name or system role; every plan of theirs hears of it.
create function app.update_person(p_id bigint, p_name text, p_role smallint, p_by bigint, p_client text, p_via text) returns void language plpgsql as $$
declare
  m record;
  was app.person;
begin
  select * into was from app.person where id = p_id for update;
  update app.person set user_name = coalesce(p_name, user_name), role = coalesce(p_role, role) where id = p_id;
  for m in select plan_id from app.membership where person_id = p_id order by plan_id loop
    perform app.emit(m.plan_id, 'MemberUpdated', app.entity(m.plan_id, 'member', p_id) - 'email', p_by, p_client);
    insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via) values (m.plan_id, 'userplan', p_id, 'update',
      jsonb_build_object('userName', was.user_name), jsonb_build_object('userName', coalesce(p_name, was.user_name)), p_by, p_via);
  end loop;
end $$;
