-- What was removed or overwritten longer ago than 30 days is kept no more. Cheap where there is nothing to forget, whatever the planner
-- thinks of the table: each kept text asks.
create or replace function private.forget_old_vault_rows() returns void
language plpgsql set search_path = ''
as $$
declare
  until constant timestamptz := clock_timestamp() - interval '30 days';
begin
  if (select min(kept.removed_at) from private.vault_removed kept) < until then
    delete from private.vault_removed old where old.removed_at < until;
  end if;
end $$;

revoke all on function private.forget_old_vault_rows() from public, anon, authenticated, service_role;
