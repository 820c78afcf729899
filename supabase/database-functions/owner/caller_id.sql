-- The caller's user id. Policies use it rather than auth.uid(), which raises on a malformed claim.
create or replace function private.caller_id() returns uuid
language sql stable security definer set search_path = ''
as $$ select private.claimed_uuid('sub') $$;

revoke all on function private.caller_id() from public, anon, authenticated, service_role;
grant execute on function private.caller_id() to authenticated;
