-- Everything but the entries' rows, as of one moment, with the digests of every head since an epoch: none where that is not named.
-- `seen`: the digest of the head at that epoch, by which a device shows that it knows the vault. Where it does not, and nothing was
-- proven lately, all but the outline is `withheld`.
create or replace function public.vault_snapshot(since bigint default null, seen text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('vault_snapshot');
  withheld constant boolean := not (private.is_proven_lately() or private.has_seen_vault(owner_id, since, seen));
begin
  return (
    select jsonb_build_object(
      'exists', vault.user_id is not null,
      'withheld', withheld,
      'user_id', owner_id,
      'vault_id', vault.vault_id,
      'epoch', vault.epoch,
      'locked_at', case when isfinite(vault.locked_at) then vault.locked_at end,
      'entry_count', (select count(*) from public.vault_entries entry where entry.user_id = owner_id),
      'slots', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', slot.id, 'kind', slot.kind, 'key_id', slot.key_id, 'parameters', slot.parameters, 'wrapped', slot.wrapped)
          order by slot.created_at, slot.id)
        from private.vault_slots slot where slot.user_id = owner_id and not withheld), '[]'),
      'parts', coalesce((
        select jsonb_agg(jsonb_build_object('part', part.part, 'envelope', part.envelope) order by part.part)
        from private.vault_parts part where part.user_id = owner_id and not withheld), '[]'),
      'links', coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('epoch', link.epoch, 'digest', link.digest, 'parents', link.parents))
          order by link.epoch)
        from private.vault_links link where link.user_id = owner_id and link.epoch > vault_snapshot.since and not withheld), '[]'),
      'tip', (
        select jsonb_build_object('chain', link.chain, 'digest', link.digest)
        from private.vault_links link where link.user_id = owner_id and link.epoch = vault.epoch and not withheld))
    from (select 1) one left join private.vaults vault on vault.user_id = owner_id
  );
end $$;

revoke all on function public.vault_snapshot(bigint, text) from public, anon, authenticated, service_role;
grant execute on function public.vault_snapshot(bigint, text) to authenticated;
