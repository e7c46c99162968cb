-- Which files the notes of a plan name, found again: of notes that came before the files.
create function app.write_note_references(p_plan bigint, p_person bigint, c jsonb) returns void language sql as $$
  update app.note set content = content where plan_id = p_plan and strpos(content, 'laneway-file:') > 0
$$;
