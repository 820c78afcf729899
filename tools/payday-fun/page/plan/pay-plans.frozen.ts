import { type FrozenRows, fieldsBy } from '../../../../web/app/domains/records/testing/frozen-rows.ts';
import { payPlans } from './pay-plan.ts';
import { payPlansCollection } from './pay-plans.collection.ts';

export const frozen: FrozenRows = {
  collection: payPlansCollection,
  read: fieldsBy(payPlans),
  rows: [
    {
      sealed:
        '{"anchor":"2026-11-25","country":"DE","currency":"EUR","hours_per_week":38.5,"name":"Meridian GmbH","net_pay_minor":284000,"region":"BY","rrule":"FREQ=MONTHLY;BYMONTHDAY=25","shift":"prev","work_starts":"08:30"}',
      reads: {
        ...{ name: 'Meridian GmbH', net_pay_minor: 284_000, currency: 'EUR', rrule: 'FREQ=MONTHLY;BYMONTHDAY=25', anchor: '2026-11-25' },
        ...{ shift: 'prev', country: 'DE', region: 'BY', hours_per_week: 38.5, work_starts: '08:30', holidays: null },
        ...{ import_batch_id: null, source: null, external_id: null },
      },
    },
    {
      sealed:
        '{"anchor":"2026-11-27","country":"","currency":"EUR","holidays":{"country":"DE","days":[{"day":"2026-12-25","name":"Christmas Day"}],"region":"BY","weekend":[0,6],"years":[2026]},"hours_per_week":20,"name":"Evening school","net_pay_minor":61000,"region":"","rrule":"FREQ=MONTHLY;BYMONTHDAY=27","shift":"none","work_starts":"18:00"}',
      reads: {
        ...{ name: 'Evening school', net_pay_minor: 61_000, currency: 'EUR', rrule: 'FREQ=MONTHLY;BYMONTHDAY=27', anchor: '2026-11-27' },
        ...{ shift: 'none', country: '', region: '', hours_per_week: 20, work_starts: '18:00' },
        holidays: {
          ...{ country: 'DE', region: 'BY', weekend: [0, 6], years: [2026] },
          days: [{ day: '2026-12-25', name: 'Christmas Day' }],
        },
        ...{ import_batch_id: null, source: null, external_id: null },
      },
    },
  ],
};
