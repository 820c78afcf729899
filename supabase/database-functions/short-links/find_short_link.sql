-- The link that a slug leads to, and how often it was opened if it has a limit.
create or replace function private.find_short_link(slug text)
returns table (id uuid, url text, title text, expires_at timestamptz, max_visits integer, password_hash text, opened bigint)
language sql stable set search_path = ''
as $$
  select link.id, link.url, link.title, link.expires_at, link.max_visits, link.password_hash, coalesce(counted.opened, 0)
  from public.short_links link left join private.short_link_openings counted on counted.link_id = link.id
  where link.slug = find_short_link.slug and link.deleted_at is null
$$;

revoke all on function private.find_short_link(text) from public, anon, authenticated, service_role;
