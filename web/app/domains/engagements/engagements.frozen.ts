import { type FrozenRows, fieldsBy } from '../records/testing/frozen-rows.ts';
import { engagements } from './engagement-record.ts';
import { engagementsCollection } from './engagements.collection.ts';

const noSource = { import_batch_id: null, source: null, external_id: null };

export const frozen: FrozenRows = {
  collection: engagementsCollection,
  read: fieldsBy(engagements),
  rows: [
    {
      sealed:
        '{"client":"Meridian GmbH","contact":"Ada Example, +49 30 000000","in_scope":["meridian.example","*.meridian.example:443","192.0.2.0/24"],"notes":"","out_of_scope":["pay.meridian.example"],"permitted_by":"Ada Example, letter of 3 May","permitted_from":"2026-05-04","permitted_to":"2026-05-29","scope":"The web shop and its network.","tester":"Robin Example","title":"Web shop, spring"}',
      reads: {
        ...{
          title: 'Web shop, spring',
          client: 'Meridian GmbH',
          contact: 'Ada Example, +49 30 000000',
          scope: 'The web shop and its network.',
        },
        in_scope: ['meridian.example', '*.meridian.example:443', '192.0.2.0/24'],
        out_of_scope: ['pay.meridian.example'],
        ...{
          permitted_from: '2026-05-04',
          permitted_to: '2026-05-29',
          permitted_by: 'Ada Example, letter of 3 May',
          notes: '',
          tester: 'Robin Example',
        },
        ...noSource,
      },
    },
  ],
};
