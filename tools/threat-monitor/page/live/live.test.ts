import { expect, test } from 'vitest';
import type { Look, Source } from '../threat-answers.ts';
import { metricsOf } from './metrics.ts';
import { dueOf } from './open-due.ts';

const source = (id: Source['id'], confirmedAt: string | null): Source => ({
  id,
  isOff: false,
  size: 1,
  version: '',
  confirmedAt,
  isStale: false,
  trouble: null,
  nextAt: null,
});
const look = (more: Partial<Look>): Look => ({
  items: [],
  totals: { mine: 1200, exploited: 1400, due: 3 },
  exploitedOfMine: 2,
  namedOfMine: 0,
  verdict: '',
  standing: 'wanting',
  worst: 'critical',
  checks: [],
  today: '2026-11-23',
  sources: [source('kev', '2026-11-23T00:00:00Z'), source('osv', null)],
  inventoryCount: 1,
  inventories: [],
  ...more,
});

test('the card tells what is on the inventory and what of it is exploited, or what is missing', () => {
  expect(metricsOf(look({}))).toEqual([
    { label: 'In your inventory', value: '1,200' },
    { label: 'Known exploited', value: '2' },
  ]);
  expect(metricsOf(look({ inventoryCount: 0 }))).toEqual([
    { label: 'In your inventory', missing: 'no inventory yet' },
    { label: 'Known exploited', missing: 'no inventory yet' },
  ]);
  expect(metricsOf(look({ sources: [source('kev', null), source('osv', null)] }))).toEqual([
    { label: 'In your inventory', missing: 'not compared yet' },
    { label: 'Known exploited', missing: 'no catalogue yet' },
  ]);
  expect(metricsOf(look({ sources: [source('kev', null), source('osv', '2026-11-23T00:00:00Z')] }))).toEqual([
    { label: 'In your inventory', value: '1,200' },
    { label: 'Known exploited', missing: 'no catalogue yet' },
  ]);
});

const listed = (id: string, dueOn: string | undefined, affects: readonly string[] = ['web']): Look['items'][number] => ({
  ...{ id, title: id, affects: [...affects], fixedIn: [], advisories: [], reason: '' },
  ...(dueOn === undefined
    ? {}
    : {
        kev: { cve: id, vendor: 'Maker', product: 'Gate', name: id, addedOn: '2026-11-01', dueOn, action: '', isUsedByRansomware: false },
      }),
});

test('what CISA wants fixed within 14 days is due by its day; what is past is one line; the rest is not told', () => {
  const items = [
    listed('CVE-1', '2026-11-23'),
    listed('CVE-2', '2026-12-07'),
    listed('CVE-3', '2026-12-08'),
    listed('CVE-4', undefined),
    listed('CVE-5', '2026-11-24', []),
    listed('CVE-6', '2026-11-20'),
    listed('CVE-7', '2022-01-01'),
  ];
  expect(dueOf(look({ items })).map(({ title, day }) => [title, day])).toEqual([
    ['Fix 2 exploited vulnerabilities', '2026-11-20'],
    ['Fix Gate: CVE-1', '2026-11-23'],
    ['Fix Gate: CVE-2', '2026-12-07'],
  ]);
  // Each needs the owner on its very day.
  expect(dueOf(look({ items })).map(({ isUrgent }) => isUrgent)).toEqual([true, true, true]);
  expect(dueOf(look({ items: items.slice(5, 6) }))).toMatchObject([{ title: 'Fix Gate: CVE-6', to: '/threat-monitor' }]);
  expect(dueOf(look({ items: [] }))).toEqual([]);
});
