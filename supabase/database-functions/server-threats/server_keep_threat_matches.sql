-- Keeps what OSV said of an inventory. One that was deleted for good meanwhile keeps nothing.
create or replace function public.server_keep_threat_matches(
  inventory_id uuid, packages_digest text, checked_at timestamptz, matches jsonb
) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.threat_matches (inventory_id, packages_digest, checked_at, matches)
  select inventory.id, server_keep_threat_matches.packages_digest, server_keep_threat_matches.checked_at, server_keep_threat_matches.matches
  from public.threat_inventories inventory where inventory.id = server_keep_threat_matches.inventory_id
  on conflict on constraint threat_matches_pkey do update set packages_digest = excluded.packages_digest, checked_at = excluded.checked_at,
    matches = excluded.matches;
  select null::jsonb
$$;

revoke all on function public.server_keep_threat_matches(uuid, text, timestamptz, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_threat_matches(uuid, text, timestamptz, jsonb) to service_role;
