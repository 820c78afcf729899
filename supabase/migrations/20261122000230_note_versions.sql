-- Earlier states of notes, each a sealed record of its own, so that a note is opened and saved without them.
create table public.note_versions (
  -- The note, its title and its text as they were: docs/vault-security.md.
  sealed text not null
);
select private.make_sealed_table('public.note_versions');
