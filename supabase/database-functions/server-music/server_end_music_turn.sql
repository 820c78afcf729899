-- Gives the turn back.
create or replace function public.server_end_music_turn(holder uuid) returns jsonb
language sql security definer set search_path = ''
as $$
  update private.music_budget budget set turn_of = null, turn_until = null where budget.turn_of = server_end_music_turn.holder;
  select null::jsonb
$$;

revoke all on function public.server_end_music_turn(uuid) from public, anon, authenticated, service_role;
grant execute on function public.server_end_music_turn(uuid) to service_role;
