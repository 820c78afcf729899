-- Puts those of the content's wishes into the list that never were in it; how many. Each is an object with the column's
-- names and `key`.
create or replace function private.seed_wishes(wishes jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  added integer;
begin
  with given as (
    select * from rows from (
      jsonb_to_recordset(seed_wishes.wishes) as (
        key text, title text, url text, price_minor bigint, currency text, priority smallint, category text, note text,
        quantity integer)
    ) with ordinality as wish (key, title, url, price_minor, currency, priority, category, note, quantity, place)
  ), fresh as (
    insert into private.seeded_wishes (key) select given.key from given on conflict do nothing returning key
  )
  insert into public.wishes (user_id, title, url, price_minor, currency, priority, category, note, quantity, created_at)
  select private.owner_user_id(), given.title, given.url, given.price_minor, given.currency, given.priority, given.category,
    given.note, given.quantity, now() + given.place * interval '1 microsecond'
  from given join fresh on fresh.key = given.key;
  get diagnostics added = row_count;
  return added;
end $$;

revoke all on function private.seed_wishes(jsonb) from public, anon, authenticated, service_role;
