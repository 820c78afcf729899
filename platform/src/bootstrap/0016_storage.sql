-- Schema `storage`: buckets and objects as a hosted project has them, as far as policies and clients see. What an object holds lies
-- in files that are named by their SHA-256 (platform/src/storage/files); the service alone knows which.

create schema storage authorization postgres;
revoke all on schema storage from public;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key check (length(id) between 1 and 100),
  name text not null unique check (length(name) between 1 and 100),
  -- Who made it; `owner` is what older policies name.
  owner uuid,
  owner_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  public boolean not null default false,
  avif_autodetection boolean not null default false,
  -- In bytes; null: only the server's own limit counts.
  file_size_limit bigint check (file_size_limit >= 0),
  allowed_mime_types text[] check (cardinality(allowed_mime_types) <= 100)
);

-- A file that objects may hold, written down before it is in its place, so that no file is without a row. It is collected when no
-- object holds it and nobody has lately begun to.
create table storage.contents (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  -- By the server's clock, as the collector's hour is.
  touched_at timestamptz not null
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text collate "C" not null check (octet_length(name) between 1 and 1024),
  owner uuid,
  owner_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  -- Another one with each change of the content.
  version text,
  -- Ours: set by the service alone, in the transaction that wrote the row as its caller.
  content text references storage.contents (hash)
);
create unique index objects_by_name on storage.objects (bucket_id, name);
create index objects_by_owner on storage.objects (owner_id);
create index objects_by_content on storage.objects (content);

-- Policies read the parts of a name by these.
create function storage.foldername(name text) returns text[] language sql immutable
as $$ select parts[1 : cardinality(parts) - 1] from string_to_array(name, '/') as parts $$;
create function storage.filename(name text) returns text language sql immutable
as $$ select parts[cardinality(parts)] from string_to_array(name, '/') as parts $$;
create function storage.extension(name text) returns text language sql immutable
as $$ select reverse(split_part(reverse(parts[cardinality(parts)]), '.', 1)) from string_to_array(name, '/') as parts $$;

create function storage.update_updated_at() returns trigger language plpgsql
set search_path = ''
as $$ begin new.updated_at = now(); return new; end $$;
create trigger update_updated_at before update on storage.buckets for each row execute function storage.update_updated_at();
create trigger update_updated_at before update on storage.objects for each row execute function storage.update_updated_at();

-- Without a policy nobody reaches anything.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.contents enable row level security;

alter table storage.buckets owner to postgres;
alter table storage.objects owner to postgres;
alter table storage.contents owner to postgres;
alter function storage.foldername(text) owner to postgres;
alter function storage.filename(text) owner to postgres;
alter function storage.extension(text) owner to postgres;
alter function storage.update_updated_at() owner to postgres;

revoke all on storage.buckets, storage.objects, storage.contents from public;
grant select, insert, update, delete on storage.buckets to anon, authenticated, service_role;
-- What an object holds is no column of a caller's.
grant select, delete on storage.objects to anon, authenticated;
grant insert (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version) on storage.objects to anon, authenticated;
grant update (bucket_id, name, owner, owner_id, metadata, user_metadata, version, last_accessed_at)
  on storage.objects to anon, authenticated;
grant select, insert, update, delete on storage.objects, storage.contents to service_role;

revoke all on function storage.foldername(text), storage.filename(text), storage.extension(text), storage.update_updated_at() from public;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text) to anon, authenticated, service_role;
