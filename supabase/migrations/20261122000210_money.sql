-- The owner's accounts and ledger: a row for each month of entries and one for what belongs to none, sealed as notes are. The
-- database sees how many rows there are, when each was written, and its length in steps of 64 bytes.

create table public.money (
  sealed text not null
);
select private.make_sealed_table('public.money');
