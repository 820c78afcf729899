-- Takes one of so many calls before it is made: {call_id, ask_again_at}, of which one is null.
create or replace function public.server_reserve_music_call(
  at timestamptz, latest_end timestamptz, call_limit integer, window_seconds integer
) returns jsonb
language sql security definer set search_path = ''
as $$
  select jsonb_build_object('call_id', taken.call_id, 'ask_again_at', taken.ask_again_at)
  from private.reserve_music_call(
    server_reserve_music_call.at, server_reserve_music_call.latest_end, server_reserve_music_call.call_limit,
    make_interval(secs => server_reserve_music_call.window_seconds)) taken
$$;

revoke all on function public.server_reserve_music_call(timestamptz, timestamptz, integer, integer) from public, anon, authenticated, service_role;
grant execute on function public.server_reserve_music_call(timestamptz, timestamptz, integer, integer) to service_role;
