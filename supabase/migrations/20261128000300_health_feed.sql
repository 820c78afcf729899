-- Values of health that a phone sends by a token of its own: sealed by the server as they arrive, to a public key whose private half lies
-- in the vault, and kept here until the opened vault has taken them in. Nothing here is granted to any role of the API.

-- The private halves: sealed as notes are. They are never removed, because values may wait that were sealed to an older one.
create table public.health_feed_keys (
  sealed text not null
);
select private.make_sealed_table('public.health_feed_keys');

-- What values are sealed to from now on.
create table private.health_feeds (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Base64url of a P-256 point, uncompressed.
  public_key text not null check (public_key ~ '^B[A-Za-z0-9_-]{86}$'),
  published_at timestamptz not null default clock_timestamp()
);

create table private.health_feed_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  -- SHA-256 of the token, which is kept nowhere.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  -- When it last brought values that were kept.
  last_used_at timestamptz,
  revoked_at timestamptz
);

create table private.health_feed_values (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The key that it is sealed to, which need not be the one that is published by now.
  public_key text not null,
  sealed text not null check (octet_length(sealed) between 100 and 2048),
  -- To the millisecond, as it is bound to what is sealed.
  received_at timestamptz not null check (received_at = date_trunc('milliseconds', received_at, 'UTC'))
);
create index health_feed_values_in_order on private.health_feed_values (user_id, received_at, id);

alter table private.health_feeds enable row level security;
alter table private.health_feed_tokens enable row level security;
alter table private.health_feed_values enable row level security;
revoke all on table private.health_feeds, private.health_feed_tokens, private.health_feed_values
  from public, anon, authenticated, service_role;

insert into private.kept_tables (name, place, rows_count, fate) values
  ('private.health_feeds', null, true, 'deleted'),
  ('private.health_feed_tokens', 'health_feed_tokens', true, 'deleted'),
  ('private.health_feed_values', 'health_feed_values', true, 'deleted');
