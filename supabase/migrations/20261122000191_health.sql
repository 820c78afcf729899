-- Health: what was measured, how days felt, and workouts. A row is a sealed bundle of a month's records, and says nothing readable.

create table public.health_months (
  -- The month and its records: docs/architecture.md, The records.
  sealed text not null
);
select private.make_sealed_table('public.health_months');
