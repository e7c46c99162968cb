-- Searching a plan where thousands of rows have the word: those that an index finds by their words are not read letter by letter as well,
-- and what is answered is written as JSON once. It answers json in place of jsonb, so that the function is made anew.
drop function app.search(bigint, bigint, text, text[], integer, smallint);

-- Rows of a plan that say it, best first, then newest: {role, hits:{goals, items, …}}, each row as its own call answers it with `score`.
-- A row says it when it has every word, or a word that each begins or stems from, or the whole as it is written; where few do, also when
-- it has words like those that are missing. Drafts say nothing. Rows are chosen by their words, and read under the reader's policies.
create function app.search(p_person bigint, p_plan bigint, p_text text, p_kinds text[], p_limit integer, p_type smallint) returns json language plpgsql as $$
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
  few_kinds text[];
  found_kinds text[];
  found_ids bigint[];
  found_scores real[];
  answer json;
begin
  if r is null then return '{"role":null}'; end if;
  if tokens = '{}' then return json_build_object('role', r, 'hits', '{}'::json); end if;
  -- What was written a moment ago. More than these are due only after an import, and are the server's.
  perform app.keep_due_words(p_plan, 500);
  tsq := (select to_tsquery('pg_catalog.simple', string_agg('''' || t || ''':*', ' & ')) from unnest(tokens) t) || plainto_tsquery('pg_catalog.english', q);

  -- Whoever has the words is worth more than who has the whole only within longer ones: those are looked for where there are too few.
  with saying as (
    select e.kind, e.entity_id, (1 + ts_rank(e.vector, tsq)
      + case when e.words = q then 2 when starts_with(e.words, q) then 1 when strpos(e.words, q) > 0 then 0.5 else 0 end)::real as score
    from app.search_entry e
    where e.plan_id = p_plan and e.kind = any (p_kinds) and e.vector @@ tsq
      and not (e.kind = 'note' and e.entity_id = any (hidden_notes)) and not (e.kind = 'file' and e.entity_id = any (hidden_files)))
  select coalesce(array_agg(best.kind), '{}'), coalesce(array_agg(best.entity_id), '{}'), coalesce(array_agg(best.score), '{}')
  into found_kinds, found_ids, found_scores
  -- Kinds differ in their first letters, and numbers are sorted faster than words.
  from (select s.*, row_number() over (partition by ascii(s.kind) order by s.score desc, s.entity_id desc) as place from saying s) best
  where place <= most;

  few_kinds := array(select k from unnest(p_kinds) k where cardinality(array_positions(found_kinds, k)) < most);
  if within is not null and few_kinds <> '{}' then
    select found_kinds || coalesce(array_agg(kind), '{}'), found_ids || coalesce(array_agg(entity_id), '{}'), found_scores || coalesce(array_agg(score), '{}')
    into found_kinds, found_ids, found_scores
    from (
      select e.kind, e.entity_id, (0.5 + case when e.words = q then 2 when starts_with(e.words, q) then 1 else 0.5 end)::real as score,
        row_number() over (partition by e.kind order by e.words = q desc, starts_with(e.words, q) desc, e.entity_id desc) as place
      from app.search_entry e
      where e.plan_id = p_plan and e.kind = any (few_kinds) and e.words like within and not e.vector @@ tsq
        and not (e.kind = 'note' and e.entity_id = any (hidden_notes)) and not (e.kind = 'file' and e.entity_id = any (hidden_files))) x
    where place <= most;
  end if;

  if cardinality(found_ids) < 5 then
    near := app.near_query(tokens);
    if near is not null then
      select found_kinds || coalesce(array_agg(kind), '{}'), found_ids || coalesce(array_agg(entity_id), '{}'), found_scores || coalesce(array_agg(score), '{}')
      into found_kinds, found_ids, found_scores
      from (
        select e.kind, e.entity_id, (0.4 * ts_rank(e.vector, near, 32))::real as score from app.search_entry e
        where e.plan_id = p_plan and e.kind = any (p_kinds) and e.vector @@ near
          and not (e.kind = 'note' and e.entity_id = any (hidden_notes)) and not (e.kind = 'file' and e.entity_id = any (hidden_files))
          and not exists (select from unnest(found_kinds, found_ids) h(kind, id) where h.kind = e.kind and h.id = e.entity_id)
        order by 3 desc, e.entity_id desc limit 50) x;
    end if;
  end if;

  perform app.enter(p_person, p_plan);
  with h as (select * from unnest(found_kinds, found_ids, found_scores) h(kind, id, score))
  select json_build_object('role', r, 'hits', json_build_object(
    'goals', (select coalesce(json_agg(v order by v.score desc, v."modifiedDate" desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.goal v on h.kind = 'goal' and v.id = h.id and v."planId" = p_plan and not v."isDraft"
        order by h.score desc, v."modifiedDate" desc, v.id desc limit p_limit) v),
    'items', (select coalesce(json_agg(v order by v.score desc, v."modifiedDate" desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.item v on h.kind = 'item' and v.id = h.id and v."planId" = p_plan and not v."isDraft"
        order by h.score desc, v."modifiedDate" desc, v.id desc limit p_limit) v),
    'tasks', (select coalesce(json_agg(v order by v.score desc, v.modified desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.task v on h.kind = 'task' and v.id = h.id and v."planId" = p_plan and not v."isDraft"
        order by h.score desc, v.modified desc, v.id desc limit p_limit) v),
    'comments', (select coalesce(json_agg(v order by v.score desc, v."createdDate" desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.comment v on h.kind = 'comment' and v.id = h.id and v."planId" = p_plan
        left join app.goal g on g.id = v."goalId" left join app.item i on i.id = v."itemId" left join app.task t on t.id = v."taskId"
        where not coalesce(g.is_draft, i.is_draft, t.is_draft)
        order by h.score desc, v."createdDate" desc, v.id desc limit p_limit) v),
    'notes', (select coalesce(json_agg(v order by v.score desc, v."modifiedDate" desc, v.id desc), '[]') from
      (select v.*, case when p_person is null then o.by_key else r = 0 or coalesce(o.created_by = p_person, false) end as "canEdit", h.score
        from h join api.note v on h.kind = 'note' and v.id = h.id and v."planId" = p_plan join app.note o on o.id = v.id
        where p_type is null or v.type = p_type
        order by h.score desc, v."modifiedDate" desc, v.id desc limit p_limit) v),
    'files', (select coalesce(json_agg(v order by v.score desc, v."uploadDate" desc, v.id desc), '[]') from
      (select v.*, h.score from h join api.file v on h.kind = 'file' and v.id = h.id and v."planId" = p_plan
        left join app.goal g on g.id = v."goalId" left join app.item i on i.id = v."itemId" left join app.task t on t.id = v."taskId"
        where not coalesce(g.is_draft, i.is_draft, t.is_draft, false)
        order by h.score desc, v."uploadDate" desc, v.id desc limit p_limit) v))) into answer;
  perform app.leave_plan();
  return answer;
end $$;

-- New words are few, and those put off are read whole by every search for words like others.
alter index app.search_word_like set (fastupdate = off);
