-- A due date is a day: midnight UTC, whatever is written, by a call, a restored version or a reverted change.
create function app.due_day() returns trigger language plpgsql as $$
begin
  new.due_date := date_trunc('day', new.due_date, 'UTC');
  return new;
end $$;

do $$
declare t text;
begin
  foreach t in array array['item', 'task'] loop
    execute format('create trigger due_day before insert or update of due_date on app.%I for each row
      when (new.due_date <> date_trunc(''day'', new.due_date, ''UTC'')) execute function app.due_day()', t);
    execute format('update app.%I set due_date = due_date where due_date <> date_trunc(''day'', due_date, ''UTC'')', t);
  end loop;
end $$;
