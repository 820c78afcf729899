-- The vault's history, write by write. Each head seals a chain: a digest over the chain and the digest of the head before it. The
-- database keeps both for every write and hands the digests out from any epoch on, so that a device can walk from the head it
-- remembers to the present one by itself. Nothing here is secret, and nothing of it is believed by a device.

create table private.vault_links (
  user_id uuid not null references private.vaults (user_id) on delete cascade,
  epoch bigint not null check (epoch >= 1),
  -- What is sealed in that head; empty for the last head from before heads had one.
  chain text not null check (chain ~ '^([A-Za-z0-9_-]{43})?$'),
  -- Of the head's envelope.
  digest text not null check (digest ~ '^[A-Za-z0-9_-]{43}$'),
  -- What the head was made from, where that is not the write before alone: the owner chose between two states.
  parents jsonb,
  primary key (user_id, epoch)
);
alter table private.vault_links enable row level security;
revoke all on table private.vault_links from public, anon, authenticated, service_role;

-- The digest of the head that is stored now; of nothing where there is none.
create function private.head_digest(owner_id uuid) returns text
language sql stable set search_path = ''
as $$
  select private.base64url(sha256(convert_to(coalesce(
    (select part.envelope from private.vault_parts part where part.user_id = owner_id and part.part = -1), ''), 'UTF8')))
$$;

insert into private.vault_links (user_id, epoch, chain, digest)
select vault.user_id, vault.epoch, '', private.head_digest(vault.user_id) from private.vaults vault;

-- Keeps what a write put in the head's place. A page from before heads had a chain is refused: its write would break off the
-- history for every device.
create function private.put_vault_link(owner_id uuid, reached bigint, contents jsonb, parents jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  if coalesce(contents ->> 'chain', '') !~ '^[A-Za-z0-9_-]{43}$' then
    raise sqlstate 'PT400' using message = 'This page is older than the vault: load it again', detail = 'page_outdated';
  end if;
  insert into private.vault_links (user_id, epoch, chain, digest, parents)
  values (owner_id, reached, contents ->> 'chain', private.head_digest(owner_id), parents);
end $$;

create or replace function private.begin_vault(owner_id uuid, vault jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  insert into private.vaults (user_id, vault_id, epoch) values (owner_id, (vault ->> 'vault_id')::uuid, 1);
  perform private.put_vault_contents(owner_id, vault);
  perform private.put_vault_link(owner_id, 1, vault);
  return jsonb_build_object('epoch', 1);
end $$;

-- The two states that a change goes on from, as {parents: [{chain, digest}, {chain, digest}], epoch}: the epoch is of the one that
-- is not here. Null where it goes on from the state before alone. What they are is the devices' to check.
create function private.joined_state(change jsonb, expected_epoch bigint) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  joined constant jsonb := change -> 'joined';
begin
  if joined is null or joined = 'null' then
    return null;
  end if;
  if jsonb_typeof(joined) <> 'object' or jsonb_typeof(joined -> 'parents') is distinct from 'array'
    or coalesce(joined ->> 'epoch', '') !~ '^[1-9][0-9]{0,11}$' then
    raise sqlstate 'PT400' using message = 'The states that a change goes on from must be two, and an epoch';
  end if;
  if jsonb_array_length(joined -> 'parents') <> 2 or exists (
    select from jsonb_array_elements(joined -> 'parents') parent
    where coalesce(parent ->> 'chain', '-') !~ '^([A-Za-z0-9_-]{43})?$' or coalesce(parent ->> 'digest', '') !~ '^[A-Za-z0-9_-]{43}$'
  ) then
    raise sqlstate 'PT400' using message = 'The states that a change goes on from must be two, and an epoch';
  end if;
  -- One device's memory may not use up the epochs of all.
  if (joined ->> 'epoch')::bigint > expected_epoch + 1000000 then
    raise sqlstate 'PT400' using message = 'The other state that a change goes on from is too far ahead';
  end if;
  return joined;
end $$;

-- Writes one change, whole or not at all, made from the state of `expected_epoch`. From any other state it is refused
-- with the present epoch in `details`. The newest change sent again gets its answer again. A change with `records` is
-- answered with what the database says of their rows. The epoch that is reached is one above the expected one, and above that of
-- the state which is joined.
create or replace function public.write_vault(expected_epoch bigint, change_id uuid, change jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('write_vault');
  records constant jsonb := coalesce(change -> 'records', '[]');
  present private.vaults;
  joined jsonb;
  reached bigint;
begin
  select * into present from private.vaults vault where vault.user_id = owner_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no vault', detail = 'vault_missing';
  end if;
  if write_vault.change_id is null or write_vault.expected_epoch is null then
    raise sqlstate 'PT400' using message = 'A change must name its id and the epoch it was made from';
  end if;
  joined := private.joined_state(change, write_vault.expected_epoch);
  reached := greatest(write_vault.expected_epoch, (joined ->> 'epoch')::bigint) + 1;
  if present.last_change_id is distinct from write_vault.change_id or present.epoch <> reached then
    if present.epoch <> write_vault.expected_epoch then
      raise sqlstate 'PT409' using message = 'The vault was changed meanwhile', detail = present.epoch::text;
    end if;
    update private.vaults vault set epoch = reached, last_change_id = write_vault.change_id where vault.user_id = owner_id;
    perform private.put_vault_contents(owner_id, change);
    perform private.put_vault_link(owner_id, reached, change, joined -> 'parents');
    perform private.put_vault_records(owner_id, records);
  end if;
  if records = '[]' then
    return jsonb_build_object('epoch', reached);
  end if;
  return jsonb_build_object('epoch', reached, 'records', private.vault_records_answer(owner_id, records));
end $$;

-- Gives up the keys of the vault named, for a new one: for an owner who has neither master nor recovery key. The entries
-- stay where they are and cannot be opened any more. Wants a fresh verification where an authenticator is required, newer than
-- the last lock.
create or replace function public.replace_vault(lost_vault_id uuid, vault jsonb) returns jsonb
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
    perform private.require_fresh_verification(lost.locked_at);
  end if;
  delete from private.vault_device_shares share where share.user_id = owner_id;
  delete from private.vault_slots slot where slot.user_id = owner_id;
  delete from private.vault_parts part where part.user_id = owner_id;
  delete from private.vault_links link where link.user_id = owner_id;
  -- The epoch goes on, so that no device takes the new vault for an old state of itself.
  update private.vaults present
  set vault_id = (vault ->> 'vault_id')::uuid, epoch = lost.epoch + 1, last_change_id = null
  where present.user_id = owner_id;
  perform private.put_vault_contents(owner_id, vault);
  perform private.put_vault_link(owner_id, lost.epoch + 1, vault);
  return jsonb_build_object('epoch', lost.epoch + 1);
end $$;

drop function public.vault_snapshot();

-- Everything but the entries' rows, as of one moment, with the digests of every head since an epoch: none where that is not named.
create function public.vault_snapshot(since bigint default null) returns jsonb
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
        from private.vault_parts part where part.user_id = owner_id), '[]'),
      'links', coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('epoch', link.epoch, 'digest', link.digest, 'parents', link.parents))
          order by link.epoch)
        from private.vault_links link where link.user_id = owner_id and link.epoch > vault_snapshot.since), '[]'),
      'tip', (
        select jsonb_build_object('chain', link.chain, 'digest', link.digest)
        from private.vault_links link where link.user_id = owner_id and link.epoch = vault.epoch))
    from (select 1) one left join private.vaults vault on vault.user_id = owner_id
  );
end $$;

revoke all on function
  private.head_digest(uuid), private.put_vault_link(uuid, bigint, jsonb, jsonb), private.joined_state(jsonb, bigint),
  public.vault_snapshot(bigint)
from public, anon, authenticated, service_role;
grant execute on function public.vault_snapshot(bigint) to authenticated;
