import type { FrozenRows } from '../records/testing/frozen-rows.ts';
import { bundledBy } from '../sealed-bundles/testing/frozen-bundles.ts';
import { moneyCollection } from './money.collection.ts';
import { money } from './money-records.ts';

const here = { removed_at: null, batch: null };
const nothingElse = { removed: [], batches: [], unreadable: [] };

export const frozen: FrozenRows = {
  collection: moneyCollection,
  read: bundledBy(money),
  rows: [
    {
      sealed:
        '{"b:i1":"{\\"id\\":\\"i1\\",\\"name\\":\\"november.csv\\",\\"at\\":\\"2026-11-21T12:00:00.000Z\\",\\"records\\":1}","month":"2026-11","r:e1":"{\\"id\\":\\"e1\\",\\"removed_at\\":null,\\"batch\\":\\"i1\\",\\"kind\\":\\"entry\\",\\"account\\":\\"a1\\",\\"day\\":\\"2026-11-20\\",\\"minor\\":-4250,\\"payee\\":\\"Market\\",\\"memo\\":\\"\\",\\"category\\":\\"\\",\\"splits\\":[{\\"category\\":\\"Food\\",\\"minor\\":-4000},{\\"category\\":\\"House\\",\\"minor\\":-250}],\\"transfer\\":null,\\"status\\":\\"cleared\\",\\"key\\":\\"2026-11-20/1\\"}","r:e2":"{\\"id\\":\\"e2\\",\\"removed_at\\":\\"2026-11-21T12:00:00.000Z\\",\\"kind\\":\\"entry\\",\\"account\\":\\"a1\\",\\"day\\":\\"2026-11-19\\",\\"minor\\":100}","r:e3":null}',
      reads: {
        records: [
          {
            ...{ id: 'e1', removed_at: null, batch: 'i1', kind: 'entry', account: 'a1', day: '2026-11-20', minor: -4250 },
            ...{ payee: 'Market', memo: '', category: '', transfer: null, status: 'cleared', key: '2026-11-20/1' },
            splits: [
              { category: 'Food', minor: -4000 },
              { category: 'House', minor: -250 },
            ],
          },
        ],
        removed: [
          {
            ...{ id: 'e2', removed_at: '2026-11-21T12:00:00.000Z', batch: null, kind: 'entry', account: 'a1', day: '2026-11-19' },
            ...{ minor: 100, payee: '', memo: '', category: '', splits: [], transfer: null, status: 'open', key: null },
          },
        ],
        batches: [{ id: 'i1', name: 'november.csv', at: '2026-11-21T12:00:00.000Z', records: 1 }],
        unreadable: [],
      },
    },
    {
      sealed:
        '{"month":"accounts","r:a1":"{\\"id\\":\\"a1\\",\\"kind\\":\\"account\\",\\"name\\":\\"Current\\",\\"type\\":\\"current\\",\\"currency\\":\\"EUR\\",\\"opening_minor\\":120000,\\"opened_on\\":\\"2026-01-01\\",\\"number\\":\\"DE02120300000000202051\\",\\"closed\\":false}","r:f1":"{\\"id\\":\\"f1\\",\\"kind\\":\\"rate\\",\\"from\\":\\"USD\\",\\"to\\":\\"EUR\\",\\"day\\":\\"2026-11-20\\",\\"rate\\":\\"0.86\\"}","r:g1":"{\\"id\\":\\"g1\\",\\"kind\\":\\"assignment\\",\\"month\\":\\"2026-11\\",\\"category\\":\\"Food\\",\\"currency\\":\\"EUR\\",\\"minor\\":40000}","r:s1":"{\\"id\\":\\"s1\\",\\"kind\\":\\"schedule\\",\\"account\\":\\"a1\\",\\"payee\\":\\"Rent\\",\\"minor\\":-90000,\\"category\\":\\"House\\",\\"rhythm\\":{\\"every\\":1,\\"unit\\":\\"month\\",\\"anchor\\":\\"2026-01-03\\"},\\"ends_on\\":null}","r:t1":"{\\"id\\":\\"t1\\",\\"kind\\":\\"statement\\",\\"account\\":\\"a1\\",\\"name\\":\\"november.csv\\",\\"from\\":\\"2026-11-01\\",\\"to\\":\\"2026-11-20\\",\\"closing_minor\\":25750,\\"off_by_minor\\":0}"}',
      reads: {
        ...nothingElse,
        records: [
          {
            ...{ ...here, id: 'a1', kind: 'account', name: 'Current', type: 'current', currency: 'EUR', opening_minor: 120_000 },
            ...{ opened_on: '2026-01-01', number: 'DE02120300000000202051', closed: false },
          },
          { ...here, id: 'f1', kind: 'rate', from: 'USD', to: 'EUR', day: '2026-11-20', rate: '0.86' },
          { ...here, id: 'g1', kind: 'assignment', month: '2026-11', category: 'Food', currency: 'EUR', minor: 40_000 },
          {
            ...{ ...here, id: 's1', kind: 'schedule', account: 'a1', payee: 'Rent', minor: -90_000, category: 'House', ends_on: null },
            rhythm: { every: 1, unit: 'month', anchor: '2026-01-03' },
          },
          {
            ...{ ...here, id: 't1', kind: 'statement', account: 'a1', name: 'november.csv', from: '2026-11-01', to: '2026-11-20' },
            ...{ closing_minor: 25_750, off_by_minor: 0 },
          },
        ],
      },
    },
    {
      sealed:
        '{"month":"accounts","r:t2":"{\\"id\\":\\"t2\\",\\"kind\\":\\"statement\\",\\"account\\":\\"a1\\",\\"name\\":\\"december.xml\\",\\"from\\":\\"2026-12-01\\",\\"to\\":\\"2026-12-20\\",\\"opening_minor\\":25750,\\"closing_minor\\":20000,\\"off_by_minor\\":0,\\"begins_off_by_minor\\":-100}"}',
      reads: {
        ...nothingElse,
        records: [
          {
            ...{ ...here, id: 't2', kind: 'statement', account: 'a1', name: 'december.xml', from: '2026-12-01', to: '2026-12-20' },
            ...{ opening_minor: 25_750, closing_minor: 20_000, off_by_minor: 0, begins_off_by_minor: -100 },
          },
        ],
      },
    },
    {
      sealed:
        '{"month":"accounts","r:b1":"{\\"id\\":\\"b1\\",\\"kind\\":\\"start\\",\\"currency\\":\\"EUR\\",\\"day\\":\\"2026-11-27\\"}","r:g2":"{\\"id\\":\\"g2\\",\\"kind\\":\\"target\\",\\"category\\":\\"Food\\",\\"currency\\":\\"EUR\\",\\"minor\\":40000,\\"how\\":\\"monthly\\"}","r:g3":"{\\"id\\":\\"g3\\",\\"kind\\":\\"target\\",\\"category\\":\\"Insurance\\",\\"currency\\":\\"EUR\\",\\"minor\\":120000,\\"how\\":\\"by\\",\\"by\\":\\"2027-03-01\\",\\"again_months\\":12}","r:a2":"{\\"id\\":\\"a2\\",\\"kind\\":\\"account\\",\\"name\\":\\"Fund\\",\\"type\\":\\"investment\\",\\"currency\\":\\"EUR\\",\\"opening_minor\\":0,\\"opened_on\\":\\"2026-01-01\\",\\"off_budget\\":true}","r:u1":"{\\"id\\":\\"u1\\",\\"kind\\":\\"rule\\",\\"payee\\":\\"Market\\",\\"match\\":\\"contains\\",\\"category\\":\\"Food\\"}","r:s2":"{\\"id\\":\\"s2\\",\\"kind\\":\\"schedule\\",\\"account\\":\\"a2\\",\\"payee\\":\\"Plan\\",\\"minor\\":-5000,\\"rhythm\\":{\\"every\\":1,\\"unit\\":\\"month\\",\\"anchor\\":\\"2026-01-03\\"},\\"skips\\":[\\"2026-11-03\\"]}","r:e4":"{\\"id\\":\\"e4\\",\\"kind\\":\\"entry\\",\\"account\\":\\"a2\\",\\"day\\":\\"2026-12-03\\",\\"minor\\":-5000,\\"by\\":\\"u1\\",\\"scheduled\\":\\"s2:2026-12-03\\"}"}',
      reads: {
        ...nothingElse,
        records: [
          { ...here, id: 'b1', kind: 'start', currency: 'EUR', day: '2026-11-27' },
          {
            ...{ ...here, id: 'g2', kind: 'target', category: 'Food', currency: 'EUR', minor: 40_000, how: 'monthly', by: null },
            again_months: null,
          },
          {
            ...{ ...here, id: 'g3', kind: 'target', category: 'Insurance', currency: 'EUR', minor: 120_000, how: 'by' },
            ...{ by: '2027-03-01', again_months: 12 },
          },
          {
            ...{ ...here, id: 'a2', kind: 'account', name: 'Fund', type: 'investment', currency: 'EUR', opening_minor: 0 },
            ...{ opened_on: '2026-01-01', number: '', closed: false, off_budget: true },
          },
          { ...here, id: 'u1', kind: 'rule', payee: 'Market', match: 'contains', category: 'Food', off: false },
          {
            ...{ ...here, id: 's2', kind: 'schedule', account: 'a2', payee: 'Plan', minor: -5000, category: '', ends_on: null },
            ...{ rhythm: { every: 1, unit: 'month', anchor: '2026-01-03' }, skips: ['2026-11-03'] },
          },
          {
            ...{ ...here, id: 'e4', kind: 'entry', account: 'a2', day: '2026-12-03', minor: -5000, payee: '', memo: '', category: '' },
            ...{ splits: [], transfer: null, status: 'open', key: null, by: 'u1', scheduled: 's2:2026-12-03' },
          },
        ],
      },
    },
    {
      sealed:
        '{"month":"accounts","r:s3":"{\\"id\\":\\"s3\\",\\"kind\\":\\"schedule\\",\\"account\\":\\"a2\\",\\"payee\\":\\"House\\",\\"minor\\":-5000,\\"splits\\":[{\\"category\\":\\"Rent\\",\\"minor\\":-4000},{\\"category\\":\\"\\",\\"minor\\":-1000}],\\"rhythm\\":{\\"every\\":1,\\"unit\\":\\"month\\",\\"anchor\\":\\"2026-01-03\\"}}","r:u2":"{\\"id\\":\\"u2\\",\\"kind\\":\\"rule\\",\\"payee\\":\\"House\\",\\"match\\":\\"is\\",\\"splits\\":[{\\"category\\":\\"Rent\\",\\"percent\\":80},{\\"category\\":\\"\\",\\"percent\\":20}]}"}',
      reads: {
        ...nothingElse,
        records: [
          {
            ...{ ...here, id: 's3', kind: 'schedule', account: 'a2', payee: 'House', minor: -5000, category: '', ends_on: null },
            rhythm: { every: 1, unit: 'month', anchor: '2026-01-03' },
            splits: [
              { category: 'Rent', minor: -4000 },
              { category: '', minor: -1000 },
            ],
          },
          {
            ...{ ...here, id: 'u2', kind: 'rule', payee: 'House', match: 'is', category: '', off: false },
            splits: [
              { category: 'Rent', percent: 80 },
              { category: '', percent: 20 },
            ],
          },
        ],
      },
    },
  ],
};
