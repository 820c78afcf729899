-- What the server keeps to look films and books up: the owner's key to the film database, and small covers.
--
-- Nothing here is granted to any role of the API: the server reads and writes it as the product's owner.

-- In schema public, so that the passport counts it and whoever deletes everything deletes it.
create table public.media_keys (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Sealed under a key outside the database.
  sealed_key text not null check (octet_length(sealed_key) between 1 and 8192),
  kept_at timestamptz not null
);
alter table public.media_keys enable row level security;
revoke all on table public.media_keys from public, anon, authenticated, service_role;

-- Covers go with their item.
create table private.media_covers (
  media_id uuid primary key references public.media_items (id) on delete cascade,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 65536),
  -- The film database lets nobody keep what it gave for longer than six months.
  fetched_at timestamptz not null
);
alter table private.media_covers enable row level security;
revoke all on table private.media_covers from public, anon, authenticated, service_role;
