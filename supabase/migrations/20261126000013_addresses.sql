-- Addresses are stored with their name in NFC and their domain in ASCII form, as app/contract/address.ts makes them. Of several accounts
-- with one address, the one in that form has it, else the one seen last; the others stay as they are, and Administration names them.

-- RFC 3492, for a label of a domain.
create function pg_temp.punycode(label text) returns text language plpgsql immutable as $$
declare
  points int[] := array(select ascii(c) from regexp_split_to_table(label, '') with ordinality t(c, place) order by place);
  made text := (select coalesce(string_agg(chr(p), '' order by place), '') from unnest(points) with ordinality t(p, place) where p < 128);
  basic int := length(made);
  done int := basic;
  n int := 128;
  delta int := 0;
  bias int := 72;
  least_next int;
  point int;
  q int;
  k int;
  t int;
begin
  if basic > 0 then made := made || '-'; end if;
  while done < cardinality(points) loop
    least_next := (select min(p) from unnest(points) p where p >= n);
    delta := delta + (least_next - n) * (done + 1);
    n := least_next;
    foreach point in array points loop
      if point < n then delta := delta + 1; end if;
      continue when point <> n;
      q := delta;
      k := 36;
      loop
        t := greatest(1, least(26, k - bias));
        exit when q < t;
        made := made || substr('abcdefghijklmnopqrstuvwxyz0123456789', t + (q - t) % (36 - t) + 1, 1);
        q := (q - t) / (36 - t);
        k := k + 36;
      end loop;
      made := made || substr('abcdefghijklmnopqrstuvwxyz0123456789', q + 1, 1);
      delta := delta / case when done = basic then 700 else 2 end;
      done := done + 1;
      delta := delta + delta / done;
      k := 0;
      while delta > 455 loop
        delta := delta / 35;
        k := k + 36;
      end loop;
      bias := k + 36 * delta / (delta + 38);
      delta := 0;
    end loop;
    delta := delta + 1;
    n := n + 1;
  end loop;
  return made;
end $$;

create function pg_temp.comparable(address text) returns text language plpgsql immutable as $$
declare
  name text := substring(address from '^(.+)@[^@]*$');
  made text;
begin
  if name is null or address ~ '^[ -~]*$' then return address; end if;
  made := substr(address, length(name) + 2);
  if made ~ '[^ -~]' then
    made := (select string_agg(case when label ~ '[^ -~]' then 'xn--' || pg_temp.punycode(label) else label end, '.' order by place)
      from regexp_split_to_table(normalize(lower(normalize(made, NFKC)), NFC), '[.。]') with ordinality x(label, place));
  end if;
  return normalize(name, NFC) || '@' || made;
end $$;

update app.person p set email = x.address
from (select id, pg_temp.comparable(email) as address, row_number() over (partition by lower(pg_temp.comparable(email))
  order by email = pg_temp.comparable(email) desc, last_seen_at desc nulls last, id) as place from app.person) x
where x.id = p.id and x.place = 1 and p.email <> x.address;

update app.invitation i set email = x.address
from (select id, pg_temp.comparable(email) as address, row_number() over (partition by plan_id, accepted_date is null, lower(pg_temp.comparable(email))
  order by renewed_date desc, email = pg_temp.comparable(email) desc, id) as place from app.invitation) x
where x.id = i.id and i.email <> x.address and (i.accepted_date is not null or x.place = 1 and not exists (
  select from app.invitation o where o.plan_id = i.plan_id and o.id <> i.id and o.accepted_date is null and lower(o.email) = lower(x.address)));

update app.known_browser set email = lower(pg_temp.comparable(email)) where email ~ '[^ -~]';
update app.named_person set email = pg_temp.comparable(email) where email ~ '[^ -~]';

drop function pg_temp.comparable(text);
drop function pg_temp.punycode(text);
