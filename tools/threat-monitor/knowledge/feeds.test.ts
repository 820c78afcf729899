import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEpss, parseEpssTable } from './epss.ts';
import { indexThreats, parseFeodo, parseUrlhaus } from './indicator-feeds.ts';
import { parseKev } from './kev.ts';

const entry = {
  cveID: 'CVE-2025-48384',
  vendorProject: 'Git',
  product: 'Git',
  vulnerabilityName: 'Git Link Following Vulnerability',
  dateAdded: '2025-08-25',
  shortDescription: 'x',
  requiredAction: 'Apply mitigations.',
  dueDate: '2025-09-15',
  knownRansomwareCampaignUse: 'Known',
  notes: '',
  cwes: [],
};
const catalogue = (entries: readonly object[], count = entries.length) =>
  JSON.stringify({ title: 'x', catalogVersion: '2025.08.25', dateReleased: '2025-08-25T17:04:19.9796Z', count, vulnerabilities: entries });

test('the catalogue is read by CVE', () => {
  const read = parseKev(catalogue([entry]));
  expect(read.ok && read.value.entries.get('CVE-2025-48384')).toEqual({
    cve: 'CVE-2025-48384',
    vendor: 'Git',
    product: 'Git',
    name: 'Git Link Following Vulnerability',
    addedOn: '2025-08-25',
    dueOn: '2025-09-15',
    action: 'Apply mitigations.',
    isUsedByRansomware: true,
  });
});

test.each([
  ['cut off', catalogue([entry]).slice(0, -20), 'feed_truncated'],
  ['fewer entries than it says', catalogue([entry], 2), 'feed_truncated'],
  ['a page', '<!doctype html>', 'feed_truncated'],
  ['nothing', '', 'feed_truncated'],
  ['another document', '{"count":0}', 'feed_malformed'],
  ['no entry', catalogue([]), 'feed_malformed'],
  ['a CVE that is none', catalogue([{ ...entry, cveID: 'GHSA-1' }]), 'feed_malformed'],
  ['a day that is none', catalogue([{ ...entry, dueDate: 'soon' }]), 'feed_malformed'],
  ['a field that is gone', catalogue([{ ...entry, product: undefined }]), 'feed_malformed'],
])('a catalogue with %s is refused whole', (_what, text, code) => {
  expect(parseKev(text)).toMatchObject({ ok: false, failure: { code } });
});

const head = '#model_version:v2025.03.14,score_date:2026-11-22T00:00:00+0000\ncve,epss,percentile\n';
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

test('scores are found by CVE, whatever the order of the rows', () => {
  const row = fc.record({
    year: fc.integer({ min: 1999, max: 2030 }),
    serial: fc.integer({ min: 1000, max: 999_999 }),
    a: fc.integer({ min: 0, max: 100_000 }),
    b: fc.integer({ min: 0, max: 100_000 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ year, serial }) => `${year}-${serial}`, minLength: 1, maxLength: 60 }), (rows) => {
      const lines = rows.map(({ year, serial, a, b }) => `CVE-${year}-${serial},${(a / 1e5).toFixed(5)},${(b / 1e5).toFixed(5)}`);
      const read = parseEpssTable(bytes(`${head}${lines.join('\n')}\n`));
      expect(read.ok).toBe(true);
      if (!read.ok) return;
      const epss = openEpss(read.value);
      expect(epss).toMatchObject({ size: rows.length, model: 'v2025.03.14', scoredAt: '2026-11-22T00:00:00+0000' });
      for (const { year, serial, a, b } of rows)
        expect(epss.of(`CVE-${year}-${serial}`)).toEqual({ probability: a / 1e5, percentile: b / 1e5 });
      expect(epss.of('CVE-1998-0001')).toBeUndefined();
      expect(epss.of('nothing')).toBeUndefined();
    }),
  );
});

test.each([
  ['without its head', 'cve,epss,percentile\nCVE-2020-1000,0.1,0.2\n', 'feed_malformed'],
  ['with other columns', `${head.replace('epss,percentile', 'epss')}CVE-2020-1000,0.1\n`, 'feed_malformed'],
  ['cut off within a row', `${head}CVE-2020-1000,0.1,0.2\nCVE-2020-10`, 'feed_truncated'],
  ['with a number above 1', `${head}CVE-2020-1000,1.1,0.2\n`, 'feed_malformed'],
  ['with a row of words', `${head}nothing\n`, 'feed_malformed'],
  ['with no row', head, 'feed_malformed'],
  ['that are empty', '', 'feed_malformed'],
])('scores %s are refused whole', (_what, text, code) => {
  expect(parseEpssTable(bytes(text))).toMatchObject({ ok: false, failure: { code } });
});

const feodo = (rows: readonly object[]) => JSON.stringify(rows);
const server = {
  ip_address: '192.0.2.9',
  port: 443,
  status: 'online',
  first_seen: '2026-11-01 10:00:00',
  last_online: '2026-11-22',
  malware: 'Pikabot',
};
const row = (url: string) =>
  `"1","2026-11-22 10:00:00","${url}","online","2026-11-22 11:00:00","malware_download","elf,Mozi","https://urlhaus.abuse.ch/url/1/","x"`;

test('indicators are found however they were made harmless', () => {
  const [one, other] = [
    parseFeodo(feodo([server])),
    parseUrlhaus(`# comment\r\n${row('http://A.Evil.example:80/x#y')}\r\n${row('https://192.0.2.9/z')}\r\n`),
  ];
  if (!one.ok || !other.ok) throw new Error('not read');
  const { search, size } = indexThreats([...one.value, ...other.value]);
  const found = (text: string) => search(text).map(({ source, value }) => `${source} ${value}`);
  expect(size).toBe(3);
  expect(found('hxxp://a[.]evil[.]example/x')).toEqual(['urlhaus http://a.evil.example/x']);
  expect(found('evil(dot)example')).toEqual(['urlhaus http://a.evil.example/x']);
  expect(found('192.0.2[.]9')).toEqual(['feodo 192.0.2.9', 'urlhaus https://192.0.2.9/z']);
  expect(found('192.0.2.9:443')).toHaveLength(2);
  expect(found('vil.example')).toEqual([]);
  expect(found('example')).toEqual([]);
  expect(found('not an indicator')).toEqual([]);
});

test.each([
  ['a page', '<html>'],
  ['something else', '{}'],
  ['a row without an address', feodo([{ ...server, ip_address: 'x' }])],
  ['half of itself', feodo([server]).slice(0, 30)],
])('Feodo’s list as %s is refused', (_what, text) => {
  expect(parseFeodo(text).ok).toBe(false);
});

test.each([
  ['a page', '<html>\n'],
  ['nothing but comments', '# nothing\n'],
  ['half a row', `${row('http://a.example/')}\n"2","2026`],
])('URLhaus’ list as %s is refused', (_what, text) => {
  expect(parseUrlhaus(text).ok).toBe(false);
});
