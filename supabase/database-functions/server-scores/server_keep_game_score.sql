-- Keeps the score of a game of the owner's that the server played again. Answers whether it is new: the same game counts once.
create or replace function public.server_keep_game_score(
  game text, mode text, engine integer, seed bigint, score integer, steps integer, hash text, replay text
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.game_scores (user_id, game, mode, engine, seed, score, steps, hash, replay)
  values (
    private.owner_user_id(), server_keep_game_score.game, server_keep_game_score.mode, server_keep_game_score.engine,
    server_keep_game_score.seed, server_keep_game_score.score, server_keep_game_score.steps, server_keep_game_score.hash,
    server_keep_game_score.replay
  ) on conflict do nothing;
  return to_jsonb(found);
end $$;

revoke all on function public.server_keep_game_score(text, text, integer, bigint, integer, integer, text, text) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_game_score(text, text, integer, bigint, integer, integer, text, text) to service_role;
