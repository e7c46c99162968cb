-- Searching what a plan says. Words are kept beside the rows and not in them, so that a save that changes no text costs nothing.
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
grant usage on schema extensions to authenticated;

-- Words as they are compared: lower case, without accents, letters and digits alone, one space between.
-- Immutable as long as the dictionary is the one that it comes with.
create function app.words(t text) returns text language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(lower(extensions.unaccent('extensions.unaccent', normalize(t, nfkc))), '[^[:alnum:]]+', ' ', 'g'));
end $$;
grant execute on function app.words to authenticated;

create table app.search_entry (
  kind text not null check (kind in ('goal', 'item', 'task', 'comment', 'note', 'file')),
  entity_id bigint not null,
  plan_id bigint not null,
  words text not null,
  vector tsvector not null,
  primary key (kind, entity_id)
);
create index search_entry_plan on app.search_entry (plan_id, kind);
create index search_entry_vector on app.search_entry using gin (vector);

-- A tsvector holds a megabyte; words after the first 50,000 letters are found as they are written, not by their stems.
create function app.keep_words(p_kind text, p_id bigint, p_plan bigint, p_text text) returns void language plpgsql set search_path = '' as $$
declare w text := app.words(p_text);
begin
  insert into app.search_entry (kind, entity_id, plan_id, words, vector)
  values (p_kind, p_id, p_plan, w, to_tsvector('pg_catalog.simple', left(w, 50000)) || to_tsvector('pg_catalog.english', left(w, 50000)))
  on conflict (kind, entity_id) do update set words = excluded.words, vector = excluded.vector;
end $$;

-- The door's rows are written under the reader's role, which may not write words.
create function app.note_words() returns trigger language plpgsql security definer set search_path = '' as $$
declare said text;
begin
  if tg_op = 'DELETE' then
    delete from app.search_entry where kind = tg_argv[0] and entity_id = old.id;
    return null;
  end if;
  if tg_argv[0] = 'goal' then said := concat_ws(' ', new.name, new.description, new.explanation);
  elsif tg_argv[0] = 'item' then said := concat_ws(' ', new.topic, new.description);
  elsif tg_argv[0] = 'task' then said := new.description;
  elsif tg_argv[0] = 'comment' then
    said := regexp_replace(regexp_replace(new.content, '!\[[^]]*\]\(laneway-file:[^)]*\)', ' ', 'g'), '@\[([^]]*)\]\([^)]*\)', ' \1 ', 'g');
  elsif tg_argv[0] = 'note' then said := concat_ws(' ', new.title, new.content);
  else said := new.friendly_name; end if;
  perform app.keep_words(tg_argv[0], new.id, new.plan_id, said);
  return null;
end $$;

create trigger words_added after insert on app.goal for each row execute function app.note_words('goal');
create trigger words_changed after update on app.goal for each row when ((old.name, old.description, old.explanation) is distinct from (new.name, new.description, new.explanation)) execute function app.note_words('goal');
create trigger words_gone after delete on app.goal for each row execute function app.note_words('goal');
create trigger words_added after insert on app.item for each row execute function app.note_words('item');
create trigger words_changed after update on app.item for each row when ((old.topic, old.description) is distinct from (new.topic, new.description)) execute function app.note_words('item');
create trigger words_gone after delete on app.item for each row execute function app.note_words('item');
create trigger words_added after insert on app.task for each row execute function app.note_words('task');
create trigger words_changed after update on app.task for each row when (old.description is distinct from new.description) execute function app.note_words('task');
create trigger words_gone after delete on app.task for each row execute function app.note_words('task');
create trigger words_added after insert on app.comment for each row execute function app.note_words('comment');
create trigger words_changed after update on app.comment for each row when (old.content is distinct from new.content) execute function app.note_words('comment');
create trigger words_gone after delete on app.comment for each row execute function app.note_words('comment');
create trigger words_added after insert on app.note for each row execute function app.note_words('note');
create trigger words_changed after update on app.note for each row when ((old.title, old.content) is distinct from (new.title, new.content)) execute function app.note_words('note');
create trigger words_gone after delete on app.note for each row execute function app.note_words('note');
create trigger words_added after insert on app.file for each row execute function app.note_words('file');
create trigger words_changed after update on app.file for each row when (old.friendly_name is distinct from new.friendly_name) execute function app.note_words('file');
create trigger words_gone after delete on app.file for each row execute function app.note_words('file');

do $$
begin
  perform app.keep_words('goal', id, plan_id, concat_ws(' ', name, description, explanation)) from app.goal;
  perform app.keep_words('item', id, plan_id, concat_ws(' ', topic, description)) from app.item;
  perform app.keep_words('task', id, plan_id, description) from app.task;
  perform app.keep_words('comment', id, plan_id, content) from app.comment;
  perform app.keep_words('note', id, plan_id, concat_ws(' ', title, content)) from app.note;
  perform app.keep_words('file', id, plan_id, friendly_name) from app.file;
end $$;

alter table app.search_entry enable row level security;
grant select on app.search_entry to authenticated;
-- Private notes and their files have words too: the reader finds those whose row they may see.
create policy reach on app.search_entry for select to authenticated using (plan_id = any ((select app.reach())::bigint[])
  and (kind not in ('note', 'file') or case kind when 'note' then exists (select from app.note n where n.id = entity_id)
    else exists (select from app.file f where f.id = entity_id) end));

-- Rows of a plan that say it, best first, then newest: {role, hits:{goals, items, …}}, each row as its own call answers it with `score`.
-- A row says it when it has every word, or a word that each begins or stems from, or the whole as it is written; where few do, also when
-- each word of four letters or more is like one of its own. Drafts say nothing.
create function app.search(p_person bigint, p_plan bigint, p_text text, p_kinds text[], p_limit integer, p_type smallint) returns jsonb language plpgsql as $$
declare
  r smallint := app.open_plan(p_person, p_plan);
  q text := left(app.words(p_text), 500);
  tokens text[] := array(select distinct left(t, 60) from regexp_split_to_table(q, ' ') t where t <> '' limit 16);
  tsq tsquery;
  found_rows jsonb;
  answer jsonb;
begin
  if r is null then return '{"role":null}'; end if;
  if tokens = '{}' then
    perform app.leave_plan();
    return jsonb_build_object('role', r, 'hits', '{}'::jsonb);
  end if;
  tsq := (select to_tsquery('pg_catalog.simple', string_agg('''' || t || ''':*', ' & ')) from unnest(tokens) t) || plainto_tsquery('pg_catalog.english', q);

  select coalesce(jsonb_agg(jsonb_build_array(kind, entity_id, score)), '[]') into found_rows from (
    select kind, entity_id, round((case when vector @@ tsq then 1 + ts_rank(vector, tsq) else 0.5 end
      + case when words = q then 2 when starts_with(words, q) then 1 when strpos(words, q) > 0 then 0.5 else 0 end)::numeric, 3) as score
    from app.search_entry where plan_id = p_plan and kind = any (p_kinds) and (vector @@ tsq or strpos(words, q) > 0)) x;

  if jsonb_array_length(found_rows) < 5 then
    select found_rows || coalesce(jsonb_agg(jsonb_build_array(kind, entity_id, score)), '[]') into found_rows from (
      select e.kind, e.entity_id, s.score from app.search_entry e, lateral (
        select round((avg(w) * 0.4)::numeric, 3) as score, min(w) as least from unnest(tokens) t, lateral (
          -- Reckoned once for both.
          select case when strpos(e.words, t) > 0 then 1 when length(t) >= 4 then extensions.word_similarity(t, left(e.words, 500)) else 0 end as w offset 0) x
        ) s
      where e.plan_id = p_plan and e.kind = any (p_kinds) and s.least >= 0.4
        and not exists (select from jsonb_array_elements(found_rows) h where h ->> 0 = e.kind and (h ->> 1)::bigint = e.entity_id)
      order by s.score desc limit 50) x;
  end if;

  with h as (select x ->> 0 as kind, (x ->> 1)::bigint as id, (x ->> 2)::real as score from jsonb_array_elements(found_rows) x)
  select jsonb_build_object('role', r, 'hits', jsonb_build_object(
    'goals', (select coalesce(jsonb_agg(to_jsonb(v) order by v.score desc, v."modifiedDate" desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.goal v on h.kind = 'goal' and v.id = h.id and v."planId" = p_plan and not v."isDraft"
        order by h.score desc, v."modifiedDate" desc, v.id desc limit p_limit) v),
    'items', (select coalesce(jsonb_agg(to_jsonb(v) order by v.score desc, v."modifiedDate" desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.item v on h.kind = 'item' and v.id = h.id and v."planId" = p_plan and not v."isDraft"
        order by h.score desc, v."modifiedDate" desc, v.id desc limit p_limit) v),
    'tasks', (select coalesce(jsonb_agg(to_jsonb(v) order by v.score desc, v.modified desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.task v on h.kind = 'task' and v.id = h.id and v."planId" = p_plan and not v."isDraft"
        order by h.score desc, v.modified desc, v.id desc limit p_limit) v),
    'comments', (select coalesce(jsonb_agg(to_jsonb(v) order by v.score desc, v."createdDate" desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.comment v on h.kind = 'comment' and v.id = h.id and v."planId" = p_plan
        left join app.goal g on g.id = v."goalId" left join app.item i on i.id = v."itemId" left join app.task t on t.id = v."taskId"
        where not coalesce(g.is_draft, i.is_draft, t.is_draft)
        order by h.score desc, v."createdDate" desc, v.id desc limit p_limit) v),
    'notes', (select coalesce(jsonb_agg(to_jsonb(v) order by v.score desc, v."modifiedDate" desc, v.id desc), '[]') from
      (select v.*, case when p_person is null then o.by_key else r = 0 or coalesce(o.created_by = p_person, false) end as "canEdit", h.score
        from h join api.note v on h.kind = 'note' and v.id = h.id and v."planId" = p_plan join app.note o on o.id = v.id
        where p_type is null or v.type = p_type
        order by h.score desc, v."modifiedDate" desc, v.id desc limit p_limit) v),
    'files', (select coalesce(jsonb_agg(to_jsonb(v) order by v.score desc, v."uploadDate" desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.file v on h.kind = 'file' and v.id = h.id and v."planId" = p_plan
        left join app.goal g on g.id = v."goalId" left join app.item i on i.id = v."itemId" left join app.task t on t.id = v."taskId"
        where not coalesce(g.is_draft, i.is_draft, t.is_draft, false)
        order by h.score desc, v."uploadDate" desc, v.id desc limit p_limit) v))) into answer;
  perform app.leave_plan();
  return answer;
end $$;
