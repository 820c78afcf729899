-- Erases these tokens, and no newer ones.
create or replace function public.server_discard_music_tokens(sealed_tokens text) returns jsonb
language sql security definer set search_path = ''
as $$
  delete from private.music_connection kept where kept.sealed_tokens = server_discard_music_tokens.sealed_tokens;
  select null::jsonb
$$;

revoke all on function public.server_discard_music_tokens(text) from public, anon, authenticated, service_role;
grant execute on function public.server_discard_music_tokens(text) to service_role;
