-- Takes the turn to renew the account's tokens, for so many seconds at the most. Answers false while somebody has it.
create or replace function public.server_take_music_turn(holder uuid, seconds integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update private.music_budget budget
  set turn_of = server_take_music_turn.holder,
    turn_until = clock_timestamp() + make_interval(secs => least(server_take_music_turn.seconds, 60))
  where budget.turn_until is null or budget.turn_until <= clock_timestamp();
  return to_jsonb(found);
end $$;

revoke all on function public.server_take_music_turn(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.server_take_music_turn(uuid, integer) to service_role;
