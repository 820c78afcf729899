-- The names of the owner's products that are not in the trash.
create or replace function public.server_threat_products() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(inventory.name), '[]') from public.threat_inventories inventory
  where inventory.kind = 'product' and inventory.deleted_at is null and inventory.user_id = private.owner_user_id()
$$;

revoke all on function public.server_threat_products() from public, anon, authenticated, service_role;
grant execute on function public.server_threat_products() to service_role;
