import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { parseDmarc } from '../dmarc-record.ts';
import { type BimiFacts, dmarcProblemOf, judgeBimi, parseBimi } from './bimi-part.ts';
import { inspectLogo } from './svg-tiny-ps.ts';

const inspect = (bytes: Uint8Array) => inspectLogo({ bytes, text: Buffer.from(bytes).toString('utf8') });
const inspectText = (text: string) => inspect(Buffer.from(text));
const svg = (root: string, inside = '<title>Castle</title>') => `<?xml version="1.0"?><!-- <script> --><svg ${root}>${inside}</svg>`;
const sound = 'xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 64 64"';

test.each([
  [
    'v=BIMI1; l=https://example.org/logo.svg; a=https://example.org/vmc.pem',
    { logo: 'https://example.org/logo.svg', certificate: 'https://example.org/vmc.pem' },
  ],
  ['v=BIMI1;l=https://example.org/logo.svg', { logo: 'https://example.org/logo.svg', certificate: '' }],
  ['v=BIMI1; l=; a=;', { logo: '', certificate: '' }],
  ['v=BIMI1; a=https://example.org/vmc.pem', 'The tag l= is missing.'],
  ['v=BIMI1; l=; a=https://example.org/vmc.pem', 'The tag l= names no logo.'],
  ['v=BIMI1; l=http://example.org/logo.svg', 'The tag l= is not an https address.'],
  ['v=BIMI1; l=https://example.org/logo.svg; a=self', 'The tag a= is not an https address.'],
  ['l=https://example.org/logo.svg; v=BIMI1', 'The record must begin with v=BIMI1.'],
  ['v=BIMI1; l=https://example.org/a b', 'The tag l= is not an https address.'],
])('the record %j', (text, wanted) => {
  const read = parseBimi(text);
  if (typeof wanted === 'string') expect(read).toBe(wanted);
  else expect(read).toMatchObject(wanted);
});

test.each([
  [svg(sound), []],
  [svg(sound.replaceAll('"', "'")), []],
  [svg('xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"'), ['version="1.2" is missing', 'baseProfile="tiny-ps" is missing']],
  [svg(`${sound} x="0"`), ['the root element has x or y']],
  [svg(sound.replace('0 0 64 64', '0 0 64 32')), ['the view box is not square']],
  [svg(sound, '<path d="M0 0"/>'), ['it has no <title>']],
  [svg(sound, '<title>a</title><script>1</script><animate/><image href="#a"/>'), ['it contains <script>, <animate>, <image>']],
  [svg(sound, '<title>a</title><use xlink:href="https://example.org/a"/>'), ['it refers to another resource']],
  [svg(sound, '<title>a</title><use href="#a"/>'), []],
  [`<!DOCTYPE svg [<!ENTITY a "b">]>${svg(sound)}`, ['it declares entities']],
  ['<html><svg/></html>', ['the root element is not svg']],
  ['', ['the root element is not svg']],
  [svg(sound, `<title>a</title>${'<g/>'.repeat(9_000)}`), ['it is larger than 32 kB']],
])('a logo %#: %j is of the profile, or why it is not', (text, faults) => {
  expect(inspectText(text)).toEqual(faults);
});

test('a compressed logo is not read as one', () => {
  expect(inspect(Uint8Array.of(0x1f, 0x8b, 8, 0))).toEqual(['it is compressed (gzip)']);
});

test('whatever is served as a logo, looking at it ends, at the cost of its length', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (served) => void inspect(served)));
  const pieces = fc.constantFrom('<', '>', '"', "'", 'svg ', '=', '<!--', '-->', ' a=', '/');
  fc.assert(fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => void inspectText(parts.join(''))));
  const startedAt = cpuNowMs();
  for (const part of ['<', '<a', '<svg a="', '<svg a', '<!--', '=', ' a=', '<a b="c"'])
    inspectText(`<svg ${part.repeat(65_000 / part.length)}`);
  expect(cpuNowMs() - startedAt).toBeLessThan(1_000);
});

test.each([
  ['v=DMARC1; p=reject', ''],
  ['v=DMARC1; p=quarantine', ''],
  ['v=DMARC1; p=none', 'p=none'],
  ['v=DMARC1; p=reject; sp=none', 'sp=none'],
  ['v=DMARC1; p=reject; t=y', 't=y'],
  ['v=DMARC1; p=quarantine; pct=50', 'pct=50'],
])('DMARC %j lets logos be shown: %j', (text, problem) => {
  const record = parseDmarc('example.org', text);
  if (typeof record === 'string') throw new Error(record);
  expect(dmarcProblemOf({ record, policy: record.p })).toBe(problem);
  expect(dmarcProblemOf({ record: null, policy: null })).toBe('there is no DMARC policy');
});

const facts: BimiFacts = {
  name: 'default._bimi.example.org',
  record: { text: '', logo: 'https://example.org/logo.svg', certificate: 'https://example.org/vmc.pem' },
  problem: '',
  failure: '',
  dmarcProblem: '',
  logo: { kind: 'read', faults: [] },
};

test('only a logo that was read passes, and a mark certificate is never called valid', () => {
  const states = (given: Partial<BimiFacts>) => {
    const { part, checks = [], findings } = judgeBimi({ ...facts, ...given });
    return { part: part.state, checks: checks.map(({ id, state }) => `${id} ${state}`), findings: findings.map(({ id }) => id) };
  };
  expect(states({})).toEqual({ part: 'sound', checks: ['bimi-logo passed', 'bimi-certificate not_looked_at'], findings: [] });
  expect(states({ logo: { kind: 'unseen', reason: 'no answer in time' } }).checks[0]).toBe('bimi-logo not_looked_at');
  expect(states({ logo: { kind: 'refused', reason: 'status 404' } })).toMatchObject({ part: 'weak', findings: ['bimi-logo-missing'] });
  expect(states({ dmarcProblem: 'p=none', logo: { kind: 'read', faults: ['it has no <title>'] } }).findings).toEqual([
    'bimi-dmarc',
    'bimi-logo-profile',
  ]);
  expect(states({ record: { text: '', logo: '', certificate: '' } })).toEqual({ part: 'sound', checks: [], findings: [] });
  expect(states({ record: null })).toEqual({ part: 'missing', checks: [], findings: [] });
  expect(states({ record: null, problem: 'bad' })).toMatchObject({ part: 'weak', findings: ['bimi-broken'] });
  expect(states({ record: null, failure: 'no answer in time' })).toEqual({ part: 'unknown', checks: [], findings: [] });
});
