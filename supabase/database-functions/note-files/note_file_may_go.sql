-- Whether an object of the bucket `note-files` may be removed: within a day of its upload, which takes back what was cancelled; once
-- its file has been marked for 30 days as one that no record names; or by a proof of the last five minutes. The mark itself may always
-- go: without it the file stays.
create or replace function private.note_file_may_go(name text, created_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.owner_session() and (
    note_file_may_go.name like '%/loose'
    or note_file_may_go.created_at > now() - interval '1 day'
    or exists (
      select from storage.objects mark
      where mark.bucket_id = 'note-files' and mark.name = split_part(note_file_may_go.name, '/', 1) || '/loose'
        and mark.created_at <= now() - interval '30 days')
    or public.vault_proof_is_fresh())
$$;

revoke all on function private.note_file_may_go(text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.note_file_may_go(text, timestamptz) to authenticated;

drop policy if exists "Files in notes are not removed unasked" on storage.objects;
create policy "Files in notes are not removed unasked" on storage.objects
  as restrictive for delete to authenticated
  using (bucket_id <> 'note-files' or private.note_file_may_go(name, created_at));
