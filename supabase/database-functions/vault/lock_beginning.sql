-- Two beginnings at once: the second waits here, then finds the first.
create or replace function private.lock_beginning() returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('castellan.vault.beginning', 0)) $$;

revoke all on function private.lock_beginning() from public, anon, authenticated, service_role;
