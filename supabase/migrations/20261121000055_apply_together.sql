-- Applies what several calls decided for one plan, in their order and in one transaction: each by itself would hold the plan's clock until
-- its commit is on disk. What is refused undoes itself alone. p_applications: [{person, plan, …}, …], keys as the arguments of app.apply.
-- Answers, in the same order, [{applied} or {code, message}, …].
create function app.apply_together(p_applications jsonb) returns json language plpgsql as $$
declare
  a jsonb;
  results jsonb[] := '{}';
begin
  for a in select x from jsonb_array_elements(p_applications) with ordinality as e(x, n) order by n loop
    begin
      results := results || jsonb_build_object('applied', app.apply((a ->> 'person')::bigint, (a ->> 'planId')::bigint, (a ->> 'role')::smallint,
        a ->> 'clientId', a ->> 'via', a -> 'guards', a -> 'changes', a -> 'planChanges', a -> 'audits', a -> 'events', a -> 'answer',
        nullif(a -> 'idempotency', 'null'), a -> 'after'));
    exception when others then
      results := results || jsonb_build_object('code', sqlstate, 'message', sqlerrm);
    end;
  end loop;
  return to_json(results);
end $$;
