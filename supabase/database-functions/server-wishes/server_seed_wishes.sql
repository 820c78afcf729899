-- Puts those of the content's wishes into the list that never were in it; how many.
create or replace function public.server_seed_wishes(wishes jsonb) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(private.seed_wishes(server_seed_wishes.wishes))
$$;

revoke all on function public.server_seed_wishes(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_seed_wishes(jsonb) to service_role;
