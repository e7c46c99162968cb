-- A version kept before what its call does to the board, which raises the plan's seq by one: it is not the board of the seq there then is.
-- op insert: fields {automatic, description, before}; op delete: all of the plan's.
create or replace function app.write_revision(p_plan bigint, p_person bigint, c jsonb) returns void language plpgsql as $$
declare f jsonb := c -> 'fields';
begin
  if c ->> 'op' = 'delete' then
    delete from app.revision where plan_id = p_plan;
    update app.plan set last_snapshot = null, snapshot_description = null where id = p_plan;
  else
    perform app.keep_revision((c ->> 'id')::bigint, p_plan, p_person, (f ->> 'automatic')::boolean, f ->> 'description');
    if (f ->> 'before')::boolean then update app.revision set seq = seq - 1 where id = (c ->> 'id')::bigint; end if;
  end if;
end $$;
