-- API Lab: the owner's collections of requests and environments. Each is a record that only the open vault can read: requests
-- hold tokens and passwords.

create table public.api_lab_records (
  sealed text not null
);
select private.make_sealed_table('public.api_lab_records');
