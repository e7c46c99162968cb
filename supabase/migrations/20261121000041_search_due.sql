-- The words of a row are kept after its save, not within it: they would cost more than the save itself. A search keeps those of its plan
-- first, so that it finds what was written a moment ago; the server keeps the others every few seconds.
create table app.search_due (
  kind text not null,
  entity_id bigint not null,
  plan_id bigint not null
);
alter table app.search_due enable row level security;

create or replace function app.note_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then delete from app.search_entry where kind = tg_argv[0] and entity_id = old.id;
  else insert into app.search_due (kind, entity_id, plan_id) values (tg_argv[0], new.id, new.plan_id); end if;
  return null;
end $$;

-- What a row says; null when it is gone.
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

-- Keeps words that are due, of one plan or (null) of any, and answers how many rows were waiting for it, p_most at most.
-- Rows another call is keeping are waited for when the plan is named, else passed over.
create function app.keep_due_words(p_plan bigint, p_most integer) returns integer language plpgsql as $$
declare
  at tid[];
  d record;
  text_said text;
begin
  if p_plan is null then at := array(select s.ctid from app.search_due s limit p_most for update skip locked);
  else at := array(select s.ctid from app.search_due s where s.plan_id = p_plan limit p_most for update); end if;
  for d in with gone as (delete from app.search_due s where s.ctid = any (at) returning s.kind, s.entity_id, s.plan_id) select distinct * from gone loop
    text_said := app.said(d.kind, d.entity_id);
    if text_said is not null then perform app.keep_words(d.kind, d.entity_id, d.plan_id, text_said); end if;
  end loop;
  return cardinality(at);
end $$;
