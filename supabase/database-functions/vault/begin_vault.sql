create or replace function private.begin_vault(owner_id uuid, vault jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.require_first_chain(owner_id, vault);
  insert into private.vaults (user_id, vault_id, epoch) values (owner_id, (vault ->> 'vault_id')::uuid, 1);
  perform private.put_vault_contents(owner_id, vault);
  perform private.put_vault_link(owner_id, 1, vault);
  return jsonb_build_object('epoch', 1);
end $$;

revoke all on function private.begin_vault(uuid, jsonb) from public, anon, authenticated, service_role;
