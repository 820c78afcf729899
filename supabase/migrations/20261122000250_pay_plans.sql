-- What the owner is paid, when and where: a row for each pay, sealed as notes are. The database sees how many there are, when each
-- was written, and its length in steps of 64 bytes.

create table public.pay_plans (
  sealed text not null
);
select private.make_sealed_table('public.pay_plans');
