-- Counts an attempt as a failure before it is made, and answers 0; or answers how many milliseconds to wait, and counts nothing.
-- After `free` failures the wait is `base_ms`, and doubles with each further one up to `maximum_ms`; a key that was quiet for
-- `forget_ms` starts afresh. `at` is the server's present time.
create or replace function public.server_reserve_attempt(
  kind text, key_hash bytea, at timestamptz, free integer, base_ms double precision, maximum_ms double precision,
  forget_ms double precision, capacity integer
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  forgotten timestamptz := at - make_interval(secs => forget_ms / 1000);
  counted private.attempt_limits;
  waits double precision;
begin
  -- A clock that was set back makes nobody wait for longer than what was left: the last attempt counts as made now.
  update private.attempt_limits l set blocked_until = l.blocked_until - (l.last_at - at), last_at = at
    where l.kind = server_reserve_attempt.kind and l.key_hash = server_reserve_attempt.key_hash and l.last_at > at;
  insert into private.attempt_limits as l (kind, key_hash, failures, blocked_until, last_at)
    values (kind, key_hash, 1, at + make_interval(secs => case when 1 < free then 0 else least(maximum_ms, base_ms) end / 1000), at)
    on conflict on constraint attempt_limits_pkey do update set
      failures = case when l.last_at > forgotten then l.failures + 1 else 1 end,
      last_at = at
    where l.blocked_until <= at or l.last_at <= forgotten
    returning l.* into counted;
  if not found then
    select extract(epoch from l.blocked_until - at) * 1000 into waits
      from private.attempt_limits l where l.kind = server_reserve_attempt.kind and l.key_hash = server_reserve_attempt.key_hash;
    -- Taken back or forgotten in this very moment: the next attempt is free.
    return to_jsonb(greatest(1, coalesce(waits, 1)));
  end if;
  waits := case when counted.failures < free then 0 else least(maximum_ms, base_ms * 2 ^ least(counted.failures - free, 40)) end;
  update private.attempt_limits l set blocked_until = at + make_interval(secs => waits / 1000)
    where l.kind = server_reserve_attempt.kind and l.key_hash = server_reserve_attempt.key_hash;
  if counted.failures = 1 then
    perform private.bound_attempts(kind, capacity);
  end if;
  return to_jsonb(0);
end
$$;

revoke all on function public.server_reserve_attempt(text, bytea, timestamptz, integer, double precision, double precision, double precision, integer) from public, anon, authenticated, service_role;
grant execute on function public.server_reserve_attempt(text, bytea, timestamptz, integer, double precision, double precision, double precision, integer) to service_role;
