-- On which days records of which collections were overwritten or removed within 30 days, the newest first:
-- [{collection, day, records, removed, texts}], `removed` of those `records` deleted for good, `texts` kept of all of them.
create or replace function public.removed_records() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('removed_records');
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('collection', days.collection, 'day', days.day, 'records', days.records, 'removed', days.removed,
      'texts', days.texts)
      order by days.day desc, days.collection)
    from (
      select kept.collection, kept.day, count(*) as texts, count(distinct kept.key) as records,
        count(distinct kept.key) filter (where kept.how = 'removed') as removed
      from private.vault_removed kept
      where kept.user_id = owner_id and kept.source = 'record' and kept.removed_at >= now() - interval '30 days'
      group by kept.collection, kept.day) days), '[]');
end $$;

revoke all on function public.removed_records() from public, anon, authenticated, service_role;
grant execute on function public.removed_records() to authenticated;
