-- When a kind is full, the least failed of its 16 oldest rows goes: a flood of new keys does not wash out a guessed-at one.
create or replace function private.bound_attempts(kind text, capacity integer) returns void
language sql set search_path = ''
as $$
  delete from private.attempt_limits l using (
    select oldest.key_hash from (
      select o.key_hash, greatest(o.failures, cardinality(o.attempts)) as tried, o.last_at from private.attempt_limits o
      where o.kind = bound_attempts.kind order by o.last_at limit 16 for update skip locked
    ) as oldest
    order by oldest.tried, oldest.last_at
    limit greatest(0, (select count(*) from private.attempt_limits c where c.kind = bound_attempts.kind) - capacity)
  ) as gone
  where l.kind = bound_attempts.kind and l.key_hash = gone.key_hash
$$;
revoke all on function private.bound_attempts(text, integer) from public, anon, authenticated, service_role;
