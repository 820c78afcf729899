-- Keeps these advisories, and forgets those that no inventory has any more.
create or replace function public.server_keep_threat_advisories(advisories jsonb) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.threat_advisories (id, modified, facts)
  select given.id, given.modified, given.facts
  from jsonb_to_recordset(server_keep_threat_advisories.advisories) as given (id text, modified text, facts jsonb)
  on conflict on constraint threat_advisories_pkey do update set modified = excluded.modified, facts = excluded.facts;
  delete from private.threat_advisories advisory where not exists (
    select from private.threat_matches kept, jsonb_array_elements(kept.matches) one where one -> 'advisories' ? advisory.id);
  select null::jsonb
$$;

revoke all on function public.server_keep_threat_advisories(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_threat_advisories(jsonb) to service_role;
