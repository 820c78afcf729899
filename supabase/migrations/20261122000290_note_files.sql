-- Files that notes hold: what a file is called and made of, and its bytes in parts, each a sealed record of its own. The bytes are
-- read one file at a time, so that a page of notes opens without them.
create table public.note_files (
  -- Path, size, digest and the ids of its parts: docs/vault-security.md.
  sealed text not null
);
select private.make_sealed_table('public.note_files');

create table public.note_file_parts (
  -- Up to 524,286 bytes of a file.
  sealed text not null
);
select private.make_sealed_table('public.note_file_parts');
