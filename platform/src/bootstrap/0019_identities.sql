-- Signing in by the word of another service, or of a wallet. Off unless the owner of the server names some.

set local role supabase_auth_admin;

-- Whoever came by another service or a wallet may have no address.
alter table auth.users drop constraint users_named_or_anonymous;
alter table auth.users add constraint users_named_or_anonymous check (email is not null or is_anonymous or signed_up);

-- Ours: HMAC of service, subject and account under a key outside the database. An identity without it signs nobody in, so that
-- whoever can write a row gives nobody a way into an account.
alter table auth.identities add column mark bytea check (octet_length(mark) = 32);

-- A sign-in that was begun at another service. Five minutes, so many at a time, answered once.
create table auth.flow_state (
  id uuid primary key,
  provider text not null check (length(provider) between 1 and 40),
  -- The session that links the identity to its account; null where somebody signs in.
  linking_session uuid references auth.sessions (id) on delete cascade,
  -- SHA-256 of the cookie of the browser that began it.
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  -- What the client's verifier is held against (RFC 7636); null where the session is to come in the address.
  code_challenge text check (code_challenge ~ '^[A-Za-z0-9._~-]{43,128}$'),
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  return_to text not null check (length(return_to) <= 2000),
  answered_at timestamptz,
  -- HMAC of the columns above under a key outside the database: a row that was written or changed there ends nothing.
  mark bytea not null check (octet_length(mark) = 32),
  -- SHA-256 of the code that the client trades for a session, and whom the service named, sealed under such a key.
  auth_code_hash bytea unique check (octet_length(auth_code_hash) = 32),
  sealed_identity text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index flow_state_by_end on auth.flow_state (expires_at);
create index flow_state_of_session on auth.flow_state (linking_session);
alter table auth.flow_state enable row level security;

-- Proofs that signed somebody in, kept until they have run out anyway: each is taken once.
create table auth.spent_proofs (
  proof_hash bytea primary key check (octet_length(proof_hash) = 32),
  expires_at timestamptz not null
);
create index spent_proofs_by_end on auth.spent_proofs (expires_at);
alter table auth.spent_proofs enable row level security;

-- A number that is to be shown by a code. An account has no number but that of its identity.
create table auth.phone_codes (
  phone text not null check (phone ~ '^[1-9][0-9]{1,14}$'),
  purpose text not null check (purpose in ('sms', 'phone_change')),
  -- Whether an account is made where the number has none.
  may_make boolean not null,
  -- The session whose account is to have the number; null where somebody signs in.
  session_id uuid references auth.sessions (id) on delete cascade,
  -- HMAC of the digits and of the columns above, under a key outside the database.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  failures integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (phone, purpose)
);
create index phone_codes_of_session on auth.phone_codes (session_id);
alter table auth.phone_codes enable row level security;

reset role;
