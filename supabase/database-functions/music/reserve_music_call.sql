-- Takes one of so many calls before it is made, as if it ended at the latest moment possible. Returns its id and null, or
-- null and when to ask again. The budget's one row is locked until the caller's transaction ends: one call after another.
create or replace function private.reserve_music_call(
  at timestamptz, latest_end timestamptz, call_limit integer, window_length interval,
  out call_id bigint, out ask_again_at timestamptz
)
language plpgsql set search_path = ''
as $$
begin
  select budget.quiet_until into ask_again_at from private.music_budget budget for update;
  if ask_again_at > at then
    return;
  end if;
  -- What lies further ahead than any call can was written by a clock that has been put back since.
  delete from private.music_calls call
  where call.counts_until <= at or call.counts_until > latest_end + 2 * window_length;
  select min(call.counts_until) into ask_again_at from private.music_calls call having count(*) >= call_limit;
  if ask_again_at is null then
    insert into private.music_calls (counts_until) values (latest_end + window_length) returning id into call_id;
  end if;
end $$;

revoke all on function private.reserve_music_call(timestamptz, timestamptz, integer, interval) from public, anon, authenticated, service_role;
