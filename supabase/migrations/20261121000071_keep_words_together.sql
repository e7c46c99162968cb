-- Words are kept by several at once: searches, each of its plan, and every server, of all. Whoever keeps words of a plan has the plan's lock
-- until its transaction ends, so that of two that keep the same row the later has read it later. Then come its entries, then its words, the
-- latter of no plan and therefore in one order, all at once: nobody waits for who waits for them.
drop function app.keep_words;

-- What is removed is due too. To remove its words here would be to wait for whoever keeps them, and they could be kept again by who had read it before.
create or replace function app.note_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then insert into app.search_due (kind, entity_id, plan_id) values (tg_argv[0], old.id, old.plan_id);
  else insert into app.search_due (kind, entity_id, plan_id) values (tg_argv[0], new.id, new.plan_id); end if;
  return null;
end $$;

-- Keeps words that are due, of one plan or (null) of any, and answers how many rows were waiting for it, p_most at most.
-- A plan whose words another is keeping is waited for when it is named, else passed over.
create or replace function app.keep_due_words(p_plan bigint, p_most integer) returns integer language plpgsql as $$
declare
  plans bigint[];
  waiting integer;
  kinds text[];
  ids bigint[];
  plan_ids bigint[];
  -- Null: the row is gone.
  kept text[];
begin
  if p_plan is null then
    plans := array(select d.plan_id from (select distinct s.plan_id from (select s.plan_id from app.search_due s limit p_most) s) d
      where pg_try_advisory_xact_lock(4653, hashint8(d.plan_id)));
  elsif exists (select from app.search_due s where s.plan_id = p_plan) then
    perform pg_advisory_xact_lock(4653, hashint8(p_plan));
    plans := array[p_plan];
  end if;
  if plans is null or plans = '{}' then return 0; end if;

  -- Statements of their own, each of a moment after the lock was had, and the rows read after it is known that they are due.
  with gone as (
    delete from app.search_due s where s.ctid = any (array(select s.ctid from app.search_due s where s.plan_id = any (plans) limit p_most))
    returning s.kind, s.entity_id, s.plan_id)
  select coalesce(sum(g.times), 0), array_agg(g.kind), array_agg(g.entity_id), array_agg(g.plan_id) into waiting, kinds, ids, plan_ids
  from (select g.kind, g.entity_id, max(g.plan_id) as plan_id, count(*) as times from gone g group by 1, 2) g;
  if waiting = 0 then return 0; end if;
  kept := array(select app.words(app.said(d.kind, d.id)) from unnest(kinds, ids) with ordinality d(kind, id, place) order by d.place);

  delete from app.search_entry e using unnest(kinds, ids, kept) d(kind, id, words) where d.words is null and e.kind = d.kind and e.entity_id = d.id;
  insert into app.search_entry (kind, entity_id, plan_id, words, vector)
  select d.kind, d.id, d.plan_id, d.words, to_tsvector('pg_catalog.simple', left(d.words, 50000)) || to_tsvector('pg_catalog.english', left(d.words, 50000))
  from unnest(kinds, ids, plan_ids, kept) d(kind, id, plan_id, words) where d.words is not null
  on conflict (kind, entity_id) do update set words = excluded.words, vector = excluded.vector;
  insert into app.search_word (word)
  select distinct w from unnest(kept) d(words), regexp_split_to_table(left(d.words, 50000), ' ') w where length(w) between 4 and 40 order by w
  on conflict do nothing;
  return waiting;
end $$;
