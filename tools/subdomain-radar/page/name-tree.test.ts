import { expect, test } from 'vitest';
import type { FoundName } from '../knowledge/radar-report.ts';
import { layOutNames } from './name-tree.ts';

const named = (name: string): FoundName => ({
  name,
  addresses: [],
  sources: [],
  status: 'verified',
  chain: [],
  firstSeen: '',
  lastSeen: '',
  live: null,
  note: '',
  claimable: '',
});

test('each end has a row of its own, and what is above stands between', () => {
  const nodes = layOutNames('example.org', ['api.example.org', 'a.dev.example.org', 'b.dev.example.org'].map(named), 10);
  expect(nodes.map(({ label, column, row, status }) => [label, column, row, status])).toEqual([
    ['example.org', 0, 0.75, undefined],
    ['api', 1, 0, 'verified'],
    ['dev', 1, 1.5, undefined],
    ['a', 2, 1, 'verified'],
    ['b', 2, 2, 'verified'],
  ]);
  expect(
    layOutNames(
      'example.org',
      ['a', 'b', 'c'].map((name) => named(`${name}.example.org`)),
      2,
    ),
  ).toHaveLength(3);
});
