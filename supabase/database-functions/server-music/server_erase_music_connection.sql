-- Erases the connected account's tokens and the sign-ins that were started.
create or replace function public.server_erase_music_connection() returns jsonb
language sql security definer set search_path = ''
as $$
  delete from private.music_connection;
  delete from private.music_authorizations;
  select null::jsonb
$$;

revoke all on function public.server_erase_music_connection() from public, anon, authenticated, service_role;
grant execute on function public.server_erase_music_connection() to service_role;
