-- A sealed record may have 8 MiB, for notes of two million characters in any script; it was a mebibyte. What a whole change may have is
-- bounded by the length of a request.
create or replace function private.make_sealed_table(made regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.make_owner_table(made);
  execute format($sql$
    alter table %1$s
      add constraint "A sealed record is a text of the vault, not of a later version" check (
        case when octet_length(sealed) <= 8388608
          and sealed ~ '^r2\.[A-Za-z0-9_-]{22}\.[1-9][0-9]{0,14}\.[A-Za-z0-9_-]{123,}$'
          then split_part(sealed, '.', 3)::bigint <= version else false end),
      add constraint "A sealed record says nothing readable about where it came from"
        check (num_nonnulls(import_batch_id, source, external_id) = 0)
  $sql$, made);
  execute format('create trigger judge_sealed before insert or update of sealed on %s for each row execute function private.judge_sealed()',
    made);
  perform private.keep_sealed_texts(made);
  perform private.write_with_manifest_only(made);
end $$;

-- What is there fits: it was held to less.
do $$
declare
  made regclass;
begin
  for made in select bond.conrelid::regclass from pg_catalog.pg_constraint bond
    where bond.conname = 'A sealed record is a text of the vault, not of a later version'
  loop
    execute format($sql$
      alter table %1$s
        drop constraint "A sealed record is a text of the vault, not of a later version",
        add constraint "A sealed record is a text of the vault, not of a later version" check (
          case when octet_length(sealed) <= 8388608
            and sealed ~ '^r2\.[A-Za-z0-9_-]{22}\.[1-9][0-9]{0,14}\.[A-Za-z0-9_-]{123,}$'
            then split_part(sealed, '.', 3)::bigint <= version else false end)
    $sql$, made);
  end loop;
end $$;
