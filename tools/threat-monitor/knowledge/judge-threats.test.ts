import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeLeftOut, type LeftOut, leftOutWords, maxLeftOutText, readLeftOut, writeLeftOut } from './inventory.ts';
import { type Asked, type AskedSource, judgeThreats } from './judge-threats.ts';
import type { ThreatItem } from './rank.ts';

const read = (id: AskedSource['id'], more: Partial<AskedSource> = {}): AskedSource => ({
  id,
  name: id.toUpperCase(),
  lastRead: 'confirmed 3 hours ago',
  isStale: false,
  problem: '',
  ...more,
});
const nothing = { counts: new Map(), total: 0 };
const inventory = { id: '1', name: 'site', packages: 4, leftOut: nothing, affected: [] as readonly string[] };
const asked = (more: Partial<Asked> = {}): Asked => ({
  items: [],
  inventories: [inventory],
  products: 0,
  sources: [read('kev'), read('epss'), read('osv')],
  ...more,
});
const item = (more: Partial<ThreatItem> = {}): ThreatItem => ({
  ...{ id: 'CVE-2021-23337', title: '', affects: ['lodash 4.17.20'], fixedIn: [], advisories: [] },
  ...more,
});

test('what every source answered about, and has nothing, is sound', () => {
  expect(judgeThreats(asked()).verdict).toBe('Sound: no known vulnerability in 4 packages.');
  const one = { ...inventory, packages: 1 };
  expect(judgeThreats(asked({ inventories: [one], products: 2 })).verdict).toBe(
    'Sound: no known vulnerability in 1 package, and no entry in CISA KEV for 2 products.',
  );
});

test.each<readonly [string, Partial<Asked>, string]>([
  ['there is no inventory', { inventories: [] }, 'your inventory'],
  ['KEV never answered', { sources: [read('kev', { lastRead: undefined, problem: 'it could not be reached' }), read('osv')] }, 'KEV'],
  ['KEV is out of date', { sources: [read('kev', { isStale: true }), read('osv')] }, 'KEV'],
  ['OSV never answered', { sources: [read('kev'), read('osv', { lastRead: undefined })] }, 'OSV'],
  [
    'OSV has not answered about one inventory',
    { inventories: [inventory, { ...inventory, id: '2', name: 'other', affected: undefined }] },
    'packages of other',
  ],
  ['OSV’s answer about one is old', { inventories: [{ ...inventory, staleAge: '5 days' }] }, 'packages of site'],
  [
    'no component could be looked up',
    { inventories: [{ ...inventory, packages: 0, leftOut: readLeftOut('file\ta\t\t') }] },
    '1 of 1 component of site',
  ],
])('nothing is sound where %s', (_, more, subject) => {
  const { judgement, verdict } = judgeThreats(asked(more));
  expect(judgement.standing).toBe('open');
  expect(verdict).toContain(`No grade: ${subject} could not be seen: `);
});

test('EPSS only orders: without it a verdict stands, and says that it was not looked at', () => {
  const { judgement, verdict } = judgeThreats(
    asked({ sources: [read('kev'), read('epss', { lastRead: undefined, problem: 'it was cut off' }), read('osv')] }),
  );
  expect(judgement.standing).toBe('sound');
  expect(verdict).toBe('Sound: no known vulnerability in 4 packages. Not looked at: EPSS (it was cut off).');
});

test('an inventory fails by the worst of its own vulnerabilities; a match by name alone is never critical', () => {
  const kev = { cve: '', vendor: '', product: '', name: '', addedOn: '', dueOn: '2026-11-22', action: '', isUsedByRansomware: false };
  const hit = { ...inventory, affected: ['lodash 4.17.20'] };
  const severityFor = (more: Partial<ThreatItem>, products = 0) =>
    judgeThreats(asked({ items: [item(more)], inventories: [hit, { ...inventory, id: '2' }], products })).checks.flatMap((one) =>
      one.state === 'failed' ? [`${one.id} ${one.severity}`] : [],
    );
  expect(severityFor({})).toEqual(['packages-1 medium']);
  expect(severityFor({ epss: { probability: 0.1, percentile: 0.9 } })).toEqual(['packages-1 high']);
  expect(severityFor({ kev })).toEqual(['packages-1 critical']);
  expect(severityFor({ kev, isByName: true, affects: ['FortiOS'] }, 1)).toEqual(['products medium']);
});

test('every component that is left out is counted, and named while there is room', () => {
  const reason = fc.constantFrom(...(Object.keys(leftOutWords) as (keyof typeof leftOutWords)[]));
  const text = fc.string({ maxLength: 30 });
  const component: fc.Arbitrary<LeftOut> = fc.record({ reason, name: text, version: text, detail: text });
  fc.assert(
    fc.property(fc.array(component), (all) => {
      const stored = readLeftOut(writeLeftOut(all));
      expect(stored.total).toBe(all.length);
      expect(stored.named).toEqual(
        all.map((one) => ({
          reason: one.reason,
          ...Object.fromEntries(
            Object.entries(one).flatMap(([key, value]) => (key === 'reason' ? [] : [[key, value.replace(/[\t\r\n]/g, ' ')]])),
          ),
        })),
      );
    }),
  );
  const many: readonly LeftOut[] = Array.from({ length: 20_000 }, (_, at) => ({
    reason: at % 2 === 0 ? 'file' : 'no_version',
    name: `component-${at}`,
    version: '1',
    detail: 'x',
  }));
  const written = writeLeftOut(many);
  expect(written.length).toBeLessThanOrEqual(maxLeftOutText);
  const stored = readLeftOut(written);
  expect([stored.total, stored.counts.get('file'), stored.named.length > 1000]).toEqual([20_000, 10_000, true]);
  expect(describeLeftOut(stored)).toBe('20,000 components: 10,000 describing a file, 10,000 without a version');
  expect(readLeftOut('what\tever\n+\tfile\t-4\n+\tnone\t4').total).toBe(0);
});
