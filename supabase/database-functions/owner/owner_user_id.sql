-- The owner's user id, or null while there is none.
create or replace function private.owner_user_id() returns uuid
language sql stable security definer set search_path = ''
as $$ select owner.user_id from private.owner $$;

revoke all on function private.owner_user_id() from public, anon, authenticated, service_role;
grant execute on function private.owner_user_id() to supabase_auth_admin;
