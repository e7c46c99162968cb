-- The plan's API key: only its hash is kept.
alter table app.plan add column api_key_used timestamptz(3), add column api_key_created timestamptz(3);
grant select (api_key_used, api_key_created) on app.plan to authenticated;

-- fields: {hash: hex of the key's SHA-256, or null to have none}
create function app.write_plan_key(p_plan bigint, p_person bigint, c jsonb) returns void language sql as $$
  update app.plan set api_key_hash = decode(c -> 'fields' ->> 'hash', 'hex'), api_key_used = null,
    api_key_created = case when c -> 'fields' ->> 'hash' is not null then now() end
  where id = p_plan
$$;

-- The plan whose key this is; its last use is noted once a minute.
create function app.plan_of_key(p_hash bytea) returns bigint language plpgsql as $$
declare found_id bigint; used timestamptz;
begin
  select id, api_key_used into found_id, used from app.plan where api_key_hash = p_hash;
  if found_id is not null and (used is null or used < now() - interval '1 minute') then
    update app.plan set api_key_used = now() where id = found_id;
  end if;
  return found_id;
end $$;
