-- Searching a plan of tens of thousands of rows: all that is asked of every row is asked of an index, and only the best are read whole.
create index search_entry_words on app.search_entry using gin (words extensions.gin_trgm_ops);

-- Every word of four letters or more that stands somewhere, so that one written with a slip leads to those that it may have been.
-- Of no plan: it says nothing by itself, and what it leads to is looked for in the one plan.
create table app.search_word (word text primary key);
create index search_word_like on app.search_word using gin (word extensions.gin_trgm_ops);
alter table app.search_word enable row level security;

create or replace function app.keep_words(p_kind text, p_id bigint, p_plan bigint, p_text text) returns void language plpgsql set search_path = '' as $$
declare w text := app.words(p_text);
begin
  insert into app.search_entry (kind, entity_id, plan_id, words, vector)
  values (p_kind, p_id, p_plan, w, to_tsvector('pg_catalog.simple', left(w, 50000)) || to_tsvector('pg_catalog.english', left(w, 50000)))
  on conflict (kind, entity_id) do update set words = excluded.words, vector = excluded.vector;
  -- In one order, so that two at once don't wait for each other.
  insert into app.search_word (word)
  select distinct t from regexp_split_to_table(left(w, 50000), ' ') t where length(t) between 4 and 40 order by t
  on conflict do nothing;
end $$;

insert into app.search_word (word)
select distinct t from app.search_entry e, regexp_split_to_table(left(e.words, 50000), ' ') t where length(t) between 4 and 40;

-- A query that a slip or two does no harm: each word, its beginning or one like it. Null when no word has any like it.
create function app.near_query(p_tokens text[]) returns tsquery language plpgsql stable as $$
declare
  t text;
  alike text[];
  whole text;
  any_near boolean := false;
begin
  foreach t in array p_tokens loop
    alike := array(select w.word from app.search_word w where length(t) >= 4 and w.word operator(extensions.%) t
      order by extensions.similarity(w.word, t) desc, w.word limit 8);
    any_near := any_near or alike <> '{}';
    whole := concat_ws(' & ', whole, '(' || concat_ws(' | ', '''' || t || ''':*', (select string_agg('''' || a || '''', ' | ') from unnest(alike) a)) || ')');
  end loop;
  return case when any_near then to_tsquery('pg_catalog.simple', whole) end;
end $$;

-- Rows of a plan that say it, best first, then newest: {role, hits:{goals, items, …}}, each row as its own call answers it with `score`.
-- A row says it when it has every word, or a word that each begins or stems from, or the whole as it is written; where few do, also when
-- it has words like those that are missing. Drafts say nothing. Rows are chosen by their words, and read under the reader's policies.
create or replace function app.search(p_person bigint, p_plan bigint, p_text text, p_kinds text[], p_limit integer, p_type smallint) returns jsonb language plpgsql as $$
declare
  r smallint := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
  q text := left(app.words(p_text), 500);
  tokens text[] := array(select distinct left(t, 60) from regexp_split_to_table(q, ' ') t where t <> '' limit 16);
  -- More than are answered: some may be drafts, or not the reader's to see.
  most integer := p_limit + 50;
  -- The index knows letters by threes; fewer have it read whole, which is for scripts that don't part their words. Words hold no wildcard.
  within text := case when length(q) >= 3 or q !~ '^[a-z0-9 ]*$' then '%' || q || '%' end;
  -- Others' private notes and their files: neither found nor counted, so that they don't change what else is found.
  hidden_notes bigint[] := array(select n.id from app.note n where n.plan_id = p_plan and n.visibility <> 1 and n.created_by is distinct from p_person);
  hidden_files bigint[] := array(select f.id from app.file f where f.note_id = any (hidden_notes));
  tsq tsquery;
  near tsquery;
  found_kinds text[];
  found_ids bigint[];
  found_scores real[];
  answer jsonb;
begin
  if r is null then return '{"role":null}'; end if;
  if tokens = '{}' then return jsonb_build_object('role', r, 'hits', '{}'::jsonb); end if;
  -- What was written a moment ago. More than these are due only after an import, and are the server's.
  perform app.keep_due_words(p_plan, 500);
  tsq := (select to_tsquery('pg_catalog.simple', string_agg('''' || t || ''':*', ' & ')) from unnest(tokens) t) || plainto_tsquery('pg_catalog.english', q);

  select array_agg(kind), array_agg(entity_id), array_agg(score) into found_kinds, found_ids, found_scores from (
    select kind, entity_id, score, row_number() over (partition by kind order by score desc, entity_id desc) as place from (
      select e.kind, e.entity_id, (case when e.vector @@ tsq then 1 + ts_rank(e.vector, tsq) else 0.5 end
        + case when e.words = q then 2 when starts_with(e.words, q) then 1 when strpos(e.words, q) > 0 then 0.5 else 0 end)::real as score
      from app.search_entry e
      where e.plan_id = p_plan and e.kind = any (p_kinds)
        and not (e.kind = 'note' and e.entity_id = any (hidden_notes)) and not (e.kind = 'file' and e.entity_id = any (hidden_files))
        and (e.vector @@ tsq or e.words like within)) s) x
  where place <= most;

  if coalesce(cardinality(found_ids), 0) < 5 then
    near := app.near_query(tokens);
    if near is not null then
      select found_kinds || array_agg(kind), found_ids || array_agg(entity_id), found_scores || array_agg(score) into found_kinds, found_ids, found_scores from (
        select e.kind, e.entity_id, (0.4 * ts_rank(e.vector, near, 32))::real as score from app.search_entry e
        where e.plan_id = p_plan and e.kind = any (p_kinds) and e.vector @@ near
          and not (e.kind = 'note' and e.entity_id = any (hidden_notes)) and not (e.kind = 'file' and e.entity_id = any (hidden_files))
          and not exists (select from unnest(found_kinds, found_ids) h(kind, id) where h.kind = e.kind and h.id = e.entity_id)
        order by 3 desc, e.entity_id desc limit 50) x;
    end if;
  end if;

  perform app.enter(p_person, p_plan);
  with h as (select * from unnest(found_kinds, found_ids, found_scores) h(kind, id, score))
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
