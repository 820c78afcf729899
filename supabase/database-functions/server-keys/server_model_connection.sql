-- The sealed connection to the language model, or null.
create or replace function public.server_model_connection() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(kept.sealed) from private.model_connection kept
$$;

revoke all on function public.server_model_connection() from public, anon, authenticated, service_role;
grant execute on function public.server_model_connection() to service_role;
