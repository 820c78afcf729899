-- By what a row of this table is the same as one with another id: what the server seeded on another installation, and what may be
-- there once only. Empty: by its id alone. The browser's rehearsal goes by the same columns (web/app/domains/passport/same-row.ts).
create or replace function private.twin_columns(made regclass) returns text[]
language sql stable set search_path = ''
as $$
  select case made
    when 'public.wishes'::regclass then array['title', 'url']
    when 'public.short_links'::regclass then array['slug']
    when 'public.habit_months'::regclass then array['habit_id', 'month']
    else '{}'
  end
$$;

revoke all on function private.twin_columns(regclass) from public, anon, authenticated, service_role;
