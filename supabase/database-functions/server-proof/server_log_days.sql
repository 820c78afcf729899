-- Every signed day of the log, the oldest first.
create or replace function public.server_log_days() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'day', to_char(kept.day, 'YYYY-MM-DD'), 'statement', kept.statement, 'signature', kept.signature, 'public_key', kept.public_key)
    order by kept.day), '[]')
  from private.log_days kept
$$;

revoke all on function public.server_log_days() from public, anon, authenticated, service_role;
grant execute on function public.server_log_days() to service_role;
