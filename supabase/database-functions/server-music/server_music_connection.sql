-- The connected account's sealed tokens, or null.
create or replace function public.server_music_connection() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('sealed_tokens', kept.sealed_tokens, 'connected_at', kept.connected_at, 'expires_at', kept.expires_at)
  from private.music_connection kept
$$;

revoke all on function public.server_music_connection() from public, anon, authenticated, service_role;
grant execute on function public.server_music_connection() to service_role;
