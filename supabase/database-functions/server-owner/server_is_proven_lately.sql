-- Whether a session gave a proof within the last five minutes: by the claims of a token that the server has verified. The claims are
-- those of the caller until the transaction ends.
create or replace function public.server_is_proven_lately(claims jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('request.jwt.claims', server_is_proven_lately.claims::text, true);
  return to_jsonb(private.is_proven_lately());
end $$;

revoke all on function public.server_is_proven_lately(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_is_proven_lately(jsonb) to service_role;
