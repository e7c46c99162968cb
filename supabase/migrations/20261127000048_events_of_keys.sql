-- Events that a plan's key causes name it as their agent, as those of an agent that acts for a person do.
do $$
declare
  body text := pg_get_functiondef('app.apply(jsonb)'::regprocedure);
  before constant text := 'case when person is not null then p -> ''agent'' end';
begin
  if strpos(body, before) = 0 then raise exception 'app.apply names no agent'; end if;
  execute replace(body, before, 'p -> ''agent''');
end $$;
