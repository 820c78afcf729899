-- The wishes on the list, in its order: what visitors may read, and nothing else.
create or replace function public.server_listed_wishes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(wish) - 'place' order by wish.place), '[]')
  from public.listed_wishes() with ordinality as wish (id, title, url, price_minor, currency, priority, category, note, quantity, place)
$$;

revoke all on function public.server_listed_wishes() from public, anon, authenticated, service_role;
grant execute on function public.server_listed_wishes() to service_role;
