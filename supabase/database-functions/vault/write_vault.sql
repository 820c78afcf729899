-- Writes one change, whole or not at all, made from the state of `expected_epoch`. From any other state it is refused
-- with the present epoch in `details`, and with `chain_broken` where its chain does not go on from that state. The newest change
-- sent again gets its answer again. A change with `records` is answered with what the database says of their rows. The epoch that
-- is reached is one above the expected one, and above that of the state which is joined.
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
    perform private.require_chain(owner_id, present.epoch, change, joined);
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

revoke all on function public.write_vault(bigint, uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.write_vault(bigint, uuid, jsonb) to authenticated;
