-- The owner's user id, or null while there is none.
create or replace function public.server_owner_id() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(private.owner_user_id())
$$;

revoke all on function public.server_owner_id() from public, anon, authenticated, service_role;
grant execute on function public.server_owner_id() to service_role;
