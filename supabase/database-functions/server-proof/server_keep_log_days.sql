-- Keeps signed days that follow the newest statement, `previous`. Answers false, keeping none, where another server was faster.
create or replace function public.server_keep_log_days(previous text, days jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  -- One server after another, so that of two that signed the same days one keeps them.
  lock table private.log_days in share row exclusive mode;
  if server_keep_log_days.previous is distinct from (select kept.statement from private.log_days kept order by kept.day desc limit 1) then
    return to_jsonb(false);
  end if;
  insert into private.log_days (day, statement, signature, public_key)
  select signed.day, signed.statement, signed.signature, signed.public_key
  from jsonb_to_recordset(server_keep_log_days.days) as signed (day date, statement text, signature bytea, public_key text);
  return to_jsonb(true);
end $$;

revoke all on function public.server_keep_log_days(text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_log_days(text, jsonb) to service_role;
