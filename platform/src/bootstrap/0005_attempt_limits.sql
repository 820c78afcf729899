-- What limits guesses of secrets: shared by every server on this database, and still counted after a restart.

set local role supabase_auth_admin;

-- One row for whoever tries at one thing. Of the address or account only a SHA-256 is kept. Each kind holds a bounded number of
-- rows, so that a stranger with many addresses fills no disk.
create table auth.attempt_limits (
  kind text not null check (length(kind) between 1 and 40),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- For limits that slow down with each failure.
  failures integer not null default 0 check (failures >= 0),
  blocked_until timestamptz not null,
  -- For limits of so many attempts in a stretch of time, oldest first.
  attempts timestamptz[] not null default '{}',
  last_at timestamptz not null,
  primary key (kind, key_hash)
);
create index attempt_limits_by_age on auth.attempt_limits (kind, last_at);
alter table auth.attempt_limits enable row level security;

-- When a kind is full, the least failed of its 16 oldest rows goes: a flood of new keys does not wash out a guessed-at one.
create function auth.bound_attempts(kind text, capacity integer) returns void
language sql set search_path = ''
as $$
  delete from auth.attempt_limits l using (
    select oldest.key_hash from (
      select o.key_hash, greatest(o.failures, cardinality(o.attempts)) as tried, o.last_at from auth.attempt_limits o
      where o.kind = bound_attempts.kind order by o.last_at limit 16 for update skip locked
    ) as oldest
    order by oldest.tried, oldest.last_at
    limit greatest(0, (select count(*) from auth.attempt_limits c where c.kind = bound_attempts.kind) - capacity)
  ) as gone
  where l.kind = bound_attempts.kind and l.key_hash = gone.key_hash
$$;

-- Counts an attempt as a failure before it is made, and answers 0; or answers how many milliseconds to wait, and counts nothing.
-- After `free` failures the wait is `base_ms`, and doubles with each further one up to `maximum_ms`; a key that was quiet for
-- `forget_ms` starts afresh. `at` is the server's present time.
create function auth.reserve_attempt(
  kind text, key_hash bytea, at timestamptz, free integer, base_ms double precision, maximum_ms double precision,
  forget_ms double precision, capacity integer
) returns double precision
language plpgsql set search_path = ''
as $$
#variable_conflict use_variable
declare
  forgotten timestamptz := at - make_interval(secs => forget_ms / 1000);
  counted auth.attempt_limits;
  waits double precision;
begin
  -- A clock that was set back makes nobody wait for longer than what was left: the last attempt counts as made now.
  update auth.attempt_limits l set blocked_until = l.blocked_until - (l.last_at - at), last_at = at
    where l.kind = reserve_attempt.kind and l.key_hash = reserve_attempt.key_hash and l.last_at > at;
  insert into auth.attempt_limits as l (kind, key_hash, failures, blocked_until, last_at)
    values (kind, key_hash, 1, at + make_interval(secs => case when 1 < free then 0 else least(maximum_ms, base_ms) end / 1000), at)
    on conflict on constraint attempt_limits_pkey do update set
      failures = case when l.last_at > forgotten then l.failures + 1 else 1 end,
      last_at = at
    where l.blocked_until <= at or l.last_at <= forgotten
    returning l.* into counted;
  if not found then
    select extract(epoch from l.blocked_until - at) * 1000 into waits
      from auth.attempt_limits l where l.kind = reserve_attempt.kind and l.key_hash = reserve_attempt.key_hash;
    -- Taken back or forgotten in this very moment: the next attempt is free.
    return greatest(1, coalesce(waits, 1));
  end if;
  waits := case when counted.failures < free then 0 else least(maximum_ms, base_ms * 2 ^ least(counted.failures - free, 40)) end;
  update auth.attempt_limits l set blocked_until = at + make_interval(secs => waits / 1000)
    where l.kind = reserve_attempt.kind and l.key_hash = reserve_attempt.key_hash;
  if counted.failures = 1 then
    perform auth.bound_attempts(kind, capacity);
  end if;
  return 0;
end
$$;

-- The attempt proved nothing either way: it alone is taken back.
create function auth.give_back_attempt(kind text, key_hash bytea, at timestamptz) returns void
language sql set search_path = ''
as $$
  delete from auth.attempt_limits l
    where l.kind = give_back_attempt.kind and l.key_hash = give_back_attempt.key_hash and l.failures <= 1 and cardinality(l.attempts) <= 1;
  update auth.attempt_limits l
    set failures = greatest(0, l.failures - 1), blocked_until = least(l.blocked_until, at), attempts = l.attempts[:cardinality(l.attempts) - 1]
    where l.kind = give_back_attempt.kind and l.key_hash = give_back_attempt.key_hash;
$$;

-- Counts one of `maximum` attempts in any stretch of `window_ms`, and answers 0; or answers how many milliseconds to wait.
create function auth.reserve_attempt_within(
  kind text, key_hash bytea, at timestamptz, maximum integer, window_ms double precision, capacity integer
) returns double precision
language plpgsql set search_path = ''
as $$
#variable_conflict use_variable
declare
  begins timestamptz := at - make_interval(secs => window_ms / 1000);
  counted timestamptz[];
begin
  insert into auth.attempt_limits as l (kind, key_hash, blocked_until, attempts, last_at)
    values (kind, key_hash, at, array[at], at)
    on conflict on constraint attempt_limits_pkey do update set
      attempts = array(select attempt from unnest(l.attempts) attempt where attempt > begins order by attempt) || at,
      last_at = at
    where (select count(*) from unnest(l.attempts) attempt where attempt > begins) < maximum
    returning l.attempts into counted;
  if found then
    if cardinality(counted) = 1 then
      perform auth.bound_attempts(kind, capacity);
    end if;
    return 0;
  end if;
  select array(select attempt from unnest(l.attempts) attempt where attempt > begins order by attempt) into counted
    from auth.attempt_limits l where l.kind = reserve_attempt_within.kind and l.key_hash = reserve_attempt_within.key_hash;
  return greatest(1, coalesce(extract(epoch from counted[1] - begins) * 1000, 1));
end
$$;

reset role;
