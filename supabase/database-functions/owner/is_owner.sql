-- Whether the caller is the owner, whatever the session.
create or replace function private.is_owner() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.owner where owner.user_id = private.caller_id()) $$;

revoke all on function private.is_owner() from public, anon, authenticated, service_role;
