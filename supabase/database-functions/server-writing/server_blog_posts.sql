-- The last good copy of the blog's posts, or null.
create or replace function public.server_blog_posts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('feed_url', kept.feed_url, 'posts', kept.posts, 'fetched_at', kept.fetched_at) from private.blog_posts kept
$$;

revoke all on function public.server_blog_posts() from public, anon, authenticated, service_role;
grant execute on function public.server_blog_posts() to service_role;
