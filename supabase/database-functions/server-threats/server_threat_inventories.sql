-- The owner's inventories of packages that are not in the trash, the oldest first.
create or replace function public.server_threat_inventories() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', inventory.id, 'name', inventory.name, 'digest', md5(inventory.packages), 'left_out', inventory.left_out,
    'package_count', coalesce(array_length(string_to_array(inventory.packages, E'\n'), 1), 0),
    'checked_at', case when kept.packages_digest = md5(inventory.packages) then kept.checked_at end)
    order by inventory.created_at, inventory.id), '[]')
  from public.threat_inventories inventory left join private.threat_matches kept on kept.inventory_id = inventory.id
  where inventory.kind = 'packages' and inventory.deleted_at is null and inventory.user_id = private.owner_user_id()
$$;

revoke all on function public.server_threat_inventories() from public, anon, authenticated, service_role;
grant execute on function public.server_threat_inventories() to service_role;
