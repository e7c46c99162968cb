-- Pictures of plans and people; their bytes lie in storage under the key.

-- fields: {key}, null to have none
create function app.write_plan_image(p_plan bigint, p_person bigint, c jsonb) returns void language sql as $$
  update app.plan set image_key = c -> 'fields' ->> 'key', image_version = (extract(epoch from clock_timestamp()) * 1000)::bigint where id = p_plan
$$;

-- A person's picture; every plan of theirs hears of it. Answers the key it had.
create function app.picture_person(p_id bigint, p_key text, p_client text, p_via text) returns text language plpgsql as $$
declare
  m record;
  was text;
begin
  select avatar_key into was from app.person where id = p_id for update;
  update app.person set avatar_key = p_key, avatar_version = (extract(epoch from clock_timestamp()) * 1000)::bigint where id = p_id;
  for m in select plan_id from app.membership where person_id = p_id order by plan_id loop
    perform app.emit(m.plan_id, 'MemberUpdated', app.entity(m.plan_id, 'member', p_id) - 'email', p_id, p_client);
    insert into app.audit (plan_id, entity, entity_id, action, before, after, actor_id, via) values (m.plan_id, 'userplan', p_id, 'update',
      jsonb_build_object('picture', was is not null), jsonb_build_object('picture', p_key is not null), p_id, p_via);
  end loop;
  return was;
end $$;
