-- The owner's connection to the music provider, and how often its API may be asked.
--
-- Nothing here is granted to any role of the API: the server reads and writes it as the product's owner. Whatever opens
-- the account is sealed under a key outside the database. Times come from the server, so that one clock decides.

create table private.music_connection (
  -- There is one possible key, so there is one possible row.
  id boolean primary key default true check (id),
  -- Access and refresh token, sealed.
  sealed_tokens text not null check (octet_length(sealed_tokens) between 1 and 16384),
  connected_at timestamptz not null,
  -- Of the access token.
  expires_at timestamptz not null
);
alter table private.music_connection enable row level security;
revoke all on table private.music_connection from public, anon, authenticated, service_role;

-- A sign-in at the provider that has been started: its state lies here as a hash and is deleted by its first use.
create table private.music_authorizations (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  session_id uuid not null,
  sealed_verifier text not null check (octet_length(sealed_verifier) between 1 and 1024),
  expires_at timestamptz not null
);
alter table private.music_authorizations enable row level security;
revoke all on table private.music_authorizations from public, anon, authenticated, service_role;

-- The provider counts the calls of an app in a rolling window of 30 seconds, whichever server makes them.
create table private.music_budget (
  id boolean primary key default true check (id),
  -- The provider asked for silence until then.
  quiet_until timestamptz not null default '-infinity'
);
insert into private.music_budget default values;
alter table private.music_budget enable row level security;
revoke all on table private.music_budget from public, anon, authenticated, service_role;

create table private.music_calls (
  id bigint generated always as identity primary key,
  -- The call may have reached the provider at any moment up to its end, so it counts until one window after that.
  counts_until timestamptz not null
);
alter table private.music_calls enable row level security;
revoke all on table private.music_calls from public, anon, authenticated, service_role;

-- Takes one of so many calls before it is made, as if it ended at the latest moment possible. Returns its id and null, or
-- null and when to ask again. The budget's one row is locked until the caller's transaction ends: one call after another.
create function private.reserve_music_call(
  at timestamptz, latest_end timestamptz, call_limit integer, window_length interval,
  out call_id bigint, out ask_again_at timestamptz
)
language plpgsql set search_path = ''
as $$
begin
  select budget.quiet_until into ask_again_at from private.music_budget budget for update;
  if ask_again_at > at then
    return;
  end if;
  -- What lies further ahead than any call can was written by a clock that has been put back since.
  delete from private.music_calls call
  where call.counts_until <= at or call.counts_until > latest_end + 2 * window_length;
  select min(call.counts_until) into ask_again_at from private.music_calls call having count(*) >= call_limit;
  if ask_again_at is null then
    insert into private.music_calls (counts_until) values (latest_end + window_length) returning id into call_id;
  end if;
end $$;

revoke all on function private.reserve_music_call(timestamptz, timestamptz, integer, interval)
  from public, anon, authenticated, service_role;
