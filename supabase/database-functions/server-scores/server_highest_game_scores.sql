-- The highest three scores of each mode, which anybody may see.
create or replace function public.server_highest_game_scores() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', ranked.id, 'game', ranked.game, 'mode', ranked.mode, 'score', ranked.score, 'steps', ranked.steps,
    'day', to_char(ranked.played_on, 'YYYY-MM-DD'), 'replay', ranked.replay) order by ranked.game, ranked.mode, ranked.place), '[]')
  from (
    select kept.*, row_number() over (partition by kept.game, kept.mode order by kept.score desc, kept.created_at) as place
    from public.game_scores kept where kept.score > 0
  ) ranked where ranked.place <= 3
$$;

revoke all on function public.server_highest_game_scores() from public, anon, authenticated, service_role;
grant execute on function public.server_highest_game_scores() to service_role;
