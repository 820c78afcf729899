-- Says until when a call counts, now that it has ended.
create or replace function public.server_end_music_call(call_id bigint, counts_until timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  update private.music_calls call set counts_until = server_end_music_call.counts_until where call.id = server_end_music_call.call_id;
  select null::jsonb
$$;

revoke all on function public.server_end_music_call(bigint, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_end_music_call(bigint, timestamptz) to service_role;
