-- The owner's keys to services that the tools ask. Nothing here is granted to any role of the API: the server reads and writes it as
-- the product's owner.

-- In schema public, so that the passport counts it and whoever deletes everything deletes it.
create table public.tool_source_keys (
  user_id uuid not null references auth.users (id) on delete cascade,
  source text not null check (source ~ '^[a-z0-9]{1,64}$'),
  -- Sealed under a key outside the database.
  sealed_key text not null check (octet_length(sealed_key) between 1 and 8192),
  kept_at timestamptz not null,
  primary key (user_id, source)
);
alter table public.tool_source_keys enable row level security;
revoke all on table public.tool_source_keys from public, anon, authenticated, service_role;
