-- Normalizes a text for comparison: lower case, no accents, only letters and digits, one space between words.
-- Immutable only while the unaccent dictionary is the one that ships with the extension.
create function app.words(t text) returns text language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return btrim(regexp_replace(lower(extensions.unaccent('extensions.unaccent', normalize(t, nfkc))), '[^[:alnum:]]+', ' ', 'g'));
end $$;

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

-- For plans of tens of thousands of rows: conditions on every row use an index, and only the best hits are read in full.
create index search_entry_words on app.search_entry using gin (words extensions.gin_trgm_ops);

-- Words of 4 to 40 letters, to find those that a misspelled one may stand for. A plan has its own, since another's could displace them, and
-- 100,000 at most. Words that no text has any more go within a day of an edit, and within an hour once it has half of these.
create table app.search_word (
  plan_id bigint not null references app.plan on delete cascade,
  word text not null,
  primary key (plan_id, word)
);
create index search_word_like on app.search_word using gin (plan_id extensions.int8_ops, word extensions.gin_trgm_ops) with (fastupdate = off);

-- Rows to index. A row is indexed after its save, not within it, because indexing costs more than the save itself. The server indexes them
-- in the background, every few seconds and when a search meets due rows in its plan.
create table app.search_due (
  kind text not null,
  entity_id bigint not null,
  plan_id bigint not null
);

-- Deleted rows are due too: deleting their entries here would wait for a concurrent indexer, which could then store them again from a row
-- that it had read before.
create function app.note_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then insert into app.search_due (kind, entity_id, plan_id) values (tg_argv[0], old.id, old.plan_id);
  else insert into app.search_due (kind, entity_id, plan_id) values (tg_argv[0], new.id, new.plan_id); end if;
  return null;
end $$;

do $$
declare
  t text;
  texts text;
begin
  for t, texts in select * from (values ('goal', 'name, %1$s.description, %1$s.explanation'), ('item', 'topic, %1$s.description'),
    ('task', 'description'), ('comment', 'content'), ('note', 'title, %1$s.content'), ('file', 'friendly_name')) x
  loop
    execute format('create trigger words_due after insert or delete on app.%I for each row execute function app.note_words(%1$L)', t);
    execute format('create trigger words_changed after update on app.%I for each row when ((%s) is distinct from (%s))
      execute function app.note_words(%1$L)', t, format('%1$s.' || texts, 'old'), format('%1$s.' || texts, 'new'));
  end loop;
end $$;

-- The searchable text of a row; null when it is gone.
create function app.said(p_kind text, p_id bigint) returns text language plpgsql stable as $$
begin
  case p_kind
    when 'goal' then return (select concat_ws(' ', g.name, g.description, g.explanation) from app.goal g where g.id = p_id);
    when 'item' then return (select concat_ws(' ', i.topic, i.description) from app.item i where i.id = p_id);
    when 'task' then return (select t.description from app.task t where t.id = p_id);
    when 'comment' then return (select regexp_replace(regexp_replace(c.content, '!\[[^]]*\]\(laneway-file:[^)]*\)', ' ', 'g'),
      '@\[([^]]*)\]\([^)]*\)', ' \1 ', 'g') from app.comment c where c.id = p_id);
    when 'note' then return (select concat_ws(' ', n.title, n.content) from app.note n where n.id = p_id);
    when 'file' then return (select f.friendly_name from app.file f where f.id = p_id);
  end case;
end $$;

-- A query that tolerates misspellings: each word as a prefix, or a known similar word. Null when no word has a similar one.
create function app.near_query(p_plan bigint, p_tokens text[]) returns tsquery language plpgsql stable as $$
declare
  t text;
  alike text[];
  whole text;
  any_near boolean := false;
begin
  foreach t in array p_tokens loop
    alike := array(select w.word from app.search_word w where length(t) >= 4 and w.plan_id = p_plan and w.word operator(extensions.%) t
      order by extensions.similarity(w.word, t) desc, w.word limit 8);
    any_near := any_near or alike <> '{}';
    whole := concat_ws(' & ', whole, '(' || concat_ws(' | ', '''' || t || ''':*',
      (select string_agg('''' || a || '''', ' | ') from unnest(alike) a)) || ')');
  end loop;
  return case when any_near then to_tsquery('pg_catalog.simple', whole) end;
end $$;

-- Rows of a plan that match a text, best first, then newest: {role, hits: {goals, items, …}, incomplete, due}, each as its own call answers
-- it plus `score`. incomplete: its time was over, and the hits are those found until then. due: changed texts are still to be indexed.
-- A row matches when it has every word, as a prefix or by its stem, or the whole text as written; where few do, also when it has similar
-- words for missing ones. Drafts never match. Rows are chosen by their search entries and read under the reader's policies.
create function app.search(p_person bigint, p_plan bigint, p_text text, p_kinds text[], p_limit integer, p_type smallint)
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
      select e.kind, e.entity_id, (1 + ts_rank(e.vector, tsq)
        + case when e.words = q then 2 when starts_with(e.words, q) then 1 when strpos(e.words, q) > 0 then 0.5 else 0 end)::real as score
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

-- Indexes due rows of a plan and returns whether more are left. p_most bounds their number, a note counting as 20, so that a batch takes
-- a second at most, p_words that of the plan's words. Another transaction that is indexing the plan is not waited for: it returns false then.
create function app.keep_due_words(p_plan bigint, p_most integer, p_words integer default 100000) returns boolean language plpgsql as $$
declare
  waiting integer;
  kinds text[];
  ids bigint[];
  plan_ids bigint[];
  -- Null: the row is gone.
  kept text[];
begin
  if not pg_try_advisory_xact_lock(4653, hashint8(p_plan)) then return false; end if;

  -- Separate statements: each takes its snapshot after the lock, and rows are read after their due entries.
  with gone as (
    delete from app.search_due s where s.ctid = any (array(
      select x.ctid from (select o.ctid, sum(case o.kind when 'note' then 20 else 1 end) over (rows unbounded preceding) as weight
        from (select d.ctid, d.kind from app.search_due d where d.plan_id = p_plan limit p_most) o) x where x.weight <= greatest(p_most, 20)))
    returning s.kind, s.entity_id, s.plan_id)
  select coalesce(sum(g.times), 0), array_agg(g.kind), array_agg(g.entity_id), array_agg(g.plan_id) into waiting, kinds, ids, plan_ids
  from (select g.kind, g.entity_id, max(g.plan_id) as plan_id, count(*) as times from gone g group by 1, 2) g;
  if waiting = 0 then return false; end if;
  kept := array(select app.words(app.said(d.kind, d.id)) from unnest(kinds, ids) with ordinality d(kind, id, place) order by d.place);

  delete from app.search_entry e using unnest(kinds, ids, kept) d(kind, id, words)
    where d.words is null and e.kind = d.kind and e.entity_id = d.id;
  insert into app.search_entry (kind, entity_id, plan_id, words, vector)
  select d.kind, d.id, d.plan_id, d.words, to_tsvector('pg_catalog.simple', left(d.words, 50000))
    || to_tsvector('pg_catalog.english', left(d.words, 50000))
  from unnest(kinds, ids, plan_ids, kept) d(kind, id, plan_id, words) where d.words is not null
  on conflict (kind, entity_id) do update set words = excluded.words, vector = excluded.vector;
  insert into app.search_word (plan_id, word)
  select distinct p.id, w from unnest(kept) d(words), regexp_split_to_table(left(d.words, 50000), ' ') w, app.plan p
    where length(w) between 4 and 40 and p.id = p_plan order by w
    limit greatest(p_words - (select count(*) from app.search_word o where o.plan_id = p_plan), 0)
  on conflict do nothing;
  return exists (select from app.search_due s where s.plan_id = p_plan);
end $$;

-- Removes words that no text of the plan has any more; returns how many.
create function app.forget_words(p_plan bigint) returns bigint language sql as $$
  with gone as (
    delete from app.search_word w where w.plan_id = p_plan and not exists (select from app.search_entry e
      where e.plan_id = p_plan and e.vector @@ quote_literal(w.word)::tsquery)
    returning 1)
  select count(*) from gone
$$;
