import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { weakenedDirectives } from './judge-policy.ts';

const wanted = contentSecurityPolicy({ hashes: ['YQ==', 'Yg=='] }, 'production');
const directives = wanted.split('; ');
const some = fc.subarray(directives, { minLength: 1, maxLength: 1 }).map(([one]) => one as string);
const foreign = fc.constantFrom(
  "'unsafe-inline'",
  "'unsafe-eval'",
  'https:',
  '*',
  'blob:',
  'data:',
  'https://evil.example',
  "'sha256-eA=='",
);

test('the wanted policy, in any order and with any other directive behind it, is strict enough', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(directives, { minLength: directives.length }), fc.boolean(), (order, reports) => {
      expect(weakenedDirectives(wanted, [...order, ...(reports ? ['report-to x'] : [])].join('; '))).toEqual([]);
    }),
  );
});

test('a directive that is gone is named where nothing as strict stands in for it', () => {
  fc.assert(
    fc.property(some, (gone) => {
      const [name = ''] = gone.split(' ');
      const named = weakenedDirectives(wanted, directives.filter((one) => one !== gone).join('; '));
      // `default-src 'none'` stands in for each source, which is stricter; it has nothing that stands in for itself.
      const isCovered = name.endsWith('-src') && name !== 'default-src' && name !== 'worker-src';
      if (isCovered) expect(named).toEqual([]);
      else expect(named.length).toBeGreaterThan(0);
    }),
  );
});

test('a source more in any directive of sources is named', () => {
  fc.assert(
    fc.property(
      some.filter((one) => /-src |-uri |-action |-ancestors /.test(one)),
      foreign,
      (one, source) => {
        if (one.includes(` ${source}`)) return;
        const served = directives.map((each) => (each === one ? `${each} ${source}` : each)).join('; ');
        expect(weakenedDirectives(wanted, served).length).toBeGreaterThan(0);
      },
    ),
  );
});

test('sources left out make it stricter; the first of two directives with one name holds; of two policies one is enough', () => {
  expect(weakenedDirectives(wanted, wanted.replace(" 'sha256-YQ=='", ''))).toEqual([]);
  expect(weakenedDirectives(wanted, wanted.replace("script-src 'self'", "script-src 'none'; script-src 'self'"))).toEqual([]);
  expect(weakenedDirectives(wanted, `script-src *; ${wanted}`)).toContain('script-src');
  expect(weakenedDirectives(wanted, `default-src *, ${wanted}`)).toEqual([]);
  expect(weakenedDirectives(wanted, null)).toContain('script-src');
});
