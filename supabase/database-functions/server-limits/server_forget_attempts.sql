-- The attempt succeeded: everything counted against the key is forgotten.
create or replace function public.server_forget_attempts(kind text, key_hash bytea) returns jsonb
language sql security definer set search_path = ''
as $$
  delete from private.attempt_limits l where l.kind = server_forget_attempts.kind and l.key_hash = server_forget_attempts.key_hash;
  select null::jsonb
$$;

revoke all on function public.server_forget_attempts(text, bytea) from public, anon, authenticated, service_role;
grant execute on function public.server_forget_attempts(text, bytea) to service_role;
