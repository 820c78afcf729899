-- Components of an inventory's file that are not looked up: a line each (`no_version left-pad`, parted by tabs). Null where the
-- file was read before they were counted.
alter table public.threat_inventories
  add column left_out text
    constraint "Components that are left out have together at most 200000 characters" check (char_length(left_out) <= 200000),
  add constraint "Components that are left out belong to an inventory of packages" check (kind = 'packages' or left_out is null);
grant insert (left_out), update (left_out) on table public.threat_inventories to authenticated;
