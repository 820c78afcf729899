-- What OSV last said of each of the owner's inventories that is not in the trash.
create or replace function public.server_threat_matches() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'inventory_id', kept.inventory_id, 'checked_at', kept.checked_at, 'matches', kept.matches,
    'is_current', kept.packages_digest = md5(inventory.packages))), '[]')
  from private.threat_matches kept join public.threat_inventories inventory on inventory.id = kept.inventory_id
  where inventory.deleted_at is null and inventory.user_id = private.owner_user_id()
$$;

revoke all on function public.server_threat_matches() from public, anon, authenticated, service_role;
grant execute on function public.server_threat_matches() to service_role;
