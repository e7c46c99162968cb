-- A person has read a conversation up to a message, or all of it: another may have arrived since they looked.
create or replace function app.do_read_conversation(p_plan bigint, p_person bigint, args jsonb) returns void language plpgsql as $$
begin
  insert into app.message_read as r (conversation_id, person_id, message_id)
  select m.conversation_id, p_person, max(m.id) from app.message m
  where m.conversation_id = (args ->> 'id')::bigint and m.id <= coalesce((args ->> 'messageId')::bigint, m.id) group by 1
  on conflict (conversation_id, person_id) do update set message_id = greatest(r.message_id, excluded.message_id);
end $$;
