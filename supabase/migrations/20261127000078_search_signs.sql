-- Signs of currencies and marks are words in a search, and Arabic words are found with and without hamza and tatweel.
-- Normalizes a text for comparison: lower case, no accents and vowel marks, only letters and digits, one space between words. "C++" and
-- "C#" are cplusplus and csharp, an emoji or a sign such as € is the word emoji with its number. Arabic letters have no hamza, and
-- no tatweel stretches them.
-- Immutable only while the unaccent dictionary is the one that ships with the extension.
create or replace function app.words(t text) returns text language plpgsql immutable parallel safe set search_path = '' as $$
declare
  plain text := t;
  signs constant text := '[$\u00A2-\u00A5\u00A9\u00AE\u20A0-\u20CF\u2122]';
  emoji constant text := '[\u2190-\u21FF\u2300-\u27BF\u2B00-\u2BFF\U0001F000-\U0001FAFF]';
  sign text;
begin
  -- The next step writes some of them as letters.
  if t ~ signs then
    for sign in select distinct m[1] from regexp_matches(t, signs, 'g') m limit 100 loop
      plain := replace(plain, sign, ' emoji' || to_hex(ascii(sign)) || ' ');
    end loop;
  end if;
  plain := lower(extensions.unaccent('extensions.unaccent', normalize(plain, nfkc)));
  if octet_length(plain) > length(plain) then
    plain := translate(regexp_replace(plain,
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED'
      || '\u0900-\u0903\u093A-\u093C\u093E-\u094F\u0951-\u0957\u0962\u0963\u0981-\u0983\u09BC\u09BE-\u09CD\u0A01-\u0A03\u0A3C-\u0A51\u0A70\u0A71\u0A81-\u0A83\u0ABC\u0ABE-\u0ACD\u0B82\u0BBE-\u0BCD\u0C00-\u0C04\u0C3E-\u0C56\u0CBC\u0CBE-\u0CD6\u0D00-\u0D03\u0D3B\u0D3C\u0D3E-\u0D4D\u0E31\u0E34-\u0E3A\u0E47-\u0E4E'
      || '\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\u3099\u309A\uFE00-\uFE0F\uFE20-\uFE2F]', '', 'g'), U&'\03C2\0622\0623\0625\0671\0624\0626\0640', U&'\03C3\0627\0627\0627\0627\0648\064A');
    for sign in select distinct m[1] from regexp_matches(plain, emoji, 'g') m limit 100 loop
      plain := replace(plain, sign, ' emoji' || to_hex(ascii(sign)) || ' ');
    end loop;
  end if;
  if strpos(plain, '++') > 0 then plain := regexp_replace(plain, '([[:alnum:]])\+\+', '\1plusplus', 'g'); end if;
  if strpos(plain, '#') > 0 then plain := regexp_replace(plain, '([[:alnum:]])#(?![[:alnum:]])', '\1sharp', 'g'); end if;
  return btrim(regexp_replace(plain, '[^[:alnum:]]+', ' ', 'g'));
end $$;

insert into app.search_due (kind, entity_id, plan_id)
select e.kind, e.entity_id, e.plan_id from app.search_entry e on conflict do nothing;
