-- The digest of the head that is stored now; of nothing where there is none.
create or replace function private.head_digest(owner_id uuid) returns text
language sql stable set search_path = ''
as $$
  select private.base64url(sha256(convert_to(coalesce(
    (select part.envelope from private.vault_parts part where part.user_id = owner_id and part.part = -1), ''), 'UTF8')))
$$;

revoke all on function private.head_digest(uuid) from public, anon, authenticated, service_role;
