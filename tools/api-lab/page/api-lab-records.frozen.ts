import { type FrozenRows, fieldsBy } from '../../../web/app/domains/records/testing/frozen-rows.ts';
import { apiLabRecordsCollection } from './api-lab-records.collection.ts';
import { labRecords } from './lab-records.ts';

const imported = { import_batch_id: null, source: null, external_id: null };

export const frozen: FrozenRows = {
  collection: apiLabRecordsCollection,
  read: fieldsBy(labRecords),
  rows: [
    {
      sealed:
        '{"content":{"kind":"collection","value":{"auth":{"kind":"bearer","token":"","vault":{"token":{"entryId":"v1","part":"password"}}},"id":"c1","items":[{"auth":{"kind":"inherit"},"id":"f1","items":[{"auth":{"kind":"none"},"body":{"kind":"json","text":"{}"},"checks":[{"is":"equals","name":"","of":"status","value":"200"}],"headers":[{"enabled":true,"name":"accept","value":"application/json"}],"id":"r1","kind":"request","method":"POST","name":"Make one","query":[],"url":"{{base}}/things"}],"kind":"folder","name":"Things"}],"name":"House","variables":[{"enabled":true,"name":"base","value":"https://example.org"}]}}}',
      reads: {
        content: {
          kind: 'collection',
          value: {
            ...{ id: 'c1', name: 'House', variables: [{ name: 'base', value: 'https://example.org', enabled: true }] },
            auth: { kind: 'bearer', token: '', vault: { token: { entryId: 'v1', part: 'password' } } },
            items: [
              {
                ...{ kind: 'folder', id: 'f1', name: 'Things', auth: { kind: 'inherit' } },
                items: [
                  {
                    ...{ kind: 'request', id: 'r1', name: 'Make one', method: 'POST', url: '{{base}}/things', query: [] },
                    headers: [{ name: 'accept', value: 'application/json', enabled: true }],
                    ...{ body: { kind: 'json', text: '{}' }, auth: { kind: 'none' } },
                    checks: [{ of: 'status', name: '', is: 'equals', value: '200' }],
                  },
                ],
              },
            ],
          },
        },
        ...imported,
      },
    },
    {
      sealed:
        '{"content":{"kind":"environment","value":{"id":"e1","name":"Live","variables":[{"enabled":false,"name":"key","value":"","vault":{"entryId":"v2","name":"token","part":"field"}}]}}}',
      reads: {
        content: {
          kind: 'environment',
          value: {
            ...{ id: 'e1', name: 'Live' },
            variables: [{ name: 'key', value: '', enabled: false, vault: { entryId: 'v2', part: 'field', name: 'token' } }],
          },
        },
        ...imported,
      },
    },
  ],
};
