-- Puts renewed tokens in the place of these. Answers false where those are gone.
create or replace function public.server_replace_music_tokens(replaced text, sealed_tokens text, expires_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update private.music_connection kept
  set sealed_tokens = server_replace_music_tokens.sealed_tokens, expires_at = server_replace_music_tokens.expires_at
  where kept.sealed_tokens = server_replace_music_tokens.replaced;
  return to_jsonb(found);
end $$;

revoke all on function public.server_replace_music_tokens(text, text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_replace_music_tokens(text, text, timestamptz) to service_role;
