import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { dueCalendar } from './due-calendar.ts';
import type { Epss } from './epss.ts';
import { type InventoryPackage, readPackages, writePackages } from './inventory.ts';
import { joinThreats, type Known, searchKev } from './join-threats.ts';
import type { Kev, KevEntry } from './kev.ts';
import { osvBatchBody, readOsvAdvisory, readOsvBatch } from './osv.ts';

const entry = (cve: string, more: Partial<KevEntry> = {}): KevEntry => ({
  cve,
  vendor: 'Fortinet',
  product: 'FortiOS',
  name: 'Fortinet FortiOS Out-of-Bound Write Vulnerability',
  addedOn: '2026-11-01',
  dueOn: '2026-11-22',
  action: 'Apply mitigations per vendor instructions, or stop using it.',
  isUsedByRansomware: false,
  ...more,
});
const kev = (...entries: readonly KevEntry[]): Kev => ({
  version: '1',
  releasedAt: '',
  entries: new Map(entries.map((one) => [one.cve, one])),
});
const lodash: InventoryPackage = { ecosystem: 'npm', name: 'lodash', version: '4.17.20' };
const nothing: Known = { matches: [], advisories: new Map(), products: [], kev: undefined, epss: undefined, assessments: new Map() };

const advisory = {
  id: 'GHSA-35jh-r3h4-6jhm',
  summary: 'Command Injection in lodash',
  aliases: ['CVE-2021-23337', 'SNYK-1'],
  affected: [
    { package: { ecosystem: 'npm', name: 'lodash' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }] },
    { package: { ecosystem: 'npm', name: 'lodash-es' }, ranges: [{ type: 'SEMVER', events: [{ fixed: '4.17.99' }] }] },
    { package: { ecosystem: 'npm', name: 'lodash' }, ranges: [{ type: 'GIT', events: [{ fixed: 'abcdef' }] }] },
  ],
};

test('an advisory gives its CVEs, its title, and the versions that mend each package', () => {
  const read = readOsvAdvisory(JSON.stringify(advisory));
  expect(read).toEqual({
    ok: true,
    value: {
      id: 'GHSA-35jh-r3h4-6jhm',
      cves: ['CVE-2021-23337'],
      title: 'Command Injection in lodash',
      isWithdrawn: false,
      fixes: [
        { ecosystem: 'npm', name: 'lodash', versions: ['4.17.21'] },
        { ecosystem: 'npm', name: 'lodash-es', versions: ['4.17.99'] },
      ],
    },
  });
  expect(readOsvAdvisory(JSON.stringify({ id: 'GO-2024-1', details: 'First line\nsecond' }))).toMatchObject({
    value: { title: 'First line', cves: [] },
  });
});

test('a batch has one result for each package, or is refused', () => {
  const vuln = { id: 'GHSA-1234', modified: '2026-01-01T00:00:00Z' };
  expect(readOsvBatch(JSON.stringify({ results: [{ vulns: [vuln], next_page_token: 'x' }, {}] }), 2)).toEqual({
    ok: true,
    value: [{ mentions: [vuln], nextPage: 'x' }, { mentions: [] }],
  });
  const refused: readonly (readonly [string, string])[] = [
    ['{', 'feed_truncated'],
    ['{}', 'feed_malformed'],
    [JSON.stringify({ results: [{}] }), 'feed_malformed'],
    [JSON.stringify({ results: [{ vulns: [{ id: '../../x' }] }, {}] }), 'feed_malformed'],
    [JSON.stringify({ results: [{ vulns: 'x' }, {}] }), 'feed_malformed'],
  ];
  for (const [text, code] of refused) expect(readOsvBatch(text, 2)).toMatchObject({ ok: false, failure: { code } });
  fc.assert(fc.property(fc.json(), (text) => void [readOsvBatch(text, 1), readOsvAdvisory(text)]));
  expect(JSON.parse(osvBatchBody([{ one: lodash, page: 'x' }]))).toEqual({
    queries: [{ package: { ecosystem: 'npm', name: 'lodash' }, version: '4.17.20', page_token: 'x' }],
  });
});

test('one vulnerability is one item, with everything that is known of it', () => {
  const read = readOsvAdvisory(JSON.stringify(advisory));
  if (!read.ok) throw new Error('not read');
  const withdrawn = { ...read.value, id: 'GHSA-9999', cves: ['CVE-2020-1111'], isWithdrawn: true };
  const bare = { ...read.value, id: 'MAL-2024-1', cves: [], title: 'Malicious code' };
  const epss: Epss = { model: '', scoredAt: '', size: 1, of: () => ({ probability: 0.5, percentile: 0.9 }) };
  const points = { exploitation: 'poc', isAutomatable: false, impact: 'total', assessedAt: '' } as const;
  const items = joinThreats({
    matches: [
      { package: lodash, advisories: [read.value.id, 'GHSA-9999', 'MAL-2024-1', 'unknown'] },
      { package: { ...lodash, version: '4.17.19' }, advisories: [read.value.id] },
    ],
    advisories: new Map([read.value, withdrawn, bare].map((one) => [one.id, one])),
    products: [],
    kev: kev(entry('CVE-2021-23337')),
    epss,
    assessments: new Map([['CVE-2021-23337', points]]),
  });
  expect(items).toEqual([
    {
      id: 'CVE-2021-23337',
      title: 'Fortinet FortiOS Out-of-Bound Write Vulnerability',
      affects: ['lodash 4.17.20', 'lodash 4.17.19'],
      fixedIn: ['lodash 4.17.21'],
      advisories: [read.value.id],
      kev: entry('CVE-2021-23337'),
      ssvc: points,
      epss: { probability: 0.5, percentile: 0.9 },
    },
    expect.objectContaining({ id: 'MAL-2024-1', title: 'Malicious code', affects: ['lodash 4.17.20'] }),
  ]);
});

test.each([
  ['Fortinet FortiOS', true],
  ['fortios', true],
  ['Forti', false],
  ['Fortinet FortiManager', false],
  ['...', false],
])('the watched product “%s” is on the inventory: %s', (product, isOn) => {
  const [item] = joinThreats({ ...nothing, products: [{ name: product, label: product }], kev: kev(entry('CVE-2024-21762')) });
  expect(item?.affects).toEqual(isOn ? [product] : []);
  expect(item?.isByName).toBe(isOn ? true : undefined);
});

test('the catalogue is searched by words and beginnings of words, the newest first', () => {
  const catalogue = kev(
    entry('CVE-2024-1000'),
    entry('CVE-2024-1001', { addedOn: '2026-11-09' }),
    entry('CVE-2024-1002', { vendor: 'Git', product: 'Git', name: 'Git Link' }),
  );
  const found = (text: string) => searchKev(catalogue, text).map(({ cve }) => cve);
  expect(found('forti write')).toEqual(['CVE-2024-1001', 'CVE-2024-1000']);
  expect(found('GIT')).toEqual(['CVE-2024-1002']);
  expect(found('  ')).toEqual([]);
});

test('packages are kept as lines and read again', () => {
  const part = fc.string({ minLength: 1 }).filter((text) => !/[\t\r\n]/.test(text));
  fc.assert(
    fc.property(fc.array(fc.record({ ecosystem: part, name: part, version: part })), (packages) => {
      expect(readPackages(writePackages(packages))).toEqual(packages);
    }),
  );
  expect(readPackages('npm\tlodash\n\nnpm\ta\t1\tx')).toEqual([]);
});

test('due dates are whole days of a calendar', () => {
  const item = { id: 'CVE-2024-21762', affects: ['FortiOS'], fixedIn: [], kev: entry('CVE-2024-21762', { dueOn: '2026-12-31' }) };
  const text = dueCalendar([item, { ...item, id: 'CVE-1', kev: undefined }], new Date('2026-11-22T10:00:00Z')) ?? '';
  const whole = text.replaceAll('\r\n ', '');
  expect(whole.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(whole).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n');
  expect(whole).toContain('DESCRIPTION:Affected: FortiOS.\\nApply mitigations per vendor instructions\\, or stop using it.\r\n');
  expect(dueCalendar([], new Date())).toBeUndefined();
});

test('an inventory of tens of thousands of products is found in the catalogue at once, and names few of those that are the same', () => {
  const entries = Array.from({ length: 1_500 }, (_, at) => entry(`CVE-${at}`, { product: `Product${at % 300}` }));
  const distinct = Array.from({ length: 20_000 }, (_, at) => ({ name: `Fortinet Product${at}`, label: `d${at}` }));
  const same = Array.from({ length: 20_000 }, (_, at) => ({ name: 'product7 fortinet', label: `s${at}` }));
  const startedAt = cpuNowMs();
  const items = joinThreats({ ...nothing, kev: kev(...entries), products: [...distinct, ...same] });
  expect(cpuNowMs() - startedAt).toBeLessThan(2_000);
  expect(items.find(({ id }) => id === 'CVE-8')?.affects).toEqual(['d8']);
  const affected = items.find(({ id }) => id === 'CVE-7')?.affects;
  expect(affected).toEqual(expect.arrayContaining(['d7', 's0', 's18']));
  expect(affected?.at(-1)).toBe('and 19,981 more of the same name');
  expect(affected).toHaveLength(21);
});
