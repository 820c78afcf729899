-- Puts the vault's id, its ways in and its manifest back as they were just before `at`. Entries stay as they are. The epoch goes
-- on: every device sees that the head is an older one, and its owner decides. What was there until now is kept as removed.
create or replace function public.restore_vault_keys(at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('restore_vault_keys');
  present private.vaults;
  first_kept private.vault_removed;
  latest bigint;
begin
  perform private.require_vault_proof();
  select * into present from private.vaults vault where vault.user_id = owner_id for update;
  select * into first_kept from private.vault_removed gone
  where gone.user_id = owner_id and gone.source in ('slot', 'part') and gone.removed_at >= restore_vault_keys.at
    and gone.removed_at >= now() - interval '30 days'
  order by gone.id limit 1;
  if present.user_id is null or first_kept.id is null or first_kept.vault_id is null then
    raise sqlstate 'PT404' using message = 'There is nothing kept of that time', detail = 'nothing_kept';
  end if;
  -- What this call itself removes is kept too, and is not what is put back.
  select max(gone.id) into latest from private.vault_removed gone;
  delete from private.vault_device_shares share where share.user_id = owner_id
    and present.vault_id is distinct from first_kept.vault_id;
  delete from private.vault_slots slot
  where slot.user_id = owner_id and (slot.created_at >= restore_vault_keys.at or slot.id::text in (
    select gone.key from private.vault_removed gone
    where gone.user_id = owner_id and gone.source = 'slot' and gone.id between first_kept.id and latest));
  insert into private.vault_slots (id, user_id, kind, key_id, parameters, wrapped, created_at)
  select distinct on (gone.key) gone.key::uuid, owner_id, gone.kept ->> 'kind', gone.kept ->> 'key_id', gone.kept -> 'parameters',
    gone.kept ->> 'wrapped', (gone.kept ->> 'created_at')::timestamptz
  from private.vault_removed gone
  where gone.user_id = owner_id and gone.source = 'slot' and gone.id between first_kept.id and latest
    and (gone.kept ->> 'created_at')::timestamptz < restore_vault_keys.at
  order by gone.key, gone.id;
  insert into private.vault_parts (user_id, part, envelope)
  select distinct on (gone.key) owner_id, gone.key::smallint, gone.kept ->> 'envelope'
  from private.vault_removed gone
  where gone.user_id = owner_id and gone.source = 'part' and gone.id between first_kept.id and latest
    and gone.vault_id = first_kept.vault_id
  order by gone.key, gone.id
  on conflict (user_id, part) do update set envelope = excluded.envelope;
  update private.vaults vault
  set vault_id = first_kept.vault_id, epoch = vault.epoch + 1, last_change_id = null
  where vault.user_id = owner_id;
  if to_regclass('private.vault_links') is not null then
    perform private.restore_vault_links(owner_id, present.epoch + 1, first_kept, latest, present.vault_id);
  end if;
  return jsonb_build_object('vault_id', first_kept.vault_id, 'epoch', present.epoch + 1);
end $$;

revoke all on function public.restore_vault_keys(timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.restore_vault_keys(timestamptz) to authenticated;
