import { expect, test } from 'vitest';
import { compareNames } from './compare-names.ts';
import type { FoundName, RadarFacts } from './radar-report.ts';

const named = (name: string, more: Partial<FoundName> = {}): FoundName => ({
  name: `${name}.example.org`,
  addresses: ['192.0.2.1'],
  sources: ['word list'],
  status: 'verified',
  chain: [],
  firstSeen: '',
  lastSeen: '',
  live: null,
  note: '',
  claimable: '',
  ...more,
});
const facts = (names: readonly FoundName[], more: Partial<RadarFacts> = {}): RadarFacts => ({
  names,
  sources: [
    { source: 'word list', names: 1, problem: '' },
    { source: 'crt.sh', names: 1, problem: '' },
  ],
  wildcards: [],
  questions: 1,
  unanswered: 0,
  ...more,
});

test('names that are new, gone, or lead elsewhere are told; when a name was seen is no change', () => {
  const before = facts([
    named('www'),
    named('old'),
    named('mail', { lastSeen: '2026-01-01' }),
    named('help', { chain: ['a.example.net'] }),
  ]);
  const after = facts([
    named('www', { addresses: ['192.0.2.2', '192.0.2.1'] }),
    named('api'),
    named('mail', { lastSeen: '2026-02-01', sources: ['crt.sh'] }),
    named('help', { chain: ['a.example.net'], addresses: ['192.0.2.77'] }),
  ]);
  const difference = compareNames(before, after);
  expect(difference.appeared.map(({ name }) => name)).toEqual(['api.example.org']);
  expect(difference.gone.map(({ name }) => name)).toEqual(['old.example.org']);
  expect(difference.changed).toEqual([{ name: 'www.example.org', before: 'verified, 192.0.2.1', after: 'verified, 192.0.2.1, 192.0.2.2' }]);
  expect(difference.isPartial).toBe(false);
  expect(compareNames(after, after)).toEqual({ appeared: [], gone: [], changed: [], isPartial: false });
});

test('a source that was silent in one of them is said', () => {
  const silent = facts([], {
    sources: [
      { source: 'word list', names: 1, problem: '' },
      { source: 'crt.sh', names: 0, problem: '429' },
    ],
  });
  expect(compareNames(facts([]), silent).isPartial).toBe(true);
  expect(compareNames(facts([]), facts([], { unanswered: 1 })).isPartial).toBe(true);
});
