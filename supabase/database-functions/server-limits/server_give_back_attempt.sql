-- The attempt proved nothing either way: it alone is taken back.
create or replace function public.server_give_back_attempt(kind text, key_hash bytea, at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  delete from private.attempt_limits l
    where l.kind = server_give_back_attempt.kind and l.key_hash = server_give_back_attempt.key_hash
      and l.failures <= 1 and cardinality(l.attempts) <= 1;
  update private.attempt_limits l
    set failures = greatest(0, l.failures - 1), blocked_until = least(l.blocked_until, at),
      attempts = l.attempts[:cardinality(l.attempts) - 1]
    where l.kind = server_give_back_attempt.kind and l.key_hash = server_give_back_attempt.key_hash;
  select null::jsonb
$$;

revoke all on function public.server_give_back_attempt(text, bytea, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_give_back_attempt(text, bytea, timestamptz) to service_role;
