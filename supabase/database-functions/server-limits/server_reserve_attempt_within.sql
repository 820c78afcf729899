-- Counts one of `maximum` attempts in any stretch of `window_ms`, and answers 0; or answers how many milliseconds to wait.
create or replace function public.server_reserve_attempt_within(
  kind text, key_hash bytea, at timestamptz, maximum integer, window_ms double precision, capacity integer
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  begins timestamptz := at - make_interval(secs => window_ms / 1000);
  counted timestamptz[];
begin
  insert into private.attempt_limits as l (kind, key_hash, blocked_until, attempts, last_at)
    values (kind, key_hash, at, array[at], at)
    on conflict on constraint attempt_limits_pkey do update set
      attempts = array(select attempt from unnest(l.attempts) attempt where attempt > begins order by attempt) || at,
      last_at = at
    where (select count(*) from unnest(l.attempts) attempt where attempt > begins) < maximum
    returning l.attempts into counted;
  if found then
    if cardinality(counted) = 1 then
      perform private.bound_attempts(kind, capacity);
    end if;
    return to_jsonb(0);
  end if;
  select array(select attempt from unnest(l.attempts) attempt where attempt > begins order by attempt) into counted
    from private.attempt_limits l
    where l.kind = server_reserve_attempt_within.kind and l.key_hash = server_reserve_attempt_within.key_hash;
  return to_jsonb(greatest(1, coalesce(extract(epoch from counted[1] - begins)::double precision * 1000, 1)));
end
$$;

revoke all on function public.server_reserve_attempt_within(text, bytea, timestamptz, integer, double precision, integer) from public, anon, authenticated, service_role;
grant execute on function public.server_reserve_attempt_within(text, bytea, timestamptz, integer, double precision, integer) to service_role;
