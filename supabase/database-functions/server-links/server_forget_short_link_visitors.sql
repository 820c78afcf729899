-- Forgets who visited on days that have ended, and sums older than 400 days.
create or replace function public.server_forget_short_link_visitors() returns jsonb
language sql security definer set search_path = ''
as $$
  select private.forget_short_link_visitors();
  select null::jsonb
$$;

revoke all on function public.server_forget_short_link_visitors() from public, anon, authenticated, service_role;
grant execute on function public.server_forget_short_link_visitors() to service_role;
