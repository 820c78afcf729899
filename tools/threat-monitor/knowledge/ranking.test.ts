import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankThreats, type ThreatItem } from './rank.ts';
import { readIndicator, refang } from './refang.ts';
import { readSsvc } from './ssvc.ts';

const kev = {
  cve: 'CVE-2020-1',
  vendor: 'Git',
  product: 'Git',
  name: 'Git Link Following Vulnerability',
  action: 'Mend it.',
  addedOn: '2026-11-01',
  dueOn: '2026-11-22',
  isUsedByRansomware: false,
};
const ssvc = { exploitation: 'active', isAutomatable: true, impact: 'total', assessedAt: '' } as const;
const all = { kev: true, epss: true };
const item = (id: string, more: Partial<ThreatItem> = {}): ThreatItem => ({
  id,
  title: id,
  affects: [],
  fixedIn: [],
  advisories: [],
  ...more,
});

test('the order is: on my inventory, by name alone, exploited, CISA’s assessment, EPSS; then the newest', () => {
  const items = [
    item('CVE-2020-1000'),
    item('CVE-2021-1000'),
    item('CVE-2020-1001', { epss: { probability: 0.9, percentile: 0.99 } }),
    item('CVE-2020-1002', { ssvc: { ...ssvc, exploitation: 'poc' } }),
    item('CVE-2020-1003', { ssvc }),
    item('CVE-2020-1004', { kev }),
    item('CVE-2020-1005', { kev: { ...kev, isUsedByRansomware: true } }),
    item('CVE-2020-1007', { affects: ['FortiOS'], isByName: true, kev }),
    item('CVE-2020-1006', { affects: ['lodash 4.17.20'] }),
  ];
  expect(rankThreats(items, all).map(({ id }) => id.slice(4))).toEqual([
    '2020-1006',
    '2020-1007',
    '2020-1005',
    '2020-1004',
    '2020-1003',
    '2020-1002',
    '2020-1001',
    '2021-1000',
    '2020-1000',
  ]);
});

test('the reason says what is known, and what is not', () => {
  const [one] = rankThreats(
    [item('CVE-2020-1', { affects: ['a 1', 'b 2'], kev, ssvc, epss: { probability: 0.5, percentile: 0.97 } })],
    all,
  );
  expect(one?.reason).toBe(
    'Affects a 1 and 1 more; in CISA KEV, due 2026-11-22; CISA SSVC: active exploitation, automatable, total technical impact; EPSS 50.0 %, higher than 97.0 % of all CVEs.',
  );
  const reasonOf = (more: Partial<ThreatItem>, read = all) => rankThreats([item('CVE-2020-2', more)], read)[0]?.reason;
  expect(reasonOf({})).toBe('Not in your inventory; not in CISA KEV; no CISA SSVC assessment; no EPSS score.');
  expect(reasonOf({}, { kev: false, epss: false })).toBe(
    'Not in your inventory; CISA KEV was not read; no CISA SSVC assessment; EPSS was not read.',
  );
  expect(reasonOf({ affects: ['FortiOS 7.2'], isByName: true, kev: { ...kev, isUsedByRansomware: true } })).toMatch(
    /^Matches FortiOS 7\.2 by product name, version not compared; in CISA KEV \(used in ransomware campaigns\), due 2026-11-22;/,
  );
});

test('points count only where CISA gave them', () => {
  const metric = {
    other: {
      type: 'ssvc',
      content: {
        timestamp: '2026-01-01T00:00:00Z',
        options: [{ Exploitation: 'poc' }, { Automatable: 'no' }, { 'Technical Impact': 'partial' }],
      },
    },
  };
  const record = (shortName: string) => ({ containers: { adp: [{ providerMetadata: { shortName }, metrics: [metric] }] } });
  expect(readSsvc(record('CISA-ADP'))).toEqual({
    exploitation: 'poc',
    isAutomatable: false,
    impact: 'partial',
    assessedAt: '2026-01-01T00:00:00Z',
  });
  expect(readSsvc(record('somebody'))).toBeUndefined();
  expect(readSsvc({})).toBeUndefined();
});

test.each([
  ['hxxps://evil[.]example/a', 'https://evil.example/a', { kind: 'url', value: 'https://evil.example/a' }],
  ['1.2.3[.]4', '1.2.3.4', { kind: 'ipv4', value: '1.2.3.4' }],
  ['evil(dot)Example', 'evil.Example', { kind: 'domain', value: 'evil.example' }],
  ['http[:]//e{.}x[.]org', 'http://e.x.org', { kind: 'url', value: 'http://e.x.org/' }],
  ['hxxp[://]a.b:80/c#d', 'http://a.b:80/c#d', { kind: 'url', value: 'http://a.b/c' }],
  ['2001:db8[:][:]1', '2001:db8::1', { kind: 'ipv6', value: '2001:db8::1' }],
])('%s is refanged and read', (text, plain, indicator) => {
  expect(refang(text)).toBe(plain);
  expect(readIndicator(text)).toEqual(indicator);
});

test('what is plain already stays as it is, and reading never fails', () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      expect(refang(url)).toBe(url);
    }),
  );
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'hx tp:/[](){}.dot0123456789abc\\') }), (text) => void readIndicator(text)));
});
