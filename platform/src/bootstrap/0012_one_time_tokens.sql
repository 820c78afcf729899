-- What a link made by an administrator signs in with, once: SHA-256 of the link's 32 random bytes, and an HMAC of its six digits
-- under a key that is kept outside the database. An account has one at a time.

set local role supabase_auth_admin;

create table auth.one_time_tokens (
  user_id uuid primary key references auth.users (id) on delete cascade,
  purpose text not null check (purpose in ('signup', 'invite', 'magiclink', 'recovery')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  code_hash bytea not null check (length(code_hash) = 32),
  -- Wrong digits typed so far. A few end the token, whoever typed them.
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
-- Nobody but the owner of the schema and the machine's commands is granted it; were it granted by mistake, it would show no row.
alter table auth.one_time_tokens enable row level security;

reset role;
