import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { weakenedDirectives } from './judge-policy.ts';

const wanted = contentSecurityPolicy({ hashes: ['YQ==', 'Yg=='] }, 'production');
const directives = wanted.split('; ');
const some = fc.constantFrom(...directives);
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
    fc.property(fc.shuffledSubarray(directives, { minLength: directives.length }), fc.boolean(), (order, adds) => {
      expect(weakenedDirectives(wanted, [...order, ...(adds ? ['navigate-to x'] : [])].join('; '))).toEqual([]);
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
    fc.property(some, foreign, (one, source) => {
      fc.pre(/-src |-uri |-action |-ancestors /.test(one) && !one.includes(` ${source}`));
      const served = directives.map((each) => (each === one ? `${each} ${source}` : each)).join('; ');
      expect(weakenedDirectives(wanted, served).length).toBeGreaterThan(0);
    }),
  );
});

// A second reading of the standard, of what the policies below are made of: it asks what a page may do, and compares no words.
const sources = ["'none'", "'self'", "'unsafe-inline'", "'strict-dynamic'", "'nonce-a'", "'nonce-B'", 'https://a.example', "'SELF'", 'é'];
const names = [
  'default-src',
  'script-src',
  'script-src-elem',
  'child-src',
  'worker-src',
  'frame-src',
  'connect-src',
  'base-uri',
  'Script-Src',
];
const chains: Readonly<Record<string, readonly string[]>> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  worker: ['worker-src', 'child-src', 'script-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
  connection: ['connect-src', 'default-src'],
  base: ['base-uri'],
};
const deeds = Object.keys(chains).flatMap((kind) =>
  (kind === 'script'
    ? ['inline', 'nonce-a', 'nonce-B', 'added by a script', 'own', 'a.example', 'b.example']
    : ['own', 'a.example', 'b.example']
  ).map((what) => [kind, what] as const),
);

function allows(policy: string, kind: string, what: string): boolean {
  const read = policy
    .split(';')
    .map((one) => one.trim().split(' '))
    .filter((one) => !one.includes('é'));
  const holding = chains[kind]?.find((name) => read.some(([own]) => own?.toLowerCase() === name));
  if (holding === undefined) return true;
  const listed = (read.find(([own]) => own?.toLowerCase() === holding) ?? []).slice(1).map((one) => (/self/i.test(one) ? "'self'" : one));
  const isDynamic = kind === 'script' && listed.includes("'strict-dynamic'");
  if (what.startsWith('nonce')) return listed.includes(`'${what}'`) || allows(policy, kind, 'inline');
  if (what === 'inline')
    return listed.includes("'unsafe-inline'") && !listed.some((one) => one.startsWith("'nonce") || one === "'strict-dynamic'");
  if (what === 'added by a script') return isDynamic;
  return !isDynamic && listed.includes(what === 'own' ? "'self'" : `https://${what}`);
}

test('of a policy that is strict enough everything is refused that the wanted one refuses', () => {
  const directive = fc
    .tuple(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...sources), { maxLength: 4 }))
    .map(([name, listed]) => [name, ...listed].join(' '));
  const policy = fc.uniqueArray(directive, { maxLength: 5 }).map((all) => all.join('; '));
  let strictEnough = 0;
  fc.assert(
    fc.property(policy, fc.array(policy, { minLength: 1, maxLength: 2 }), fc.boolean(), (one, others, keeps) => {
      const served = keeps ? [one, ...others] : others;
      if (weakenedDirectives(one, served.join(', ')).length > 0) return;
      strictEnough += 1;
      for (const [kind, what] of deeds)
        if (served.every((each) => allows(each, kind, what))) expect([kind, what, allows(one, kind, what)]).toEqual([kind, what, true]);
    }),
    { numRuns: 3000 },
  );
  expect(strictEnough).toBeGreaterThan(300);
});

test('sources left out make it stricter; the first of two directives with one name holds', () => {
  expect(weakenedDirectives(wanted, wanted.replace(" 'sha256-YQ=='", ''))).toEqual([]);
  expect(weakenedDirectives(wanted, wanted.replace("script-src 'self'", "script-src 'none'; script-src 'self'"))).toEqual([]);
  expect(weakenedDirectives(wanted, `script-src *; ${wanted}`)).toContain('script-src');
  expect(weakenedDirectives(wanted, null)).toContain('script-src');
  expect(weakenedDirectives(wanted, '')).toContain('script-src');
});

test('several policies hold together', () => {
  expect(weakenedDirectives(wanted, `default-src *, ${wanted}`)).toEqual([]);
  const [scripts, rest] = [directives.slice(0, 2), directives.slice(2)].map((part) => part.join('; '));
  expect(weakenedDirectives(wanted, `${scripts}, ${rest}`)).toEqual([]);
  expect(weakenedDirectives(wanted, `${rest}, ${rest}`)).toContain('script-src');
});

test('what browsers skip or know by no name makes nothing stricter', () => {
  const types = "require-trusted-types-for 'script'";
  expect(weakenedDirectives(types, `${types} é`)).toEqual(['require-trusted-types-for']);
  expect(weakenedDirectives("script-src 'none'", "\u00a0script-src 'none'")).toContain('script-src');
  expect(weakenedDirectives("script-src 'sha256-YQ=='", "script-src 'sha256-yQ=='")).toContain('script-src');
  expect(weakenedDirectives("sandbox allow-forms; script-src 'self'", "script-src 'self'; sandbox allow-forms allow-scripts")).toEqual([
    'sandbox',
  ]);
  expect(weakenedDirectives('trusted-types a', "trusted-types a 'allow-duplicates'")).toEqual(['trusted-types']);
});
