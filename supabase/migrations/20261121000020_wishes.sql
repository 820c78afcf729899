-- What the owner wishes for, and who promised what.
--
-- The surprise is kept by the database. No role of the API is granted anything on wish_claims, not even a count, since a
-- planner's estimate would be one. Two functions speak of claims: wish_availability() answers nobody who is signed in, and
-- wish_thanks() tells the owner of a claim once the birthday after it has ended in the owner's time zone. Nothing that the
-- owner may read or write is touched, locked or refused because of a claim.

create function private.is_plain_line(value text, max_length integer) returns boolean
language sql immutable set search_path = ''
as $$
  select value ~ '\S' and value = btrim(value) and char_length(value) <= max_length
    and value !~ '[\u0001-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]'
$$;

create table public.wishes (
  id uuid primary key default gen_random_uuid(),
  -- Null while nobody owns the site: what was seeded before belongs to whoever becomes the owner.
  user_id uuid default private.caller_id() references auth.users (id) on delete restrict,
  title text not null check (private.is_plain_line(title, 120)),
  url text check (url ~ '^https?://[^\s<>"\u0001-\u001F\u007F-\u009F]+$' and char_length(url) <= 2048),
  -- In the currency's smallest unit, such as cents.
  price_minor bigint check (price_minor between 0 and 100000000000),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- A picture's file name; never an address, so that no page of ours asks another host for it.
  image_path text check (image_path ~ '^[a-z0-9][a-z0-9._-]{0,120}\.(avif|webp|png|jpg)$'),
  -- 1 is the dearest wish.
  priority smallint not null default 2 check (priority between 1 and 3),
  category text not null default 'Other' check (private.is_plain_line(category, 40)),
  note text check (private.is_plain_line(note, 400)),
  quantity integer not null default 1 check (quantity between 1 and 99),
  visibility text not null default 'public' check (visibility in ('public', 'private')),
  acquired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((price_minor is null) = (currency is null))
);

create index wishes_listed on public.wishes (priority, created_at) where deleted_at is null and acquired_at is null;

alter table public.wishes enable row level security;
revoke all on table public.wishes from public, anon, authenticated, service_role;
grant select on table public.wishes to authenticated, service_role;
grant insert (id, user_id, title, url, price_minor, currency, image_path, priority, category, note, quantity, visibility)
  on table public.wishes to authenticated;
-- A wish is removed by deleted_at: a claim on it must neither hinder that nor be lost by it.
grant update (title, url, price_minor, currency, image_path, priority, category, note, quantity, visibility, acquired_at, deleted_at)
  on table public.wishes to authenticated;

create policy "The owner reads wishes in a full session" on public.wishes
  for select to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner adds wishes in a full session" on public.wishes
  for insert to authenticated
  with check ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner changes wishes in a full session" on public.wishes
  for update to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()))
  with check ((select private.owner_session()) and user_id = (select private.caller_id()));

create function private.touch_wish() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

create trigger touch_wish before update on public.wishes for each row execute function private.touch_wish();

-- Claims ---------------------------------------------------------------------------------------------------------

create table public.wish_claims (
  id uuid primary key default gen_random_uuid(),
  wish_id uuid not null references public.wishes (id) on delete cascade,
  -- To whom it is promised.
  user_id uuid references auth.users (id) on delete restrict,
  -- Forgotten when the promise is taken back.
  display_name text check (private.is_plain_line(display_name, 60)),
  -- SHA-256 of the 256 random bits that the claimer's browser keeps.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  quantity integer not null default 1 check (quantity between 1 and 99),
  status text not null default 'promised' check (status in ('promised', 'withdrawn')),
  created_at timestamptz not null default now(),
  check ((status = 'promised') = (display_name is not null))
);

create index wish_claims_by_wish on public.wish_claims (wish_id) where status = 'promised';

alter table public.wish_claims enable row level security;
revoke all on table public.wish_claims from public, anon, authenticated, service_role;

-- Who becomes the owner gets what lay there before.
create function private.adopt_wishes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.wishes wish set user_id = new.user_id where wish.user_id is null;
  update public.wish_claims claim set user_id = new.user_id where claim.user_id is null;
  return null;
end $$;

create trigger adopt_wishes after insert on private.owner for each row execute function private.adopt_wishes();

-- When the seal breaks -------------------------------------------------------------------------------------------

-- Written by the server from the content; no role of the API may.
create table private.birthday (
  id boolean primary key default true check (id),
  month smallint not null,
  day smallint not null,
  time_zone text not null,
  -- A year without a leap day: the birthday must be a day of every year.
  check (make_date(2023, month, day) is not null)
);
alter table private.birthday enable row level security;
revoke all on table private.birthday from public, anon, authenticated, service_role;

-- Sets the birthday; fails with invalid_parameter_value (22023) for a time zone that this database does not know, and
-- with datetime_field_overflow (22008) for a day that not every year has.
create function private.put_birthday(month integer, day integer, time_zone text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform now() at time zone put_birthday.time_zone;
  insert into private.birthday (month, day, time_zone) values (put_birthday.month, put_birthday.day, put_birthday.time_zone)
    on conflict (id) do update set month = excluded.month, day = excluded.day, time_zone = excluded.time_zone;
end $$;

-- When the owner may know of a claim made at a time: at the end of the first birthday that ends after it. Null, which is
-- never, while nobody has said when the birthday is.
create function private.claim_revealed_at(claimed_at timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select min(ends.at)
  from private.birthday,
    lateral (select extract(year from claim_revealed_at.claimed_at at time zone birthday.time_zone)::integer as year) claimed,
    lateral (
      select (make_date(claimed.year + later, birthday.month, birthday.day) + 1)::timestamp at time zone birthday.time_zone as at
      from generate_series(0, 1) later
    ) ends
  where ends.at > claim_revealed_at.claimed_at
$$;

-- What a visitor may read ----------------------------------------------------------------------------------------

-- The wishes that stand on the list, their public columns, the dearest first. The same for everybody.
create function public.listed_wishes()
returns table (id uuid, title text, url text, price_minor bigint, currency text, priority smallint, category text, note text, quantity integer)
language sql stable security definer set search_path = ''
as $$
  select wish.id, wish.title, wish.url, wish.price_minor, wish.currency, wish.priority, wish.category, wish.note, wish.quantity
  from public.wishes wish
  where wish.visibility = 'public' and wish.deleted_at is null and wish.acquired_at is null
  order by wish.priority, wish.created_at, wish.title, wish.id
$$;

create function private.promised_quantity(wish_id uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(claim.quantity), 0) from public.wish_claims claim
  where claim.wish_id = promised_quantity.wish_id and claim.status = 'promised'
$$;

-- How many of each listed wish nobody has promised yet. For visitors only: whoever is signed in is refused.
create function public.wish_availability() returns table (id uuid, free integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.caller_id() is not null then
    raise exception 'what is free is told to visitors only' using errcode = 'insufficient_privilege';
  end if;
  return query
    select wish.id, greatest(0, wish.quantity - private.promised_quantity(wish.id))::integer from public.listed_wishes() wish;
end $$;

-- What the server does for a visitor -----------------------------------------------------------------------------

-- Promises a wish: 'claimed', 'taken' where nothing is free any more, 'fewer' where not so many are free, 'gone' where it
-- is not on the list. The same token again is the same promise. Claims on one wish queue on a lock that has nothing to do
-- with its row, which the owner could see.
create function private.claim_wish(wish_id uuid, display_name text, token_hash bytea, quantity integer) returns text
language plpgsql set search_path = ''
as $$
declare
  wish public.wishes;
  free bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('wish ' || claim_wish.wish_id, 0));
  select * into wish from public.wishes candidate
  where candidate.id = claim_wish.wish_id and candidate.id in (select listed.id from public.listed_wishes() listed);
  if not found then
    return 'gone';
  end if;
  if exists (
    select from public.wish_claims claim
    where claim.token_hash = claim_wish.token_hash and claim.wish_id = wish.id and claim.status = 'promised'
  ) then
    return 'claimed';
  end if;
  free := wish.quantity - private.promised_quantity(wish.id);
  if free < claim_wish.quantity then
    return case when free > 0 then 'fewer' else 'taken' end;
  end if;
  insert into public.wish_claims (wish_id, user_id, display_name, token_hash, quantity)
  values (wish.id, wish.user_id, claim_wish.display_name, claim_wish.token_hash, claim_wish.quantity)
  on conflict on constraint wish_claims_token_hash_key do nothing;
  return case when found then 'claimed' else 'taken' end;
end $$;

-- Takes a promise back, for whoever holds its token; whether there was one.
create function private.withdraw_claim(wish_id uuid, token_hash bytea) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.wish_claims claim set status = 'withdrawn', display_name = null
  where claim.wish_id = withdraw_claim.wish_id and claim.token_hash = withdraw_claim.token_hash and claim.status = 'promised';
  return found;
end $$;

-- After the day --------------------------------------------------------------------------------------------------

-- Who promised what, the latest first: only what the seal no longer keeps.
create function public.wish_thanks()
returns table (id uuid, wish_id uuid, wish_title text, display_name text, quantity integer, claimed_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.owner_session() then
    raise exception 'this is for the owner in a full session' using errcode = 'insufficient_privilege';
  end if;
  return query
    select claim.id, claim.wish_id, wish.title, claim.display_name, claim.quantity, claim.created_at
    from public.wish_claims claim join public.wishes wish on wish.id = claim.wish_id
    where claim.user_id = private.caller_id() and claim.status = 'promised'
      and private.claim_revealed_at(claim.created_at) <= now()
    order by claim.created_at desc, claim.id;
end $$;

-- The first wishes -----------------------------------------------------------------------------------------------

-- The keys of the content's wishes that were put into the list, once each, whatever became of them since.
create table private.seeded_wishes (
  key text primary key,
  seeded_at timestamptz not null default now()
);
alter table private.seeded_wishes enable row level security;
revoke all on table private.seeded_wishes from public, anon, authenticated, service_role;

-- Puts those of the content's wishes into the list that never were in it; how many. Each is an object with the column's
-- names and `key`.
create function private.seed_wishes(wishes jsonb) returns integer
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

revoke all on function
  private.is_plain_line(text, integer), private.touch_wish(), private.adopt_wishes(), private.put_birthday(integer, integer, text),
  private.claim_revealed_at(timestamptz), private.promised_quantity(uuid), private.claim_wish(uuid, text, bytea, integer),
  private.withdraw_claim(uuid, bytea), private.seed_wishes(jsonb)
from public, anon, authenticated, service_role;
-- A check is evaluated as whoever writes the row.
grant execute on function private.is_plain_line(text, integer) to authenticated;

revoke all on function public.listed_wishes(), public.wish_availability(), public.wish_thanks()
from public, anon, authenticated, service_role;
grant execute on function public.listed_wishes() to anon, authenticated;
grant execute on function public.wish_availability() to anon;
grant execute on function public.wish_thanks() to authenticated;
