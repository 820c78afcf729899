-- The moments at which ways in were removed or overwritten, or the vault was replaced, the newest first:
-- [{at, vault_id, epoch, slots: [kind]}]. `at` is what restore_vault_keys wants.
create or replace function public.removed_vault_keys() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('removed_vault_keys');
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('at', moment.at, 'vault_id', moment.vault_id, 'epoch', moment.epoch, 'slots', moment.kinds)
      order by moment.at desc)
    from (
      select min(gone.removed_at) as at, gone.vault_id, gone.epoch, jsonb_agg(gone.kept ->> 'kind' order by gone.kept ->> 'kind') as kinds
      from private.vault_removed gone
      where gone.user_id = owner_id and gone.source = 'slot' and gone.kept ->> 'kind' <> 'device'
        and gone.removed_at >= now() - interval '30 days'
      group by gone.vault_id, gone.epoch order by 1 desc limit 100) moment), '[]');
end $$;

revoke all on function public.removed_vault_keys() from public, anon, authenticated, service_role;
grant execute on function public.removed_vault_keys() to authenticated;
