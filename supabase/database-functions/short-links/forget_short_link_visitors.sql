-- Forgets who visited on days that have ended, and sums older than 400 days.
create or replace function private.forget_short_link_visitors() returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  delete from private.short_link_salts kept where kept.day < today;
  delete from private.short_link_visitors kept where kept.day < today;
  delete from private.short_link_days kept where kept.day < today - 400;
end $$;

revoke all on function private.forget_short_link_visitors() from public, anon, authenticated, service_role;
