-- Who the one owner is, and the only three questions that policies ask about it.
--
-- Schema `private` is not served by the API. Roles of the API may call exactly the functions granted below, because a
-- policy is evaluated as the role that queries; they are granted nothing on its tables.

-- A new function is executable by everybody unless that is taken back: for the role that owns the product, it is.
alter default privileges revoke execute on functions from public;

create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, supabase_auth_admin;

-- The owner ------------------------------------------------------------------------------------------------------

create table private.owner (
  -- The singleton lock: there is one possible key, so there is one possible row.
  id boolean primary key default true check (id),
  -- Restrict: whoever could delete the owner's account could otherwise open the first-run setup again.
  user_id uuid not null unique references auth.users (id) on delete restrict,
  -- An authenticator has been verified once; from then on only sessions with a second factor count.
  factor_required boolean not null default false,
  created_at timestamptz not null default now()
);
alter table private.owner enable row level security;
revoke all on table private.owner from public, anon, authenticated, service_role;

create function private.keep_owner() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'the owner cannot be removed' using errcode = 'restrict_violation';
  end if;
  if new.user_id is distinct from old.user_id or new.created_at is distinct from old.created_at then
    raise exception 'the owner cannot be replaced' using errcode = 'restrict_violation';
  end if;
  if old.factor_required and not new.factor_required then
    raise exception 'a required second factor stays required' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger keep_owner_row before update or delete on private.owner
  for each row execute function private.keep_owner();
create trigger keep_owner_table before truncate on private.owner
  for each statement execute function private.keep_owner();

-- The secret of the first run ------------------------------------------------------------------------------------

create table private.setup_secret (
  id boolean primary key default true check (id),
  -- SHA-256 of a random secret of 256 bits: nothing to guess, so nothing slower is needed.
  hash bytea not null check (octet_length(hash) = 32),
  expires_at timestamptz not null
);
alter table private.setup_secret enable row level security;
revoke all on table private.setup_secret from public, anon, authenticated, service_role;

-- The three functions below begin with the same lock on private.owner, so that putting a secret, trying it and becoming
-- the owner happen one after the other. It does not block readers.

-- Replaces the setup secret; returns false, changing nothing, once there is an owner.
create function private.put_setup_secret(hash bytea, expires_at timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  lock table private.owner in share row exclusive mode;
  if exists (select from private.owner) then
    return false;
  end if;
  insert into private.setup_secret (hash, expires_at) values (put_setup_secret.hash, put_setup_secret.expires_at)
    on conflict (id) do update set hash = excluded.hash, expires_at = excluded.expires_at;
  return true;
end $$;

-- Whether this is the living setup secret and there is no owner. Until the caller's transaction ends, nobody else gets
-- an answer: call it and claim_ownership in one transaction, and of two parallel setups one wins.
-- Wrong, expired, absent and already used are one answer.
create function private.setup_secret_matches(hash bytea) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  -- A server that has its owner answers without queueing.
  if exists (select from private.owner) then
    return false;
  end if;
  lock table private.owner in share row exclusive mode;
  return not exists (select from private.owner) and exists (
    select from private.setup_secret secret
    where secret.hash = setup_secret_matches.hash and secret.expires_at > clock_timestamp()
  );
end $$;

-- Makes this user the owner and voids the setup secret. Fails with unique_violation (23505) where there is an owner, and
-- with foreign_key_violation (23503) where there is no such user.
create function private.claim_ownership(user_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  lock table private.owner in share row exclusive mode;
  if exists (select from private.owner) then
    raise exception 'there is an owner already' using errcode = 'unique_violation';
  end if;
  insert into private.owner (user_id, factor_required)
  values (
    claim_ownership.user_id,
    exists (
      select from auth.mfa_factors factor
      where factor.user_id = claim_ownership.user_id and factor.status::text = 'verified'
    )
  );
  delete from private.setup_secret;
end $$;

-- The owner's user id, or null while there is none.
create function private.owner_user_id() returns uuid
language sql stable security definer set search_path = ''
as $$ select owner.user_id from private.owner $$;

create function private.require_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.owner set factor_required = true
  where owner.user_id = new.user_id and not owner.factor_required;
  return null;
end $$;

create trigger "A verified factor of the owner is required from then on"
  after insert or update on auth.mfa_factors
  for each row when (new.status::text = 'verified') execute function private.require_factor();

-- Who asks -------------------------------------------------------------------------------------------------------
-- None of these raises: what a request claims may be missing or garbled, and then the answer is null or false.

-- A setting of the request as a JSON object; null where it is absent, malformed or something else.
create function private.request_object(setting text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  parsed jsonb;
begin
  parsed := nullif(current_setting(setting, true), '')::jsonb;
  return case when jsonb_typeof(parsed) = 'object' then parsed end;
exception when others then
  return null;
end $$;

-- A claim of the caller as a UUID; null where it is absent or none.
create function private.claimed_uuid(claim text) returns uuid
language sql stable set search_path = ''
as $$
  select case when value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then value::uuid end
  from (select private.request_object('request.jwt.claims') ->> claim as value) claimed
$$;

-- The caller's user id. Policies use it rather than auth.uid(), which raises on a malformed claim.
create function private.caller_id() returns uuid
language sql stable security definer set search_path = ''
as $$ select private.claimed_uuid('sub') $$;

-- Whether the caller is the owner, whatever the session.
create function private.is_owner() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.owner where owner.user_id = private.caller_id()) $$;

-- Whether the session named in the claims is the caller's and has not been revoked or run out.
create function private.session_is_live() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions session
    where session.id = private.claimed_uuid('session_id')
      and session.user_id = private.caller_id()
      and (session.not_after is null or session.not_after > now())
  )
$$;

-- Whether the caller proved a second factor: the token says so, and so does the session, which loses it when the factor
-- is taken away while the token still lives.
create function private.session_has_second_factor() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.request_object('request.jwt.claims') ->> 'aal' = 'aal2', false)
    and exists (
      select from auth.sessions session
      where session.id = private.claimed_uuid('session_id') and session.aal::text = 'aal2'
    )
$$;

-- What every policy, function, channel and tool asks: the owner, in a living session, with the second factor once one
-- has ever been verified.
create function private.owner_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_owner()
    and private.session_is_live()
    and (private.session_has_second_factor() or not (select owner.factor_required from private.owner))
$$;

-- Whether the caller may join a private realtime channel. Every topic is the owner's so far.
create function private.may_join_channel(topic text) returns boolean
language sql stable security definer set search_path = ''
as $$ select topic is not null and private.owner_session() $$;

revoke all on all functions in schema private from public, anon, authenticated, service_role;
grant execute on function private.owner_session() to anon, authenticated;
grant execute on function private.caller_id() to authenticated;
grant execute on function private.may_join_channel(text) to anon, authenticated;

-- The machine's own paths run as the auth service's role or as the product's owner.
grant execute on function private.put_setup_secret(bytea, timestamptz) to supabase_auth_admin;
grant execute on function private.setup_secret_matches(bytea) to supabase_auth_admin;
grant execute on function private.claim_ownership(uuid) to supabase_auth_admin;
grant execute on function private.owner_user_id() to supabase_auth_admin;
