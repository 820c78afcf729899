-- Erases the key to the film database.
create or replace function public.server_erase_media_key() returns jsonb
language sql security definer set search_path = ''
as $$
  delete from public.media_keys;
  select null::jsonb
$$;

revoke all on function public.server_erase_media_key() from public, anon, authenticated, service_role;
grant execute on function public.server_erase_media_key() to service_role;
