-- A note that is closed is its author's alone, and so is what the plan was told of it while it was open: its events and
-- those of its files keep that something was, their readers ask and find nothing; the log keeps no name of them.
create function app.note_closed() returns trigger language plpgsql as $$
begin
  update app.event e set payload = jsonb_set(e.payload, '{data}', 'null')
    where e.plan_id = new.plan_id
      and (e.event in ('NoteAdded', 'NoteUpdated') and (e.payload #>> '{data,id}')::bigint = new.id
        or e.event in ('FileAdded', 'FileRenamed') and (e.payload #>> '{data,noteId}')::bigint = new.id);
  update app.audit a set before = a.before - 'title', after = a.after - 'title'
    where a.plan_id = new.plan_id and a.entity = 'note' and a.entity_id = new.id;
  update app.audit a set before = a.before - 'friendlyName', after = a.after - 'friendlyName'
    where a.plan_id = new.plan_id and a.entity = 'file'
      and (a.entity_id in (select f.id from app.file f where f.note_id = new.id)
        or (a.before ->> 'noteId')::bigint = new.id or (a.after ->> 'noteId')::bigint = new.id);
  return null;
end $$;
create trigger note_closed after update of visibility on app.note for each row
  when (old.visibility = 1 and new.visibility = 0) execute function app.note_closed();
