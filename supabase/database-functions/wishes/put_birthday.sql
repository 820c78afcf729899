-- Sets the birthday; fails with invalid_parameter_value (22023) for a time zone that this database does not know, and
-- with datetime_field_overflow (22008) for a day that not every year has.
create or replace function private.put_birthday(month integer, day integer, time_zone text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform now() at time zone put_birthday.time_zone;
  insert into private.birthday (month, day, time_zone) values (put_birthday.month, put_birthday.day, put_birthday.time_zone)
    on conflict (id) do update set month = excluded.month, day = excluded.day, time_zone = excluded.time_zone;
end $$;

revoke all on function private.put_birthday(integer, integer, text) from public, anon, authenticated, service_role;
