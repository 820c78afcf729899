-- The owner's sealed key to the film database, or null.
create or replace function public.server_media_key() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(kept.sealed_key) from public.media_keys kept where kept.user_id = private.owner_user_id()
$$;

revoke all on function public.server_media_key() from public, anon, authenticated, service_role;
grant execute on function public.server_media_key() to service_role;
