import { expect, test } from 'vitest';
import type { Look, Source } from '../threat-answers.ts';
import { metricsOf } from './metrics.ts';

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
  today: '2026-11-23',
  sources: [source('kev', '2026-11-23T00:00:00Z'), source('osv', null)],
  inventoryCount: 1,
  inventories: [],
  ...more,
});

test('the card tells what is on the inventory and what of it is exploited, or what is missing', () => {
  expect(metricsOf(look({}))).toEqual([
    { label: 'On your inventory', value: '1,200' },
    { label: 'Of those, exploited', value: '2' },
  ]);
  expect(metricsOf(look({ inventoryCount: 0 }))).toEqual([
    { label: 'On your inventory', missing: 'no inventory yet' },
    { label: 'Of those, exploited', missing: 'no inventory yet' },
  ]);
  expect(metricsOf(look({ sources: [source('kev', null), source('osv', null)] }))).toEqual([
    { label: 'On your inventory', missing: 'not compared yet' },
    { label: 'Of those, exploited', missing: 'no catalogue yet' },
  ]);
  expect(metricsOf(look({ sources: [source('kev', null), source('osv', '2026-11-23T00:00:00Z')] }))).toEqual([
    { label: 'On your inventory', value: '1,200' },
    { label: 'Of those, exploited', missing: 'no catalogue yet' },
  ]);
});
