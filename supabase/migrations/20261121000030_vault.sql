-- The vault: rows that only the owner's browser can open, and the functions that write them together with the
-- manifest that vouches for them.
--
-- The database holds ciphertext and cannot judge it. What it does judge: who writes (the owner in a full session), that
-- a change was made from the present state (its epoch), that a change is written whole or not at all, and when this
-- device's share of a key may leave.

-- Entries ---------------------------------------------------------------------------------------------------------

create table public.vault_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default private.caller_id() references auth.users (id) on delete restrict,
  -- Empty wherever the entry is sealed as `v2.`: these four are read from the sealed text. An older product filled them.
  title text not null default '' check (char_length(title) <= 1000),
  username text not null default '' check (char_length(username) <= 1000),
  url text not null default '' check (char_length(url) <= 4096),
  notes text not null default '' check (char_length(notes) <= 100000),
  category text not null default 'general' check (char_length(category) between 1 and 100),
  favorite boolean not null default false,
  -- `v2.` and the key's id, the version and the two sealed halves; anything else is the older product's ciphertext.
  password_encrypted text not null check (octet_length(password_encrypted) between 1 and 1048576),
  -- The site's picture, sealed.
  icon text check (icon ~ '^i2\.' and octet_length(icon) <= 65536),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index vault_entries_of_user on public.vault_entries (user_id, id);

alter table public.vault_entries enable row level security;
revoke all on table public.vault_entries from public, anon, authenticated, service_role;
grant select, insert, update, delete on table public.vault_entries to authenticated;

create policy "The owner reads vault entries in a full session" on public.vault_entries
  for select to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner adds vault entries in a full session" on public.vault_entries
  for insert to authenticated
  with check ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner changes vault entries in a full session" on public.vault_entries
  for update to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()))
  with check ((select private.owner_session()) and user_id = (select private.caller_id()));

create policy "The owner removes vault entries in a full session" on public.vault_entries
  for delete to authenticated
  using ((select private.owner_session()) and user_id = (select private.caller_id()));

create function private.touch_vault_entry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end $$;

create trigger touch_vault_entry before update on public.vault_entries
  for each row execute function private.touch_vault_entry();

-- The vault's own state: reached through the functions below and by no other way ------------------------------------

create table private.vaults (
  user_id uuid primary key references auth.users (id) on delete restrict,
  vault_id uuid not null unique,
  -- Goes up by one with each change, and never down.
  epoch bigint not null check (epoch >= 1),
  -- The newest change, so that one whose answer was lost can be sent again.
  last_change_id uuid,
  -- From then on, only a newer verification releases a device's share.
  locked_at timestamptz not null default '-infinity',
  created_at timestamptz not null default now()
);

-- Ways to the vault's key: it is wrapped once for each.
create table private.vault_slots (
  id uuid primary key,
  user_id uuid not null references private.vaults (user_id) on delete cascade,
  kind text not null check (kind in ('master', 'recovery', 'passkey', 'device')),
  key_id text not null check (key_id ~ '^[A-Za-z0-9_-]{22}$'),
  -- What derives the wrapping key, authenticated by the wrapping; nothing secret.
  parameters jsonb not null check (jsonb_typeof(parameters) = 'object' and octet_length(parameters::text) <= 8192),
  wrapped text not null check (wrapped ~ '^s2\.' and octet_length(wrapped) <= 1024),
  created_at timestamptz not null default now()
);
create index vault_slots_of_user on private.vault_slots (user_id);

-- The manifest: its head (part -1), and what it says of the entries in up to 64 shards.
create table private.vault_parts (
  user_id uuid not null references private.vaults (user_id) on delete cascade,
  part smallint not null check (part between -1 and 63),
  envelope text not null check (envelope ~ '^m2\.' and octet_length(envelope) <= 8388608),
  primary key (user_id, part)
);

-- The server's half of a device's key. Alone it opens nothing.
create table private.vault_device_shares (
  slot_id uuid primary key,
  user_id uuid not null references private.vaults (user_id) on delete cascade,
  share bytea not null check (octet_length(share) = 32),
  created_at timestamptz not null default now()
);

alter table private.vaults enable row level security;
alter table private.vault_slots enable row level security;
alter table private.vault_parts enable row level security;
alter table private.vault_device_shares enable row level security;
revoke all on table private.vaults, private.vault_slots, private.vault_parts, private.vault_device_shares
  from public, anon, authenticated, service_role;

-- An epoch never goes down, whoever writes: a restored backup makes a new database, not an older row.
create function private.keep_vault_epoch() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.epoch < old.epoch then
    raise exception 'the epoch of a vault goes up only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger keep_vault_epoch before update on private.vaults
  for each row execute function private.keep_vault_epoch();

-- Who asks: the owner in a full session, or nobody gets an answer. Returns the owner's id.
create function private.require_owner(asked text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  if not coalesce(private.owner_session(), false) then
    raise exception 'permission denied for function %', asked using errcode = 'insufficient_privilege';
  end if;
  return private.caller_id();
end $$;

-- Seconds since 1970 of the caller's newest authenticator verification, as the access token tells; null where none.
create function private.totp_verified_at() returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  methods jsonb := private.request_object('request.jwt.claims') -> 'amr';
begin
  if jsonb_typeof(methods) is distinct from 'array' then
    return null;
  end if;
  return (
    select to_timestamp(max((proof ->> 'timestamp')::double precision))
    from jsonb_array_elements(methods) proof
    where jsonb_typeof(proof) = 'object' and proof ->> 'method' = 'totp' and jsonb_typeof(proof -> 'timestamp') = 'number'
  );
exception when others then
  return null;
end $$;

-- What a verification must be to count now: at most five minutes old, and newer than the last lock.
create function private.require_fresh_verification(locked_at timestamptz) returns void
language plpgsql stable set search_path = ''
as $$
declare
  verified_at constant timestamptz := private.totp_verified_at();
begin
  if verified_at is null or verified_at < clock_timestamp() - interval '5 minutes'
    or verified_at > clock_timestamp() + interval '1 minute' then
    raise sqlstate 'PT403' using message = 'The authenticator was not verified within the last five minutes',
      detail = 'verification_too_old';
  end if;
  if verified_at <= require_fresh_verification.locked_at then
    raise sqlstate 'PT403' using message = 'The authenticator was verified before the vault was locked',
      detail = 'verification_before_lock';
  end if;
end $$;

-- Writes slots, parts and entries of one change. Runs inside the functions below, under their lock. An entry that says
-- nothing of its icon keeps it; null takes it away.
create function private.put_vault_contents(owner_id uuid, contents jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  list text;
begin
  if jsonb_typeof(contents) is distinct from 'object' then
    raise sqlstate 'PT400' using message = 'A change of the vault must be an object';
  end if;
  foreach list in array array['slots', 'removed_slots', 'parts', 'entries', 'removed_entries'] loop
    if jsonb_typeof(coalesce(contents -> list, '[]')) <> 'array' then
      raise sqlstate 'PT400' using message = format('"%s" of a change must be a list', list);
    end if;
    if jsonb_array_length(coalesce(contents -> list, '[]')) > 2000 then
      raise sqlstate 'PT413' using message = format('"%s" of a change may hold at most 2000 items', list);
    end if;
  end loop;
  -- Whoever changes something says so in the head: the rest of the manifest hangs on it.
  if not exists (
    select from jsonb_array_elements(coalesce(contents -> 'parts', '[]')) part
    where part -> 'part' = '-1' and part ? 'envelope' and part -> 'removed' is distinct from 'true'
  ) then
    raise sqlstate 'PT400' using message = 'A change of the vault must bring the manifest''s head';
  end if;

  delete from private.vault_slots slot
  where slot.user_id = owner_id
    and slot.id in (select value::uuid from jsonb_array_elements_text(coalesce(contents -> 'removed_slots', '[]')));
  insert into private.vault_slots (id, user_id, kind, key_id, parameters, wrapped)
  select slot.id, owner_id, slot.kind, slot.key_id, slot.parameters, slot.wrapped
  from jsonb_to_recordset(coalesce(contents -> 'slots', '[]'))
    as slot (id uuid, kind text, key_id text, parameters jsonb, wrapped text)
  on conflict (id) do update
    set kind = excluded.kind, key_id = excluded.key_id, parameters = excluded.parameters, wrapped = excluded.wrapped
    where vault_slots.user_id = owner_id;
  if (select count(*) from private.vault_slots slot where slot.user_id = owner_id) > 50 then
    raise sqlstate 'PT413' using message = 'A vault may have at most 50 ways to its key';
  end if;
  if not exists (select from private.vault_slots slot where slot.user_id = owner_id and slot.kind = 'master') then
    raise sqlstate 'PT400' using message = 'A vault must keep its master';
  end if;
  delete from private.vault_device_shares share
  where share.user_id = owner_id
    and not exists (select from private.vault_slots slot where slot.id = share.slot_id)
    and (share.created_at < now() - interval '1 hour'
      or share.slot_id in (select value::uuid from jsonb_array_elements_text(coalesce(contents -> 'removed_slots', '[]'))));

  delete from private.vault_parts old
  where old.user_id = owner_id and old.part in (
    select part.part from jsonb_to_recordset(coalesce(contents -> 'parts', '[]')) as part (part smallint, removed boolean)
    where part.removed and part.part >= 0);
  insert into private.vault_parts (user_id, part, envelope)
  select owner_id, part.part, part.envelope
  from jsonb_to_recordset(coalesce(contents -> 'parts', '[]')) as part (part smallint, envelope text, removed boolean)
  where part.removed is distinct from true
  on conflict (user_id, part) do update set envelope = excluded.envelope;

  delete from public.vault_entries entry
  where entry.user_id = owner_id
    and entry.id in (select value::uuid from jsonb_array_elements_text(coalesce(contents -> 'removed_entries', '[]')));
  insert into public.vault_entries as present (id, user_id, category, favorite, password_encrypted, icon)
  select entry.id, owner_id, coalesce(entry.category, 'general'), coalesce(entry.favorite, false), entry.password_encrypted,
    case when written ? 'icon' then entry.icon else kept.icon end
  from jsonb_array_elements(coalesce(contents -> 'entries', '[]')) written
  cross join jsonb_to_record(written)
    as entry (id uuid, category text, favorite boolean, password_encrypted text, icon text)
  left join public.vault_entries kept on kept.id = entry.id and kept.user_id = owner_id
  on conflict (id) do update
    set title = '', username = '', url = '', notes = '', category = excluded.category, favorite = excluded.favorite,
      password_encrypted = excluded.password_encrypted, icon = excluded.icon
    where present.user_id = owner_id;
  if exists (
    select from jsonb_to_recordset(coalesce(contents -> 'entries', '[]')) as entry (id uuid)
    left join public.vault_entries present on present.id = entry.id and present.user_id = owner_id
    where present.id is null
  ) then
    raise sqlstate 'PT409' using message = 'The id of an entry is taken', detail = 'entry_id_taken';
  end if;
end $$;

create function private.begin_vault(owner_id uuid, vault jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  insert into private.vaults (user_id, vault_id, epoch) values (owner_id, (vault ->> 'vault_id')::uuid, 1);
  perform private.put_vault_contents(owner_id, vault);
  return jsonb_build_object('epoch', 1);
end $$;

-- Two beginnings at once: the second waits here, then finds the first.
create function private.lock_beginning() returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('castellan.vault.beginning', 0)) $$;

-- The ways to write ----------------------------------------------------------------------------------------------

-- Makes the vault where there is nothing yet: no vault and no entry. `vault` is {vault_id, slots, parts, entries?}.
create function public.create_vault(vault jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('create_vault');
begin
  perform private.lock_beginning();
  if exists (select from private.vaults present where present.user_id = owner_id)
    or exists (select from public.vault_entries entry where entry.user_id = owner_id) then
    raise sqlstate 'PT409' using message = 'There is a vault already', detail = 'vault_exists';
  end if;
  return private.begin_vault(owner_id, vault);
end $$;

-- Makes the vault beside the entries of an older product, which are converted afterwards, change by change.
create function public.upgrade_vault(vault jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('upgrade_vault');
begin
  perform private.lock_beginning();
  if exists (select from private.vaults present where present.user_id = owner_id) then
    raise sqlstate 'PT409' using message = 'There is a vault already', detail = 'vault_exists';
  end if;
  if not exists (select from public.vault_entries entry where entry.user_id = owner_id) then
    raise sqlstate 'PT409' using message = 'There is nothing to upgrade', detail = 'nothing_to_upgrade';
  end if;
  return private.begin_vault(owner_id, vault);
end $$;

-- Writes one change, whole or not at all, made from the state of `expected_epoch`. From any other state it is refused
-- with the present epoch in `details`. The newest change sent again gets its answer again.
create function public.write_vault(expected_epoch bigint, change_id uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('write_vault');
  present private.vaults;
begin
  select * into present from private.vaults vault where vault.user_id = owner_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no vault', detail = 'vault_missing';
  end if;
  if write_vault.change_id is null or write_vault.expected_epoch is null then
    raise sqlstate 'PT400' using message = 'A change must name its id and the epoch it was made from';
  end if;
  if present.last_change_id = write_vault.change_id and present.epoch = write_vault.expected_epoch + 1 then
    return jsonb_build_object('epoch', present.epoch);
  end if;
  if present.epoch <> write_vault.expected_epoch then
    raise sqlstate 'PT409' using message = 'The vault was changed meanwhile', detail = present.epoch::text;
  end if;
  update private.vaults vault set epoch = vault.epoch + 1, last_change_id = write_vault.change_id where vault.user_id = owner_id;
  perform private.put_vault_contents(owner_id, change);
  return jsonb_build_object('epoch', present.epoch + 1);
end $$;

-- Gives up the keys of the vault named, for a new one: for an owner who has neither master nor recovery key. The entries
-- stay where they are and cannot be opened any more. Wants a fresh verification where an authenticator is required.
create function public.replace_vault(lost_vault_id uuid, vault jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('replace_vault');
  lost private.vaults;
begin
  select * into lost from private.vaults present where present.user_id = owner_id for update;
  if not found or lost.vault_id is distinct from lost_vault_id then
    raise sqlstate 'PT409' using message = 'This is not the present vault', detail = 'vault_replaced';
  end if;
  if (select owner.factor_required from private.owner) then
    perform private.require_fresh_verification('-infinity');
  end if;
  delete from private.vault_device_shares share where share.user_id = owner_id;
  delete from private.vault_slots slot where slot.user_id = owner_id;
  delete from private.vault_parts part where part.user_id = owner_id;
  -- The epoch goes on, so that no device takes the new vault for an old state of itself.
  update private.vaults present
  set vault_id = (vault ->> 'vault_id')::uuid, epoch = lost.epoch + 1, last_change_id = null
  where present.user_id = owner_id;
  perform private.put_vault_contents(owner_id, vault);
  return jsonb_build_object('epoch', lost.epoch + 1);
end $$;

-- Everything but the entries' rows, as of one moment.
create function public.vault_snapshot() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('vault_snapshot');
begin
  return (
    select jsonb_build_object(
      'exists', vault.user_id is not null,
      'user_id', owner_id,
      'vault_id', vault.vault_id,
      'epoch', vault.epoch,
      'locked_at', case when isfinite(vault.locked_at) then vault.locked_at end,
      'entry_count', (select count(*) from public.vault_entries entry where entry.user_id = owner_id),
      'slots', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', slot.id, 'kind', slot.kind, 'key_id', slot.key_id, 'parameters', slot.parameters, 'wrapped', slot.wrapped)
          order by slot.created_at, slot.id)
        from private.vault_slots slot where slot.user_id = owner_id), '[]'),
      'parts', coalesce((
        select jsonb_agg(jsonb_build_object('part', part.part, 'envelope', part.envelope) order by part.part)
        from private.vault_parts part where part.user_id = owner_id), '[]'))
    from (select 1) one left join private.vaults vault on vault.user_id = owner_id
  );
end $$;

-- Devices ---------------------------------------------------------------------------------------------------------

-- From now on only a newer verification releases a device's share. False where there is no vault.
create function public.lock_vault() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('lock_vault');
begin
  update private.vaults vault set locked_at = greatest(vault.locked_at, clock_timestamp()) where vault.user_id = owner_id;
  return found;
end $$;

-- Makes the share for a slot that this device is about to write; an existing one is never replaced. Base64url.
create function public.put_vault_device_share(slot_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('put_vault_device_share');
  -- Two version 4 UUIDs hold 244 random bits; hashed to the 32 bytes wanted.
  made constant bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
begin
  if not exists (select from private.vaults vault where vault.user_id = owner_id) then
    raise sqlstate 'PT404' using message = 'There is no vault', detail = 'vault_missing';
  end if;
  if (select count(*) from private.vault_device_shares share where share.user_id = owner_id) >= 100 then
    raise sqlstate 'PT413' using message = 'There are too many devices';
  end if;
  insert into private.vault_device_shares (slot_id, user_id, share) values (put_vault_device_share.slot_id, owner_id, made)
    on conflict do nothing;
  if not found then
    raise sqlstate 'PT409' using message = 'This device has its share already', detail = 'share_exists';
  end if;
  return private.base64url(made);
end $$;

-- The share of a device, for a caller who has just proved the authenticator. Base64url.
create function public.vault_device_share(slot_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('vault_device_share');
  present private.vaults;
  kept bytea;
begin
  select * into present from private.vaults vault where vault.user_id = owner_id;
  perform private.require_fresh_verification(coalesce(present.locked_at, '-infinity'));
  select share.share into kept from private.vault_device_shares share
  where share.slot_id = vault_device_share.slot_id and share.user_id = owner_id;
  if kept is null then
    raise sqlstate 'PT404' using message = 'There is no share for this device', detail = 'share_missing';
  end if;
  return private.base64url(kept);
end $$;

create function private.base64url(value bytea) returns text
language sql immutable set search_path = ''
as $$ select rtrim(translate(encode(value, 'base64'), E'+/\n', '-_'), '=') $$;

revoke all on function
  private.touch_vault_entry(), private.keep_vault_epoch(), private.require_owner(text), private.totp_verified_at(),
  private.require_fresh_verification(timestamptz), private.put_vault_contents(uuid, jsonb), private.begin_vault(uuid, jsonb),
  private.lock_beginning(), private.base64url(bytea)
from public, anon, authenticated, service_role;

revoke all on function
  public.create_vault(jsonb), public.upgrade_vault(jsonb), public.write_vault(bigint, uuid, jsonb), public.replace_vault(uuid, jsonb),
  public.vault_snapshot(), public.lock_vault(), public.put_vault_device_share(uuid), public.vault_device_share(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  public.create_vault(jsonb), public.upgrade_vault(jsonb), public.write_vault(bigint, uuid, jsonb), public.replace_vault(uuid, jsonb),
  public.vault_snapshot(), public.lock_vault(), public.put_vault_device_share(uuid), public.vault_device_share(uuid)
to authenticated;
