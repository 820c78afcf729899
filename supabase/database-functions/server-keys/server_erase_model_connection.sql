-- Erases the connection to the language model.
create or replace function public.server_erase_model_connection() returns jsonb
language sql security definer set search_path = ''
as $$
  delete from private.model_connection;
  select null::jsonb
$$;

revoke all on function public.server_erase_model_connection() from public, anon, authenticated, service_role;
grant execute on function public.server_erase_model_connection() to service_role;
