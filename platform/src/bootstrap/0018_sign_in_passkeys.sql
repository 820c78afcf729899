-- Passkeys in the place of a password, for accounts besides the owner's. Those that are a second factor are in auth.mfa_factors.

set local role supabase_auth_admin;

create table auth.webauthn_credentials (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- What its authenticator knows it by. A passkey belongs to one account (WebAuthn Level 3 §7.1 step 26).
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- Its public key, sealed under a key outside the database, so that whoever can write a row still plants no passkey of their own.
  sealed_key text not null,
  aaguid uuid,
  -- The newest signature counter seen; 0 where the authenticator does not count.
  sign_count bigint not null check (sign_count between 0 and 4294967295),
  transports jsonb not null check (jsonb_typeof(transports) = 'array'),
  friendly_name text not null check (length(friendly_name) between 1 and 120),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz
);
create index webauthn_credentials_of_account on auth.webauthn_credentials (user_id, created_at);
alter table auth.webauthn_credentials enable row level security;

-- Challenges are kept nowhere until one is answered rightly. Then its id stands here until it has run out, so that it is taken once.
alter table auth.users add column spent_passkey_challenges uuid[] not null default '{}'
  check (cardinality(spent_passkey_challenges) <= 30);

reset role;
