-- When the owner may know of a claim made at a time: at the end of the first birthday that ends after it. Null, which is
-- never, while nobody has said when the birthday is.
create or replace function private.claim_revealed_at(claimed_at timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select min(ends.at)
  from private.birthday,
    lateral (select extract(year from claim_revealed_at.claimed_at at time zone birthday.time_zone)::integer as year) claimed,
    lateral (
      select (make_date(claimed.year + later, birthday.month, birthday.day) + 1)::timestamp at time zone birthday.time_zone as at
      from generate_series(0, 1) later
    ) ends
  where ends.at > claim_revealed_at.claimed_at
$$;

revoke all on function private.claim_revealed_at(timestamptz) from public, anon, authenticated, service_role;
