-- Another vault in the place of one: the proof is newer than the last lock, too. A vault that goes altogether, as when everything
-- is deleted, takes along what was kept of it.
create or replace function private.guard_vault() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.vault_id is distinct from old.vault_id then
      perform private.require_vault_proof(old.locked_at);
    end if;
    return null;
  end if;
  delete from private.vault_removed gone where gone.user_id = old.user_id;
  return null;
end $$;

revoke all on function private.guard_vault() from public, anon, authenticated, service_role;
