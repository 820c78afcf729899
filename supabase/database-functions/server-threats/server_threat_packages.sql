-- The packages of an inventory as they are stored, or null where it is gone.
create or replace function public.server_threat_packages(inventory_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(inventory.packages) from public.threat_inventories inventory where inventory.id = server_threat_packages.inventory_id
$$;

revoke all on function public.server_threat_packages(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_threat_packages(uuid) to service_role;
