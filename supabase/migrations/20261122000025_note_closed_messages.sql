-- When an open note becomes private, messages about it that were already sent lose their data too. The hosted service stores what it sends for some days, and
-- members of the topic can have it replayed. A definer, since callers may not change messages; an update, since the hosted service allows nobody to
-- delete them.
create function app.note_messages_closed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update realtime.messages m set payload = jsonb_set(m.payload, '{data}', 'null')
    where m.topic = 'plan:' || new.plan_id and m.inserted_at > now() - interval '8 days'
      and ((m.event in ('NoteAdded', 'NoteUpdated') and (m.payload #>> '{data,id}')::bigint = new.id)
        or (m.event in ('FileAdded', 'FileRenamed') and (m.payload #>> '{data,noteId}')::bigint = new.id));
  return null;
end $$;

create trigger note_messages_closed after update on app.note for each row
  when (old.visibility = 1 and new.visibility = 0) execute function app.note_messages_closed();
