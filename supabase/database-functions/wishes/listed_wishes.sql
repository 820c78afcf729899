-- The wishes that stand on the list, their public columns, the dearest first. The same for everybody.
create or replace function public.listed_wishes()
returns table (id uuid, title text, url text, price_minor bigint, currency text, priority smallint, category text, note text, quantity integer)
language sql stable security definer set search_path = ''
as $$
  select wish.id, wish.title, wish.url, wish.price_minor, wish.currency, wish.priority, wish.category, wish.note, wish.quantity
  from public.wishes wish
  where wish.visibility = 'public' and wish.deleted_at is null and wish.acquired_at is null
  order by wish.priority, wish.created_at, wish.title, wish.id
$$;

revoke all on function public.listed_wishes() from public, anon, authenticated, service_role;
grant execute on function public.listed_wishes() to anon, authenticated;
