-- What calls beside the board's share: entering a plan to read, writing what is not the plan's, telling one person.

-- The plan role of whoever asks, a person or (null) the plan's key; null: not of the plan. With a role the plan is entered.
create function app.open_plan(p_person bigint, p_plan bigint) returns smallint language plpgsql as $$
declare r smallint := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
begin
  if r is not null then perform app.enter(p_person, p_plan); end if;
  return r;
end $$;

create function app.leave_plan() returns void language plpgsql as $$
begin
  perform set_config('role', 'none', true), set_config('app.plans', '', true);
end $$;
-- Called while the role is still the reader's.
grant execute on function app.leave_plan to authenticated;

-- The person the policies read for; null for a plan's key.
create function app.reader() returns bigint language plpgsql stable security definer set search_path = '' as $$
begin
  return nullif(auth.jwt() ->> 'user_id', '')::bigint;
end $$;
grant execute on function app.reader to authenticated;

-- Applies what is some people's and not the plan's: no seq, no audit entry, no event of the plan. Otherwise as app.apply; p_plan null: of no plan.
create function app.apply_apart(p_person bigint, p_plan bigint, p_role smallint, p_changes jsonb, p_answer jsonb, p_idempotency jsonb, p_after jsonb)
returns jsonb language plpgsql as $$
declare
  had app.idempotency;
  r smallint;
  made jsonb;
begin
  if p_idempotency is not null then
    insert into app.idempotency (caller, key, request_hash) values (p_idempotency ->> 'caller', p_idempotency ->> 'key', p_idempotency ->> 'hash')
      on conflict do nothing;
    if not found then
      select * into had from app.idempotency where caller = p_idempotency ->> 'caller' and key = p_idempotency ->> 'key';
      return jsonb_build_object('replay', jsonb_build_object('hash', had.request_hash, 'status', had.status, 'answer', had.answer));
    end if;
  end if;
  if p_plan is not null then
    r := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
    if r is null then raise exception 'not of the plan' using errcode = 'LW404'; end if;
    if r > p_role then raise exception 'role too low' using errcode = 'LW403'; end if;
  end if;
  perform app.write_plan(p_plan, p_person, p_changes);
  if p_answer ? 'entity' then made := app.entity(p_plan, p_answer ->> 'entity', (p_answer ->> 'id')::bigint); end if;
  insert into app.job (kind, input) select x ->> 'kind', x -> 'input' from jsonb_array_elements(p_after) x;
  if p_idempotency is not null then
    update app.idempotency set status = (p_idempotency ->> 'status')::smallint, answer = made
      where caller = p_idempotency ->> 'caller' and key = p_idempotency ->> 'key';
  end if;
  return jsonb_build_object('answer', made);
end $$;

-- Tells a person alone, on the topic `user:{id}`.
create function app.tell(p_to bigint, p_event text, p_plan bigint, p_by bigint, p_client text, p_data jsonb) returns void language plpgsql as $$
begin
  perform realtime.send(jsonb_build_object('planId', p_plan, 'clientId', p_client, 'actorId', p_by, 'at', app.iso(now()), 'data', p_data),
    p_event, 'user:' || p_to, true);
end $$;
