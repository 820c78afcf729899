-- Sets the birthday. Answers false, changing nothing, for a time zone that this database does not know.
create or replace function public.server_put_birthday(month integer, day integer, time_zone text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.put_birthday(server_put_birthday.month, server_put_birthday.day, server_put_birthday.time_zone);
  return to_jsonb(true);
exception when invalid_parameter_value then
  return to_jsonb(false);
end $$;

revoke all on function public.server_put_birthday(integer, integer, text) from public, anon, authenticated, service_role;
grant execute on function public.server_put_birthday(integer, integer, text) to service_role;
