-- Imports into the notes all of which was written. Until a device finds an import here, it hides the notes and files that this import brought.
create table public.note_imports (
  -- The file's name and how many notes and files it brought: docs/vault-security.md.
  sealed text not null
);
select private.make_sealed_table('public.note_imports');
