-- What the machine's own command prints so that a new browser counts as a known device of the account, against strangers whose
-- wrong passwords make everybody else wait. SHA-256 of 32 random bytes; used once.

set local role supabase_auth_admin;

create table auth.device_grants (
  user_id uuid primary key references auth.users (id) on delete cascade,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
-- Nobody but the owner of the schema and the machine's commands is granted it; were it granted by mistake, it would show no row.
alter table auth.device_grants enable row level security;

reset role;
