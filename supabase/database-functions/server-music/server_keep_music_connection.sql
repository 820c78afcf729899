-- Keeps the tokens of a newly connected account in the place of any other.
create or replace function public.server_keep_music_connection(
  sealed_tokens text, connected_at timestamptz, expires_at timestamptz
) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.music_connection (sealed_tokens, connected_at, expires_at)
  values (
    server_keep_music_connection.sealed_tokens, server_keep_music_connection.connected_at, server_keep_music_connection.expires_at
  ) on conflict on constraint music_connection_pkey do update
    set sealed_tokens = excluded.sealed_tokens, connected_at = excluded.connected_at, expires_at = excluded.expires_at;
  select null::jsonb
$$;

revoke all on function public.server_keep_music_connection(text, timestamptz, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_music_connection(text, timestamptz, timestamptz) to service_role;
