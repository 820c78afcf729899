-- Contents of large files in notes, as sealed parts that the storage keeps (docs/vault-security.md, "Files of notes in the storage"):
-- `FILE/0000`, `FILE/0001`, …, and `FILE/loose` once no record was found to name the file. What lies there is written once: no part
-- takes the place of another. When a part may go is said in private.note_file_may_go.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('note-files', 'note-files', false, 1050000, array['application/octet-stream'])
on conflict (id) do nothing;

create policy "Parts of files in notes have names of their own kind" on storage.objects
  as restrictive for insert to authenticated
  with check (bucket_id <> 'note-files' or name ~ '^[0-9a-f]{32}/(?:[0-9]{4}|loose)$');

create policy "Parts of files in notes are never overwritten or moved" on storage.objects
  as restrictive for update to authenticated
  using (bucket_id <> 'note-files')
  with check (bucket_id <> 'note-files');

create policy "The bucket of files in notes stays as it is" on storage.buckets
  as restrictive for update to authenticated
  using (id <> 'note-files');

create policy "The bucket of files in notes is not removed" on storage.buckets
  as restrictive for delete to authenticated
  using (id <> 'note-files');
