-- Keeps a copy of the blog's posts in the place of the one before.
create or replace function public.server_keep_blog_posts(feed_url text, posts jsonb, fetched_at timestamptz) returns jsonb
language sql security definer set search_path = ''
as $$
  insert into private.blog_posts (feed_url, posts, fetched_at)
  values (server_keep_blog_posts.feed_url, server_keep_blog_posts.posts, server_keep_blog_posts.fetched_at)
  on conflict on constraint blog_posts_pkey do update
    set feed_url = excluded.feed_url, posts = excluded.posts, fetched_at = excluded.fetched_at;
  select null::jsonb
$$;

revoke all on function public.server_keep_blog_posts(text, jsonb, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.server_keep_blog_posts(text, jsonb, timestamptz) to service_role;
