-- Short links: addresses of this site that lead to others, and how often they were visited.
--
-- A link is a record of the owner's. What is counted of visits is no list of visits: there are only sums by day, of how many
-- there were and of which kinds, so that no visitor can be told from them and no flood of visits grows a table. Days are UTC.

create table public.short_links (
  -- As a browser writes it: printable ASCII, so that it can stand in a header as it is.
  url text not null constraint "A destination is an http or https address up to 2048 long"
    check (url ~ '^https?://[\x21-\x7E]+$' and char_length(url) <= 2048),
  slug text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) constraint "A slug has 1 to 64 small letters, digits, - and _"
    check (slug ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  title text not null default '' constraint "A name has at most 200 characters on one line"
    check (char_length(title) <= 200 and title !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  tags text[] not null default '{}'
    constraint "A link has at most 20 tags" check (cardinality(tags) <= 20 and array_position(tags, null) is null)
    constraint "Tags have at most 500 characters and no control ones"
      check (char_length(array_to_string(tags, '')) <= 500 and array_to_string(tags, '') !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  expires_at timestamptz constraint "A link expires between 2000 and 2200" check (expires_at between '2000-01-01' and '2200-01-01'),
  max_visits integer constraint "A limit is 1 to 1000000 visits" check (max_visits between 1 and 1000000),
  password_hash text constraint "A password is kept as its scrypt hash"
    check (password_hash ~ '^scrypt\$15\$8\$1\$[A-Za-z0-9_-]{22}\$[A-Za-z0-9_-]{43}$')
);
select private.make_owner_table('public.short_links');
-- What lies in the trash keeps no slug from others.
create unique index "Another link has this slug" on public.short_links (slug) where deleted_at is null;

-- How often a link with a limit was opened.
create table private.short_link_openings (
  link_id uuid primary key references public.short_links (id) on delete cascade,
  opened bigint not null
);

-- Sums of visits. `kind` is visit, visitor, bot, referrer, browser or country; `name` says which one, and is empty for the first two.
create table private.short_link_days (
  link_id uuid not null references public.short_links (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('visit', 'visitor', 'bot', 'referrer', 'browser', 'country')),
  name text not null check (char_length(name) <= 100),
  visits bigint not null,
  primary key (link_id, day, kind, name)
);
create index short_link_days_by_day on private.short_link_days (day);

-- The salt of a day, and the visitors of it under that salt: kept until the day has ended, so that the same visitor is counted
-- once in a day and cannot be followed to the next one.
create table private.short_link_salts (
  day date primary key,
  salt bytea not null check (octet_length(salt) = 32)
);
create table private.short_link_visitors (
  link_id uuid not null references public.short_links (id) on delete cascade,
  day date not null,
  visitor bytea not null check (octet_length(visitor) = 12),
  primary key (link_id, day, visitor)
);

alter table private.short_link_openings enable row level security;
alter table private.short_link_days enable row level security;
alter table private.short_link_salts enable row level security;
alter table private.short_link_visitors enable row level security;
revoke all on table private.short_link_openings, private.short_link_days, private.short_link_salts, private.short_link_visitors
from public, anon, authenticated, service_role;

-- What the server does for a visitor -------------------------------------------------------------------------------

-- The link that a slug leads to, and how often it was opened if it has a limit.
create function private.find_short_link(slug text)
returns table (id uuid, url text, title text, expires_at timestamptz, max_visits integer, password_hash text, opened bigint)
language sql stable set search_path = ''
as $$
  select link.id, link.url, link.title, link.expires_at, link.max_visits, link.password_hash, coalesce(counted.opened, 0)
  from public.short_links link left join private.short_link_openings counted on counted.link_id = link.id
  where link.slug = find_short_link.slug and link.deleted_at is null
$$;

-- Takes one of the openings that a link allows: its address as it is now, or nothing once all are taken or its time has passed.
-- Openings at the same time queue on the row, so that exactly as many succeed as are allowed.
create function private.open_short_link(link_id uuid) returns text
language plpgsql set search_path = ''
as $$
declare
  link public.short_links;
begin
  select * into link from public.short_links candidate
  where candidate.id = open_short_link.link_id and candidate.deleted_at is null
    and (candidate.expires_at is null or candidate.expires_at > clock_timestamp());
  if not found then
    return null;
  end if;
  insert into private.short_link_openings as counted (link_id, opened) values (link.id, 1)
    on conflict on constraint short_link_openings_pkey do update set opened = counted.opened + 1
    where link.max_visits is null or counted.opened < link.max_visits;
  return case when found then link.url end;
end $$;

-- Today's salt: the one that is there, else the one proposed. What an earlier day left behind goes.
create function private.short_link_salt(proposed bytea) returns table (day date, salt bytea)
language plpgsql set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  perform private.forget_short_link_visitors();
  insert into private.short_link_salts (day, salt) values (today, short_link_salt.proposed)
    on conflict on constraint short_link_salts_pkey do nothing;
  return query select kept.day, kept.salt from private.short_link_salts kept where kept.day = today;
end $$;

-- Forgets who visited on days that have ended, and sums older than 400 days.
create function private.forget_short_link_visitors() returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  delete from private.short_link_salts kept where kept.day < today;
  delete from private.short_link_visitors kept where kept.day < today;
  delete from private.short_link_days kept where kept.day < today - 400;
end $$;

-- Adds visits to the sums of today. The first four lists belong together, and so do the last two. A link has at most 100 names
-- of a kind in a day, the rest is `other`, and at most 10000 visitors are told apart. Rows are written in one order, so that
-- servers that do this at once wait for each other and do not get stuck.
create function private.count_short_link_visits(links uuid[], kinds text[], names text[], counts integer[], visited uuid[], visitors bytea[])
returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  -- It is told of within milliseconds and need not wait for the disk: the server's end loses nothing of it, the machine's might.
  perform set_config('synchronous_commit', 'off', true);
  insert into private.short_link_days as kept (link_id, day, kind, name, visits)
  select numbered.link_id, today, numbered.kind,
    case when numbered.is_known or numbered.place + numbered.known <= 100 then numbered.name else 'other' end as shown,
    sum(numbered.visits)
  from (
    select given.*,
      row_number() over (partition by given.link_id, given.kind, given.is_known order by given.visits desc, given.name) as place,
      (select count(*) from private.short_link_days day
        where day.link_id = given.link_id and day.day = today and day.kind = given.kind) as known
    from (
      select told.link_id, told.kind, told.name, sum(told.visits) as visits,
        exists (select from private.short_link_days day where day.link_id = told.link_id and day.day = today
          and day.kind = told.kind and day.name = told.name) as is_known
      from unnest(count_short_link_visits.links, count_short_link_visits.kinds, count_short_link_visits.names, count_short_link_visits.counts)
        as told (link_id, kind, name, visits)
      where exists (select from public.short_links link where link.id = told.link_id)
      group by told.link_id, told.kind, told.name
    ) given
  ) numbered
  group by numbered.link_id, numbered.kind, shown
  order by numbered.link_id, numbered.kind, shown
  on conflict on constraint short_link_days_pkey do update set visits = kept.visits + excluded.visits;

  with seen as (
    insert into private.short_link_visitors (link_id, day, visitor)
    select distinct told.link_id, today, told.visitor
    from unnest(count_short_link_visits.visited, count_short_link_visits.visitors) as told (link_id, visitor)
    where exists (select from public.short_links link where link.id = told.link_id)
      and coalesce((select day.visits from private.short_link_days day
        where day.link_id = told.link_id and day.day = today and day.kind = 'visitor'), 0) < 10000
    order by told.link_id, told.visitor
    on conflict on constraint short_link_visitors_pkey do nothing
    returning link_id
  )
  insert into private.short_link_days as kept (link_id, day, kind, name, visits)
  select seen.link_id, today, 'visitor', '', count(*) from seen group by seen.link_id order by seen.link_id
  on conflict on constraint short_link_days_pkey do update set visits = kept.visits + excluded.visits;
end $$;

-- What the owner reads ---------------------------------------------------------------------------------------------

-- Of each link that was visited or opened: how often, by how many visitors (summed over days), by how many bots, and when last.
create function public.short_link_totals()
returns table (link_id uuid, visits bigint, visitors bigint, bots bigint, opened bigint, last_day date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.owner_session() then
    raise exception 'this is for the owner in a full session' using errcode = 'insufficient_privilege';
  end if;
  return query
    select link.id, coalesce(sums.visits, 0), coalesce(sums.visitors, 0), coalesce(sums.bots, 0), coalesce(counted.opened, 0), sums.last_day
    from public.short_links link
    left join private.short_link_openings counted on counted.link_id = link.id
    left join (
      select day.link_id,
        (sum(day.visits) filter (where day.kind = 'visit'))::bigint as visits,
        (sum(day.visits) filter (where day.kind = 'visitor'))::bigint as visitors,
        (sum(day.visits) filter (where day.kind = 'bot'))::bigint as bots,
        max(day.day) filter (where day.kind = 'visit') as last_day
      from private.short_link_days day group by day.link_id
    ) sums on sums.link_id = link.id
    where link.user_id = private.caller_id() and (sums.link_id is not null or counted.link_id is not null)
    order by link.id;
end $$;

-- The sums of one link since a day: visits and visitors by day, and everything else added up over the days, the most first.
create function public.short_link_visits(link uuid, since date)
returns table (day date, kind text, name text, visits bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.owner_session() then
    raise exception 'this is for the owner in a full session' using errcode = 'insufficient_privilege';
  end if;
  return query
    select case when sums.kind in ('visit', 'visitor') then sums.day end, sums.kind, sums.name, sum(sums.visits)::bigint
    from private.short_link_days sums join public.short_links owned on owned.id = sums.link_id
    where sums.link_id = short_link_visits.link and sums.day >= short_link_visits.since and owned.user_id = private.caller_id()
    group by 1, sums.kind, sums.name
    order by sums.kind, 1, 4 desc, sums.name
    limit 5000;
end $$;

revoke all on function
  private.find_short_link(text), private.open_short_link(uuid), private.short_link_salt(bytea), private.forget_short_link_visitors(),
  private.count_short_link_visits(uuid[], text[], text[], integer[], uuid[], bytea[]),
  public.short_link_totals(), public.short_link_visits(uuid, date)
from public, anon, authenticated, service_role;
grant execute on function public.short_link_totals(), public.short_link_visits(uuid, date) to authenticated;
