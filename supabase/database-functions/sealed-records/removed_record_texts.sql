-- What is kept of one collection and day, the newest first, older than `before`, up to 100 rows and about 4194304 characters:
-- [{id, record_id, how, removed_at, row}].
create or replace function public.removed_record_texts(collection text, day date, before bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner_id constant uuid := private.require_owner('removed_record_texts');
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', gone.id, 'record_id', gone.key, 'how', gone.how, 'removed_at', gone.removed_at,
      'row', gone.kept - 'user_id' - 'updated_at') order by gone.id desc)
    from (
      select kept.*, sum(kept.size) over (order by kept.id desc) - kept.size as before_it
      from private.vault_removed kept
      where kept.user_id = owner_id and kept.source = 'record' and kept.collection = removed_record_texts.collection
        and kept.day = removed_record_texts.day and kept.removed_at >= now() - interval '30 days'
        and (removed_record_texts.before is null or kept.id < removed_record_texts.before)
      order by kept.id desc limit 100) gone
    where gone.before_it < 4194304), '[]');
end $$;

revoke all on function public.removed_record_texts(text, date, bigint) from public, anon, authenticated, service_role;
grant execute on function public.removed_record_texts(text, date, bigint) to authenticated;
