-- Keeps the sealed connection to the language model in the place of the one before.
create or replace function public.server_keep_model_connection(sealed text, changed_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.model_connection (sealed, changed_at)
  values (server_keep_model_connection.sealed, server_keep_model_connection.changed_at)
  on conflict on constraint model_connection_pkey do update set sealed = excluded.sealed, changed_at = excluded.changed_at;
  select null::jsonb
$$;

revoke all on function public.server_keep_model_connection(text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_model_connection(text, timestamptz) to service_role;
