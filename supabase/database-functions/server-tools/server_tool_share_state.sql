-- Whether a link opens its report now (`open`) or did once (`ended`); null where there is no such link.
create or replace function public.server_tool_share_state(token_hash bytea) returns jsonb
language sql security definer set search_path = ''
as $$
  select to_jsonb(case when share.expires_at > clock_timestamp() then 'open' else 'ended' end)
  from private.tool_shares share where share.token_hash = server_tool_share_state.token_hash
$$;

revoke all on function public.server_tool_share_state(bytea) from public, anon, authenticated, service_role;
grant execute on function public.server_tool_share_state(bytea) to service_role;
