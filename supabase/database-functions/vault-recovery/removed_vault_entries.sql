-- Rows of entries that were removed or overwritten within 30 days, the newest first, up to 200 older than `before`:
-- [{id, entry_id, how, removed_at, row}].
create or replace function public.removed_vault_entries(before bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('removed_vault_entries');
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', gone.id, 'entry_id', gone.key, 'how', gone.how, 'removed_at', gone.removed_at,
      'row', gone.kept - 'user_id' - 'updated_at') order by gone.id desc)
    from (
      select * from private.vault_removed kept
      where kept.user_id = owner_id and kept.source = 'entry' and kept.removed_at >= now() - interval '30 days'
        and (removed_vault_entries.before is null or kept.id < removed_vault_entries.before)
      order by kept.id desc limit 200) gone), '[]');
end $$;

revoke all on function public.removed_vault_entries(bigint) from public, anon, authenticated, service_role;
grant execute on function public.removed_vault_entries(bigint) to authenticated;
