-- The log: append only, every row chained to the one before by its hash.
--
-- Whose word a column is:
--   the reporter's (`reported_by`: the client or the server): activity_type, activity_description, success, metadata,
--     page_url, session_id. Stored as they came; shown as reported.
--   the server's: id, sequence, created_at, reported_by, user_agent, ip_address, address_verified, previous_hash, hash.
--     What a client sends in these is overwritten. `address_verified` is true where our server vouches for the address,
--     false where it only was forwarded in a header (a hosted project used directly), null where there is none.

create table public.activity_logs (
  id uuid primary key default gen_random_uuid(),
  sequence bigint not null unique,
  activity_type text not null check (activity_type ~ '^[a-z][a-z0-9_]{1,63}$'),
  activity_description text not null
    check (char_length(activity_description) between 1 and 1000)
    -- No control characters, no line separators, nothing that reverses the direction of text.
    check (activity_description !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  -- The name that the mapped log shape uses.
  description text generated always as (activity_description) stored,
  success boolean not null default true,
  metadata jsonb not null default '{}'
    check (jsonb_typeof(metadata) = 'object')
    check (octet_length(metadata::text) <= 8192),
  ip_address text check (char_length(ip_address) <= 45),
  address_verified boolean,
  user_agent text check (char_length(user_agent) <= 512),
  page_url text
    check (char_length(page_url) <= 2048)
    check (page_url !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  -- The browser session's own id for logging, not the auth session's.
  session_id text
    check (char_length(session_id) <= 128)
    check (session_id !~ '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]'),
  user_id uuid not null default private.caller_id() references auth.users (id) on delete restrict,
  reported_by text not null default 'client' check (reported_by in ('client', 'server')),
  created_at timestamptz not null default now(),
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32)
);

create index activity_logs_newest on public.activity_logs (created_at desc);
create index activity_logs_newest_by_type on public.activity_logs (activity_type, created_at desc);
create index activity_logs_newest_failed on public.activity_logs (created_at desc) where not success;

alter table public.activity_logs enable row level security;
revoke all on table public.activity_logs from public, anon, authenticated, service_role;
grant select, insert on table public.activity_logs to authenticated;
grant select on table public.activity_logs to service_role;

create policy "The owner reads the log in a full session" on public.activity_logs
  for select to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner adds to the log in a full session" on public.activity_logs
  for insert to authenticated
  with check ((select private.owner_session()) and user_id = (select private.caller_id()));

-- Append only ----------------------------------------------------------------------------------------------------

create function private.refuse_log_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'the log is append only' using errcode = 'insufficient_privilege';
end $$;

-- For each statement, so that even one that would hit no row is refused; the table's owner is refused too.
create trigger refuse_log_change before update or delete or truncate on public.activity_logs
  for each statement execute function private.refuse_log_change();
alter table public.activity_logs enable always trigger refuse_log_change;

-- What the request says ------------------------------------------------------------------------------------------

-- An address in its canonical spelling; null for anything else.
create function private.canonical_address(candidate text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if candidate !~ '^[0-9A-Fa-f:.]{2,45}$' then
    return null;
  end if;
  return host(candidate::inet);
exception when others then
  return null;
end $$;

-- Text with control and direction characters replaced by spaces, cut to a length; null when nothing is left.
create function private.plain_text(value text, max_length integer) returns text
language sql immutable set search_path = ''
as $$
  select nullif(
    left(btrim(regexp_replace(value, '[\u0001-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]+', ' ', 'g')), max_length), '')
$$;

-- The chain ------------------------------------------------------------------------------------------------------
--
-- hash = SHA-256 of the bytes of private.activity_log_bytes. Each field is its length in bytes (4 bytes, big-endian),
-- then its bytes; null is the length ff ff ff ff and no bytes. The fields, in this order:
--    1 the text 'castellan.activity_log.1'
--    2 sequence, decimal
--    3 previous_hash, 32 raw bytes (zeros for sequence 1)
--    4 id, lower-case with hyphens
--    5 created_at, UTC: YYYY-MM-DDTHH:MM:SS.ffffffZ
--    6 activity_type
--    7 activity_description
--    8 success, 'true' or 'false'
--    9 metadata, as PostgreSQL prints jsonb (keys by length, then bytes; ', ' and ': ' between)
--   10 ip_address
--   11 address_verified, 'true' or 'false'
--   12 user_agent
--   13 page_url
--   14 session_id
--   15 user_id, lower-case with hyphens
--   16 reported_by
-- Text is UTF-8.

create table private.activity_log_head (
  id boolean primary key default true check (id),
  sequence bigint not null,
  hash bytea not null
);
alter table private.activity_log_head enable row level security;
revoke all on table private.activity_log_head from public, anon, authenticated, service_role;
insert into private.activity_log_head (sequence, hash) values (0, decode(repeat('00', 32), 'hex'));

-- These two set no search path, because only then are they inlined, which makes verification more than twice as fast.
-- Their callers have an empty one.
create function private.chained_field(value bytea) returns bytea
language sql immutable
as $$ select coalesce(pg_catalog.int4send(pg_catalog.octet_length(value)) || value, '\xffffffff'::bytea) $$;

create function private.chained_field(value text) returns bytea
language sql immutable
as $$
  select coalesce(
    pg_catalog.int4send(pg_catalog.octet_length(pg_catalog.convert_to(value, 'UTF8'))) || pg_catalog.convert_to(value, 'UTF8'),
    '\xffffffff'::bytea)
$$;

create function private.activity_log_bytes(entry public.activity_logs) returns bytea
language sql stable set search_path = ''
as $$
  select private.chained_field('castellan.activity_log.1'::text)
    || private.chained_field((entry).sequence::text)
    || private.chained_field((entry).previous_hash)
    || private.chained_field((entry).id::text)
    || private.chained_field(to_char((entry).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || private.chained_field((entry).activity_type)
    || private.chained_field((entry).activity_description)
    || private.chained_field((entry).success::text)
    || private.chained_field((entry).metadata::text)
    || private.chained_field((entry).ip_address)
    || private.chained_field((entry).address_verified::text)
    || private.chained_field((entry).user_agent)
    || private.chained_field((entry).page_url)
    || private.chained_field((entry).session_id)
    || private.chained_field((entry).user_id::text)
    || private.chained_field((entry).reported_by)
$$;

create function private.chain_activity_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  head private.activity_log_head;
  headers jsonb;
  vouched text;
begin
  -- An id of the client's could meet an existing one; a row skipped for that would leave a gap in the chain.
  new.id := gen_random_uuid();
  -- The role that the request took, which a security definer function does not change.
  if current_setting('role', true) in ('anon', 'authenticated', 'service_role') then
    headers := private.request_object('request.headers');
    vouched := private.canonical_address(current_setting('request.address', true));
    new.reported_by := 'client';
    new.user_agent := private.plain_text(headers ->> 'user-agent', 512);
    new.ip_address := coalesce(vouched, private.canonical_address(btrim(split_part(headers ->> 'x-forwarded-for', ',', 1))));
    new.address_verified := case when new.ip_address is not null then vouched is not null end;
  else
    new.reported_by := 'server';
    new.user_agent := private.plain_text(new.user_agent, 512);
    new.ip_address := private.canonical_address(new.ip_address);
    new.address_verified := case when new.ip_address is not null then true end;
  end if;
  select * into strict head from private.activity_log_head for update;
  new.sequence := head.sequence + 1;
  -- After the lock, so that time follows the sequence.
  new.created_at := clock_timestamp();
  new.previous_hash := head.hash;
  new.hash := sha256(private.activity_log_bytes(new));
  update private.activity_log_head set sequence = new.sequence, hash = new.hash;
  return new;
end $$;

create trigger chain_activity_log before insert on public.activity_logs
  for each row execute function private.chain_activity_log();

-- Checks up to `row_limit` rows (at most 20000, which stays within a request's time) from `from_sequence` on and answers
-- one row: `ok` with `last_sequence` and `last_hash` of the last good row (call again from the next one until
-- `complete`), or `broken_sequence` of the first broken row and `problem`, one of
--   row_missing      there is no row with this sequence, but there are later ones
--   link_broken      its previous_hash is not the hash of the row before
--   content_changed  its hash is not the hash of its content
--   tail_missing     the newest rows, from this one on, are gone
--   head_mismatch    rows were added or replaced past the recorded head of the chain
-- Whoever can rewrite the whole chain and its head is found out only by a checkpoint kept elsewhere.
create function public.verify_activity_log_chain(from_sequence bigint default 1, row_limit integer default 5000)
returns table (
  ok boolean, complete boolean, checked_rows bigint, last_sequence bigint, last_hash text, broken_sequence bigint, problem text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant integer := least(greatest(coalesce(row_limit, 5000), 1), 20000);
  head private.activity_log_head;
  entry public.activity_logs;
  last bytea;
begin
  if not private.owner_session() then
    raise exception 'permission denied for function verify_activity_log_chain' using errcode = 'insufficient_privilege';
  end if;
  select * into strict head from private.activity_log_head;
  ok := true;
  complete := false;
  checked_rows := 0;
  last_sequence := greatest(coalesce(from_sequence, 1), 1) - 1;
  if last_sequence = 0 then
    last := decode(repeat('00', 32), 'hex');
  else
    -- Null where that row was pruned: then the first row's link is taken as it is.
    select log.hash into last from public.activity_logs log where log.sequence = last_sequence;
  end if;
  for entry in
    select * from public.activity_logs log where log.sequence > last_sequence order by log.sequence limit most
  loop
    problem := case
      when entry.sequence <> last_sequence + 1 then 'row_missing'
      when entry.previous_hash <> last then 'link_broken'
      when entry.hash <> sha256(private.activity_log_bytes(entry)) then 'content_changed'
    end;
    exit when problem is not null;
    checked_rows := checked_rows + 1;
    last_sequence := entry.sequence;
    last := entry.hash;
  end loop;
  if problem is null and checked_rows < most then
    complete := true;
    problem := case
      when last_sequence < head.sequence then 'tail_missing'
      when last_sequence > head.sequence or last is distinct from head.hash then 'head_mismatch'
    end;
  end if;
  if problem is not null then
    ok := false;
    complete := false;
    broken_sequence := case problem when 'head_mismatch' then least(last_sequence, head.sequence + 1) else last_sequence + 1 end;
  end if;
  last_hash := encode(last, 'hex');
  return next;
end $$;

-- The server's own entries ---------------------------------------------------------------------------------------

-- Records what the server itself saw, such as failed sign-ins, as an entry of the owner's. Returns its id, or null while
-- there is no owner (nothing is recorded). Text is cleaned and cut rather than refused; the type must be well formed.
create function private.record_server_event(
  activity_type text, activity_description text, success boolean, metadata jsonb, address text, user_agent text
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  entry_id uuid;
begin
  insert into public.activity_logs (activity_type, activity_description, success, metadata, ip_address, user_agent, user_id)
  select
    record_server_event.activity_type,
    coalesce(private.plain_text(record_server_event.activity_description, 1000), record_server_event.activity_type),
    coalesce(record_server_event.success, true),
    coalesce(record_server_event.metadata, '{}'),
    record_server_event.address,
    record_server_event.user_agent,
    owner.user_id
  from private.owner
  returning id into entry_id;
  return entry_id;
end $$;

revoke all on function
  private.refuse_log_change(), private.canonical_address(text), private.plain_text(text, integer), private.chained_field(bytea),
  private.chained_field(text), private.activity_log_bytes(public.activity_logs), private.chain_activity_log(),
  private.record_server_event(text, text, boolean, jsonb, text, text)
from public, anon, authenticated, service_role;
grant execute on function private.record_server_event(text, text, boolean, jsonb, text, text) to supabase_auth_admin;

revoke all on function public.verify_activity_log_chain(bigint, integer) from public, anon, authenticated, service_role;
grant execute on function public.verify_activity_log_chain(bigint, integer) to authenticated;

alter publication supabase_realtime add table public.activity_logs;
