-- The accounts and their sessions: schema `auth`, with the names a hosted project gives its tables and columns, so that
-- whatever is written against a hosted project reads the same here. What is ours alone is said to be so.
-- The auth service alone connects as the schema's owner. No role of the data API can read a table in here.

create schema auth authorization supabase_auth_admin;

alter role supabase_auth_admin set search_path = '';
alter role supabase_auth_admin set statement_timeout = '10s';
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '15s';

set local role supabase_auth_admin;

alter default privileges revoke execute on functions from public;
-- The product's owner adds triggers and foreign keys to these tables, and its local commands administer accounts.
alter default privileges in schema auth grant all on tables to postgres;
alter default privileges in schema auth grant all on sequences to postgres;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated' check (role = 'authenticated'),
  email text not null unique check (email = lower(email) and length(email) between 3 and 255),
  encrypted_password text not null,
  email_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (email_confirmed_at) stored,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_app_meta_data) = 'object'),
  raw_user_meta_data jsonb not null default '{}' check (jsonb_typeof(raw_user_meta_data) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  banned_until timestamptz,
  is_anonymous boolean not null default false,
  -- Ours: whether an authenticator was ever verified. From then on a session below aal2 opens nothing, for good.
  factor_required boolean not null default false
);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_of_user on auth.identities (user_id);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  secret text,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Ours: the newest 30-second step whose code was accepted. That step and every earlier one are refused.
  last_used_step bigint
);
create index mfa_factors_of_user on auth.mfa_factors (user_id);
create unique index mfa_factors_one_name_each on auth.mfa_factors (user_id, friendly_name) where trim(friendly_name) <> '';

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid references auth.mfa_factors (id) on delete set null,
  aal auth.aal_level not null default 'aal1',
  -- The end whatever happens. Every reader of a session compares it with the present time.
  not_after timestamptz not null,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text
);
create index sessions_of_user on auth.sessions (user_id, created_at);
create index sessions_of_factor on auth.sessions (factor_id);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Ours, in place of the token: its SHA-256, and the salt from which the server makes it again with a key that is kept
  -- outside the database. A dump of this table refreshes nothing.
  token_hash bytea not null unique check (length(token_hash) = 32),
  salt bytea not null check (length(salt) = 32),
  parent bigint,
  revoked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index refresh_tokens_one_active_each on auth.refresh_tokens (session_id) where not revoked;
create index refresh_tokens_of_session on auth.refresh_tokens (session_id);
create index refresh_tokens_of_user on auth.refresh_tokens (user_id);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  -- Ours: only the session that asked may answer.
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null
);
create index mfa_challenges_of_factor on auth.mfa_challenges (factor_id);
create index mfa_challenges_of_session on auth.mfa_challenges (session_id, created_at);

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

-- Ours: each replaces one authenticator code, once. Only a slow hash is kept (scrypt, salted with the account's id).
create table auth.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  unique (user_id, code_hash)
);

-- Ours: what the machine's own commands print when they remove an authenticator. SHA-256 of 32 random bytes.
create table auth.enrolment_secrets (
  user_id uuid primary key references auth.users (id) on delete cascade,
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Ours: the one session that showed such a secret, and until when it may enrol.
create table auth.enrolment_grants (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Whoever writes it, the flag never goes back.
create function auth.keep_factor_required() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.factor_required and not new.factor_required then
    raise exception 'factor_required never goes back to false' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger keep_factor_required before update of factor_required on auth.users
  for each row execute function auth.keep_factor_required();

-- Whoever verifies a factor, from then on one is required.
create function auth.require_factor() returns trigger language plpgsql set search_path = '' as $$
begin
  update auth.users set factor_required = true where id = new.user_id and not factor_required;
  return null;
end
$$;
create trigger require_factor after insert or update of status on auth.mfa_factors
  for each row when (new.status = 'verified') execute function auth.require_factor();

-- Nobody below is granted a table; were one granted by mistake, it would still show no row.
do $$
declare
  name text;
begin
  foreach name in array array['users', 'identities', 'sessions', 'refresh_tokens', 'mfa_factors', 'mfa_challenges', 'mfa_amr_claims',
    'recovery_codes', 'enrolment_secrets', 'enrolment_grants'] loop
    execute format('alter table auth.%I enable row level security', name);
  end loop;
end
$$;

-- What policies ask of the present request. Both spellings of the settings are read, as on a hosted project.
create function auth.uid() returns uuid language sql stable
  return coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid;

create function auth.role() returns text language sql stable
  return coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  );

create function auth.jwt() returns jsonb language sql stable
  return coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb;

grant usage on schema auth to anon, authenticated, service_role, postgres;
grant execute on function auth.uid(), auth.role(), auth.jwt() to anon, authenticated, service_role, postgres;

reset role;
