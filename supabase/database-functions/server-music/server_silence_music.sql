-- The provider asked for silence until then.
create or replace function public.server_silence_music(until timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  update private.music_budget budget set quiet_until = greatest(budget.quiet_until, server_silence_music.until);
  select null::jsonb
$$;

revoke all on function public.server_silence_music(timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_silence_music(timestamptz) to service_role;
