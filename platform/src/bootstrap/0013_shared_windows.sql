-- Limits of so many attempts in a stretch of time that all servers of this database count together, taken in blocks: a server
-- writes once for some attempts of a key, and once for all the keys that are tried at the same moment. What strangers send thereby
-- costs one statement at a time.

set local role supabase_auth_admin;

-- When a kind is full, the least tried of its oldest rows go, as `auth.bound_attempts` has it, here many at once.
create function auth.bound_attempts_at_once(kind text, capacity integer) returns void
language sql set search_path = ''
as $$
  with surplus as (
    select greatest(0, count(*) - capacity) as rows from auth.attempt_limits c where c.kind = bound_attempts_at_once.kind
  )
  delete from auth.attempt_limits l using (
    select oldest.key_hash from (
      select o.key_hash, greatest(o.failures, cardinality(o.attempts)) as tried, o.last_at from auth.attempt_limits o
      where o.kind = bound_attempts_at_once.kind
      order by o.last_at limit (select 16 * rows from surplus) for update skip locked
    ) as oldest
    order by oldest.tried, oldest.last_at
    limit (select rows from surplus)
  ) as gone
  where l.kind = bound_attempts_at_once.kind and l.key_hash = gone.key_hash
$$;

-- Takes for each key as many attempts as `blocks` says, or as are left of `maxima` within the last `windows_ms`. Answers in the order
-- of the keys how many were taken, and, where none was, in how many milliseconds one leaves. `at` is the server's present time.
create function auth.reserve_attempt_blocks(
  kinds text[], key_hashes bytea[], at timestamptz, blocks integer[], maxima integer[], windows_ms double precision[],
  capacities integer[]
) returns table (place bigint, taken integer, wait_ms double precision)
language plpgsql set search_path = ''
as $$
#variable_conflict use_variable
declare
  wanted record;
  counted timestamptz[];
  full_kind record;
begin
  for wanted in
    -- Two servers lock the rows that both want in the same order.
    select w.* from unnest(kinds, key_hashes, blocks, maxima, windows_ms) with ordinality
      as w (kind, key_hash, block, maximum, window_ms, place)
    order by w.kind, w.key_hash
  loop
    insert into auth.attempt_limits (kind, key_hash, blocked_until, last_at) values (wanted.kind, wanted.key_hash, at, at)
      on conflict on constraint attempt_limits_pkey do nothing;
    -- A clock that was set back would keep attempts of its future for as long: they count as made now.
    select array(
      select least(attempt, at) from unnest(l.attempts) attempt
      where attempt > at - make_interval(secs => wanted.window_ms / 1000) order by attempt
    ) into counted
      from auth.attempt_limits l where l.kind = wanted.kind and l.key_hash = wanted.key_hash for update;
    place := wanted.place;
    taken := greatest(0, least(wanted.block, wanted.maximum - coalesce(cardinality(counted), 0)));
    wait_ms := case when taken > 0 then 0 else
      greatest(1, extract(epoch from counted[1] - at) * 1000 + wanted.window_ms) end;
    update auth.attempt_limits l set attempts = counted || array_fill(at, array[taken]), last_at = at
      where l.kind = wanted.kind and l.key_hash = wanted.key_hash;
    return next;
  end loop;
  for full_kind in select k.kind, min(k.capacity) as capacity from unnest(kinds, capacities) as k (kind, capacity) group by k.kind loop
    perform auth.bound_attempts_at_once(full_kind.kind, full_kind.capacity);
  end loop;
end
$$;

reset role;
