-- How texts are compared and ranked in a search: signs and emoji are words, accents and vowel marks are not, and a misspelled word
-- differs by one letter or by two that are swapped.
create extension if not exists fuzzystrmatch with schema extensions;

-- Normalizes a text for comparison: lower case, no accents and vowel marks, only letters and digits, one space between words. "C++" and
-- "C#" are cplusplus and csharp, an emoji is the word emoji with its number.
-- Immutable only while the unaccent dictionary is the one that ships with the extension.
create or replace function app.words(t text) returns text language plpgsql immutable parallel safe set search_path = '' as $$
declare
  plain text := lower(extensions.unaccent('extensions.unaccent', normalize(t, nfkc)));
  emoji constant text := '[\u2190-\u21FF\u2300-\u27BF\u2B00-\u2BFF\U0001F000-\U0001FAFF]';
  sign text;
begin
  if octet_length(plain) > length(plain) then
    plain := translate(regexp_replace(plain,
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED'
      || '\u0900-\u0903\u093A-\u093C\u093E-\u094F\u0951-\u0957\u0962\u0963\u0981-\u0983\u09BC\u09BE-\u09CD\u0A01-\u0A03\u0A3C-\u0A51\u0A70\u0A71\u0A81-\u0A83\u0ABC\u0ABE-\u0ACD\u0B82\u0BBE-\u0BCD\u0C00-\u0C04\u0C3E-\u0C56\u0CBC\u0CBE-\u0CD6\u0D00-\u0D03\u0D3B\u0D3C\u0D3E-\u0D4D\u0E31\u0E34-\u0E3A\u0E47-\u0E4E'
      || '\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\u3099\u309A\uFE00-\uFE0F\uFE20-\uFE2F]', '', 'g'), 'ς', 'σ');
    for sign in select distinct m[1] from regexp_matches(plain, emoji, 'g') m limit 100 loop
      plain := replace(plain, sign, ' emoji' || to_hex(ascii(sign)) || ' ');
    end loop;
  end if;
  if strpos(plain, '++') > 0 then plain := regexp_replace(plain, '([[:alnum:]])\+\+', '\1plusplus', 'g'); end if;
  if strpos(plain, '#') > 0 then plain := regexp_replace(plain, '([[:alnum:]])#(?![[:alnum:]])', '\1sharp', 'g'); end if;
  return btrim(regexp_replace(plain, '[^[:alnum:]]+', ' ', 'g'));
end $$;

-- A query that tolerates misspellings: each word as a prefix, or a known similar word, those with one wrong, missing, additional or swapped
-- letter first. Null when no word has a similar one.
create or replace function app.near_query(p_plan bigint, p_tokens text[]) returns tsquery language plpgsql stable as $$
declare
  t text;
  swapped text[];
  alike text[];
  whole text;
  any_near boolean := false;
begin
  foreach t in array p_tokens loop
    alike := '{}';
    if length(t) >= 4 and t !~ '^emoji[0-9a-f]+$' then
      swapped := array(select left(t, n - 1) || substr(t, n + 1, 1) || substr(t, n, 1) || substr(t, n + 2) from generate_series(1, length(t) - 1) n);
      alike := array(
        select x.word from (
          select w.word, true as edited from app.search_word w
          where w.plan_id = p_plan and length(w.word) between length(t) - 1 and length(t) + 1
            and (w.word = any (swapped) or extensions.levenshtein_less_equal(w.word, t, 1) <= 1)
          union select w.word, false from app.search_word w
          where w.plan_id = p_plan and w.word operator(extensions.%) t) x
        group by x.word order by bool_or(x.edited) desc, extensions.similarity(x.word, t) desc, x.word limit 8);
    end if;
    any_near := any_near or alike <> '{}';
    whole := concat_ws(' & ', whole, '(' || concat_ws(' | ', '''' || t || ''':*',
      (select string_agg('''' || a || '''', ' | ') from unnest(alike) a)) || ')');
  end loop;
  return case when any_near then to_tsquery('pg_catalog.simple', whole) end;
end $$;

-- Rows of a plan that match a text, best first, then newest: {role, hits: {goals, items, …}, incomplete, due}, each as its own call answers
-- it plus `score`. incomplete: its time was over, and the hits are those found until then. due: changed texts are still to be indexed.
-- A row matches when it has every word, as a prefix or by its stem, or the whole text as written; where few do, also when it has similar
-- words for missing ones. Rows with the words themselves come before those with longer ones. Drafts never match. Rows are chosen by their search entries and read under the reader's policies.
create or replace function app.search(p_person bigint, p_plan bigint, p_text text, p_kinds text[], p_limit integer, p_type smallint)
  returns json language plpgsql as $$
declare
  r smallint := case when p_person is null then 1::smallint else app.role_in(p_person, p_plan) end;
  q text := left(app.words(p_text), 500);
  tokens text[] := array(select distinct left(t, 60) from regexp_split_to_table(q, ' ') t where t <> '' limit 16);
  -- More than the limit: some may be drafts, or hidden from the reader.
  most integer := p_limit + 50;
  -- The trigram index needs three letters. Shorter texts scan it whole, which is done only for scripts without spaces between words.
  -- Normalized words contain no wildcard.
  within text := case when length(q) >= 3 or q !~ '^[a-z0-9 ]*$' then '%' || q || '%' end;
  -- Private notes of others and the files of these: neither found nor counted, so that they don't affect the other hits.
  hidden_notes bigint[] := array(select n.id from app.note n
    where n.plan_id = p_plan and n.visibility <> 1 and n.created_by is distinct from p_person);
  hidden_files bigint[] := array(select f.id from app.file f where f.note_id = any (hidden_notes));
  tsq tsquery;
  near tsquery;
  few_kinds text[];
  found_kinds text[] := '{}';
  found_ids bigint[] := '{}';
  found_scores real[] := '{}';
  incomplete boolean := false;
  due boolean;
  answer json;
  most_bytes constant integer := 4 * 1048576;
begin
  if r is null then return '{"role":null}'; end if;
  if tokens = '{}' then return json_build_object('role', r, 'hits', '{}'::json, 'incomplete', false, 'due', false); end if;
  due := exists (select from app.search_due s where s.plan_id = p_plan);
  begin
    tsq := (select to_tsquery('pg_catalog.simple', string_agg('''' || t || ''':*', ' & ')) from unnest(tokens) t)
      || plainto_tsquery('pg_catalog.english', q);

    -- Rows with the words rank above rows with the text inside longer words; the latter are searched only where the former are too few.
    with saying as (
      select e.kind, e.entity_id, (1 + ts_rank(e.vector, tsq) + case
        when e.words = q then 4
        when (select bool_and(strpos(' ' || e.words || ' ', ' ' || t || ' ') > 0) from unnest(tokens) t)
          then case when starts_with(e.words, q) then 3 when strpos(e.words, q) > 0 then 2.5 else 2 end
        when starts_with(e.words, q) then 1 when strpos(e.words, q) > 0 then 0.5 else 0 end)::real as score
      from app.search_entry e
      where e.plan_id = p_plan and e.kind = any (p_kinds) and e.vector @@ tsq
        and not (e.kind = 'note' and e.entity_id = any (hidden_notes)) and not (e.kind = 'file' and e.entity_id = any (hidden_files)))
    select coalesce(array_agg(best.kind), '{}'), coalesce(array_agg(best.entity_id), '{}'), coalesce(array_agg(best.score), '{}')
    into found_kinds, found_ids, found_scores
    -- Kinds differ in their first letters, and numbers sort faster than text.
    from (select s.*, row_number() over (partition by ascii(s.kind) order by s.score desc, s.entity_id desc) as place from saying s) best
    where place <= most;

    few_kinds := array(select k from unnest(p_kinds) k where cardinality(array_positions(found_kinds, k)) < most);
    if within is not null and few_kinds <> '{}' then
      select found_kinds || coalesce(array_agg(kind), '{}'), found_ids || coalesce(array_agg(entity_id), '{}'),
        found_scores || coalesce(array_agg(score), '{}')
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
      near := app.near_query(p_plan, tokens);
      if near is not null then
        select found_kinds || coalesce(array_agg(kind), '{}'), found_ids || coalesce(array_agg(entity_id), '{}'),
          found_scores || coalesce(array_agg(score), '{}')
        into found_kinds, found_ids, found_scores
        from (
          select e.kind, e.entity_id, (0.4 * ts_rank(e.vector, near, 32))::real as score from app.search_entry e
          where e.plan_id = p_plan and e.kind = any (p_kinds) and e.vector @@ near
            and not (e.kind = 'note' and e.entity_id = any (hidden_notes)) and not (e.kind = 'file' and e.entity_id = any (hidden_files))
            and not exists (select from unnest(found_kinds, found_ids) h(kind, id) where h.kind = e.kind and h.id = e.entity_id)
          order by 3 desc, e.entity_id desc limit 50) x;
      end if;
    end if;
  -- Beyond the time limit of the connection's statements.
  exception when query_canceled or lock_not_available then incomplete := true;
  end;

  begin
    perform app.enter(p_person, p_plan);
    -- The best whose texts fit an answer: by now no time limit may end the statement. Lengths are read without the texts.
    with sized as (
      select h.*, case h.kind
        when 'note' then (select octet_length(n.title) + octet_length(n.content) from app.note n where n.id = h.id)
        when 'comment' then (select octet_length(c.content) from app.comment c where c.id = h.id)
        when 'goal' then (select octet_length(concat(g.name, g.description, g.explanation)) from app.goal g where g.id = h.id)
        when 'item' then (select octet_length(concat(i.topic, i.description)) from app.item i where i.id = h.id)
        when 'task' then (select octet_length(t.description) from app.task t where t.id = h.id) end as size
      from unnest(found_kinds, found_ids, found_scores) h(kind, id, score)),
    h as (select x.kind, x.id, x.score
      from (select s.*, sum(coalesce(s.size, 0)) over (order by s.score desc, s.kind, s.id desc) as upto from sized s) x
      where x.upto <= 2 * most_bytes),
    hit as (
      select 'goals' as list, v.score, row_to_json(v) as value, row_number() over () as nth from (
        select v.*, h.score from h join api.goal v on h.kind = 'goal' and v.id = h.id and v."planId" = p_plan and not v."isDraft"
        order by h.score desc, v."modifiedDate" desc, v.id desc limit p_limit) v
      union all select 'items', v.score, row_to_json(v), row_number() over () from (
        select v.*, h.score from h join api.item v on h.kind = 'item' and v.id = h.id and v."planId" = p_plan and not v."isDraft"
        order by h.score desc, v."modifiedDate" desc, v.id desc limit p_limit) v
      union all select 'tasks', v.score, row_to_json(v), row_number() over () from (
        select v.*, h.score from h join api.task v on h.kind = 'task' and v.id = h.id and v."planId" = p_plan and not v."isDraft"
        order by h.score desc, v.modified desc, v.id desc limit p_limit) v
      union all select 'comments', v.score, row_to_json(v), row_number() over () from (
        select v.*, h.score from h join api.comment v on h.kind = 'comment' and v.id = h.id and v."planId" = p_plan
        left join app.goal g on g.id = v."goalId" left join app.item i on i.id = v."itemId" left join app.task t on t.id = v."taskId"
        where not coalesce(g.is_draft, i.is_draft, t.is_draft)
        order by h.score desc, v."createdDate" desc, v.id desc limit p_limit) v
      union all select 'notes', v.score, row_to_json(v), row_number() over () from (
        select v.*, case when p_person is null then o.by_key else r = 0 or coalesce(o.created_by = p_person, false) end as "canEdit", h.score
        from h join api.note v on h.kind = 'note' and v.id = h.id and v."planId" = p_plan join app.note o on o.id = v.id
        where p_type is null or v.type = p_type
        order by h.score desc, v."modifiedDate" desc, v.id desc limit p_limit) v
      union all select 'files', v.score, row_to_json(v), row_number() over () from (
        select v.*, h.score from h join api.file v on h.kind = 'file' and v.id = h.id and v."planId" = p_plan
        left join app.goal g on g.id = v."goalId" left join app.item i on i.id = v."itemId" left join app.task t on t.id = v."taskId"
        where not coalesce(g.is_draft, i.is_draft, t.is_draft, false)
        order by h.score desc, v."uploadDate" desc, v.id desc limit p_limit) v),
    -- The best of all kinds, as far as they fit an answer.
    fit as (
      select x.list, x.nth, case when x.upto <= most_bytes then x.value end as value
      from (select f.*, sum(octet_length(f.value::text)) over (order by f.score desc, f.nth, f.list) as upto from hit f) x),
    lists as (select f.list, json_agg(f.value order by f.nth) filter (where f.value is not null) as rows, bool_or(f.value is null) as cut from fit f group by 1)
    select coalesce(json_object_agg(l.list, coalesce(l.rows, '[]')), '{}'), incomplete or coalesce(bool_or(l.cut), false)
    into answer, incomplete from lists l;
    perform app.leave_plan();
    return json_build_object('role', r, 'incomplete', incomplete, 'due', due, 'hits', answer);
  exception when query_canceled or lock_not_available then
    return json_build_object('role', r, 'incomplete', true, 'due', due, 'hits', '{}'::json);
  end;
end $$;

insert into app.search_due (kind, entity_id, plan_id) select e.kind, e.entity_id, e.plan_id from app.search_entry e;
