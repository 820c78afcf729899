-- Today's salt: the one that is there, else the one proposed. What an earlier day left behind goes.
create or replace function private.short_link_salt(proposed bytea) returns table (day date, salt bytea)
language plpgsql set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  perform private.forget_short_link_visitors();
  insert into private.short_link_salts (day, salt) values (today, short_link_salt.proposed)
    on conflict on constraint short_link_salts_pkey do nothing;
  return query select kept.day, kept.salt from private.short_link_salts kept where kept.day = today;
end $$;

revoke all on function private.short_link_salt(bytea) from public, anon, authenticated, service_role;
