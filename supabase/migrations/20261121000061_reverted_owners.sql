-- As in a restored version, people who have left own nothing that a reversion gives back to them.
alter function app.write_reversion(bigint, bigint, jsonb) rename to write_reverted_rows;
create function app.write_reversion(p_plan bigint, p_person bigint, c jsonb) returns void language plpgsql as $$
begin
  perform app.write_reverted_rows(p_plan, p_person, c);
  update app.item i set owner_id = null where i.plan_id = p_plan and i.deletion_id is null and i.owner_id is not null
    and not exists (select from app.membership m where m.plan_id = p_plan and m.person_id = i.owner_id);
  update app.task t set owner_id = null where t.plan_id = p_plan and t.deletion_id is null and t.owner_id is not null
    and not exists (select from app.membership m where m.plan_id = p_plan and m.person_id = t.owner_id);
end $$;
