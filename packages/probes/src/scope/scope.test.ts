import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeDay } from './judge-day.ts';
import { judgeTarget, type Reach, type Scope } from './judge-target.ts';
import { everyPort, joinRanges, parseScopeEntry, type ScopeEntry, writeScopeEntry } from './scope-entry.ts';

const entry = (text: string): ScopeEntry => {
  const read = parseScopeEntry(text);
  if (!read.ok) throw new Error(`${text}: ${read.failure.message}`);
  return read.value;
};
const scope = (inScope: readonly string[], outOfScope: readonly string[] = []): Scope => ({
  inScope: inScope.map(entry),
  outOfScope: outOfScope.map(entry),
});
const anyPort: Reach = { ports: 'every', below: false };
const port = (...ports: readonly number[]): Reach => ({ ports: ports.map((one) => [one, one] as const), below: false });

test.for([
  ['Example.org', 'example.org'],
  ['*.Example.org:443', '*.example.org:443'],
  ['192.0.2.77/24', '192.0.2.0/24'],
  ['192.0.2.10-20', '192.0.2.10-192.0.2.20'],
  ['192.0.2.0-192.0.2.255', '192.0.2.0/24'],
  ['192.0.2.7:80,443,81', '192.0.2.7:80-81,443'],
  ['2001:DB8::/32', '2001:db8::/32'],
  ['[2001:db8::1]:443', '[2001:db8::1]:443'],
  ['2001:db8::1-2001:db8::9', '2001:db8::1-2001:db8::9'],
  ['a-b.example:1-65535', 'a-b.example'],
  ['0.0.0.0/0', '0.0.0.0/0'],
] as const)('%s is read as the entry %s', ([text, normal]) => {
  expect(writeScopeEntry(entry(text))).toBe(normal);
});

test.for([
  '',
  '*',
  '*.',
  'a*.example',
  'https://example.org',
  'münchen.example',
  'example.org/admin',
  '192.0.2.0/33',
  '192.0.2.20-10',
  '192.0.2.256',
  '10.0.0.1-2001:db8::1',
  'example.org:0',
  'example.org:65536',
  'example.org:90-80',
  '[192.0.2.1]:80',
  'user@example.org',
  'example.org.',
  '010.0.0.1',
])('"%s" is no entry of a scope, and a sentence says what one is', (text) => {
  expect(parseScopeEntry(text)).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/\.$/) } });
});

test.for<[string, Scope, Reach, Partial<ReturnType<typeof judgeTarget>>]>([
  ['www.example.org', scope(['*.example.org']), anyPort, { isInside: true }],
  ['example.org', scope(['*.example.org']), anyPort, { uncovered: ['example.org'] }],
  ['badexample.org', scope(['*.example.org', 'example.org']), anyPort, { uncovered: ['badexample.org'] }],
  ['example.org', scope(['example.org:443']), port(443), { isInside: true }],
  ['example.org', scope(['example.org:443']), port(80, 443), { uncovered: ['example.org:80'] }],
  ['example.org', scope(['example.org:443']), anyPort, { uncovered: ['example.org:1-442,444-65535'] }],
  ['example.org', scope(['example.org']), { ports: 'none', below: true }, { uncovered: ['*.example.org'] }],
  [
    'example.org',
    scope(['example.org', '*.example.org'], ['pay.example.org']),
    { ports: [[443, 443]], below: true },
    { excludedBy: ['pay.example.org'] },
  ],
  ['example.org', scope(['example.org', '*.example.org'], ['pay.example.org']), port(443), { isInside: true }],
  ['192.0.2.0/25', scope(['192.0.2.0/26', '192.0.2.64-127']), anyPort, { isInside: true }],
  ['192.0.2.0/24', scope(['192.0.2.0/25']), anyPort, { uncovered: ['192.0.2.128/25'] }],
  ['192.0.2.1,example.org', scope(['192.0.2.0/24']), anyPort, { uncovered: ['example.org'] }],
  ['192.0.2.7', scope(['192.0.2.0/24'], ['192.0.2.7:22']), anyPort, { excludedBy: ['192.0.2.7:22'] }],
  ['192.0.2.7', scope(['192.0.2.0/24'], ['192.0.2.7:22']), port(443), { isInside: true }],
  ['example.org', scope(['example.org:443'], ['example.org:22']), { ports: 'none', below: false }, { isInside: true }],
  ['[2001:db8::5]:443', scope(['2001:db8::/32']), port(443), { isInside: true }],
  ['::ffff:192.0.2.1', scope(['192.0.2.0/24']), anyPort, { isInside: true }],
  ['*.example.org', scope(['*.example.org']), anyPort, { isInside: false }],
  ['not a target/', scope(['*.example.org']), anyPort, { isInside: false }],
  ['example.org', scope([]), anyPort, { uncovered: ['example.org'] }],
])('%s is judged by scope and reach (%#)', ([target, given, reach, wanted]) => {
  expect(judgeTarget(given, target, reach)).toMatchObject(wanted);
});

const small = { address: fc.integer({ min: 0, max: 15 }), port: fc.integer({ min: 1, max: 6 }) };
const span = (of: fc.Arbitrary<number>) => fc.tuple(of, of).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
const someAddresses = fc.record({ hosts: span(small.address), ports: span(small.port) });
type Box = { readonly hosts: readonly [number, number]; readonly ports: readonly [number, number] };
const textOf = ({ hosts: [from, to], ports: [low, high] }: Box) => `10.0.0.${from}-10.0.0.${to}:${low}-${high}`;
const holds = ({ hosts, ports }: Box, host: number, at: number) => hosts[0] <= host && host <= hosts[1] && ports[0] <= at && at <= ports[1];

test('a range of addresses and ports is inside exactly where each of its pairs is in the scope, and none is taken out', () => {
  const cases = fc.tuple(fc.array(someAddresses, { maxLength: 5 }), fc.array(someAddresses, { maxLength: 3 }), someAddresses);
  fc.assert(
    fc.property(cases, ([allowed, taken, asked]) => {
      let covered = true;
      let excluded = false;
      for (let host = asked.hosts[0]; host <= asked.hosts[1]; host += 1)
        for (let at = asked.ports[0]; at <= asked.ports[1]; at += 1) {
          covered &&= allowed.some((box) => holds(box, host, at));
          excluded ||= taken.some((box) => holds(box, host, at));
        }
      const verdict = judgeTarget(scope(allowed.map(textOf), taken.map(textOf)), `10.0.0.${asked.hosts[0]}-10.0.0.${asked.hosts[1]}`, {
        ports: [asked.ports],
        below: false,
      });
      expect([verdict.uncovered.length === 0, verdict.excludedBy.length > 0, verdict.isInside]).toEqual([
        covered,
        excluded,
        covered && !excluded,
      ]);
    }),
    { numRuns: 400 },
  );
});

const labels = ['a', 'b', 'c'] as const;
/** Every name of up to three labels. */
const names = labels.flatMap((one) => [
  one,
  ...labels.flatMap((two) => [`${two}.${one}`, ...labels.map((three) => `${three}.${two}.${one}`)]),
]);
const someNames = fc.record({ name: fc.constantFrom(...names.filter((name) => name.split('.').length < 3)), below: fc.boolean() });
const nameText = ({ name, below }: { readonly name: string; readonly below: boolean }) => `${below ? '*.' : ''}${name}`;
const isOf = (one: { readonly name: string; readonly below: boolean }, name: string) =>
  one.below ? name.endsWith(`.${one.name}`) : name === one.name;

test('a name is inside exactly where the scope has it or a star above it, and nothing out of scope has', () => {
  const cases = fc.tuple(fc.array(someNames, { maxLength: 4 }), fc.array(someNames, { maxLength: 3 }), fc.constantFrom(...names));
  fc.assert(
    fc.property(cases, ([allowed, taken, name]) => {
      const wanted = allowed.some((one) => isOf(one, name)) && !taken.some((one) => isOf(one, name));
      expect(judgeTarget(scope(allowed.map(nameText), taken.map(nameText)), name, anyPort).isInside).toBe(wanted);
    }),
    { numRuns: 400 },
  );
});

test('a run that reaches below a name is inside only where every name below it is', () => {
  const cases = fc.tuple(fc.array(someNames, { maxLength: 4 }), fc.array(someNames, { maxLength: 3 }), someNames);
  fc.assert(
    fc.property(cases, ([allowed, taken, { name }]) => {
      const verdict = judgeTarget(scope(allowed.map(nameText), taken.map(nameText)), name, { ports: 'every', below: true });
      const reached = names.filter((one) => one === name || one.endsWith(`.${name}`));
      const judged = reached.map((one) => judgeTarget(scope(allowed.map(nameText), taken.map(nameText)), one, anyPort));
      if (verdict.isInside) expect(judged.every(({ isInside }) => isInside)).toBe(true);
      if (judged.some(({ excludedBy }) => excludedBy.length > 0)) expect(verdict.excludedBy).not.toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('whatever text stands as target or entry, judging ends, throws nothing, and lets no text in that is no target', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'binary' }), (text) => {
      const read = parseScopeEntry(text);
      if (read.ok) expect(writeScopeEntry(entry(writeScopeEntry(read.value)))).toBe(writeScopeEntry(read.value));
      const verdict = judgeTarget(scope(['example.org', '0.0.0.0/0', '::/0']), text, anyPort);
      expect(verdict.isInside).toBe(verdict.uncovered.length + verdict.excludedBy.length === 0);
    }),
  );
});

test('ports are joined where they touch', () => {
  expect(
    joinRanges([
      [443, 443],
      [1, 80],
      [81, 90],
      [85, 100],
    ]),
  ).toEqual([
    [1, 100],
    [443, 443],
  ]);
  expect(entry('a.example').ports).toEqual(everyPort);
});

test('a day is within a permission from its first to its last day; without both no day is', () => {
  const may = { from: '2026-05-01', to: '2026-05-31' };
  expect(['2026-04-30', '2026-05-01', '2026-05-31', '2026-06-01'].map((day) => judgeDay(may, day))).toEqual([
    'before',
    'within',
    'within',
    'after',
  ]);
  expect([judgeDay({ from: '', to: may.to }, '2026-05-02'), judgeDay({ from: may.from, to: '' }, '2026-05-02')]).toEqual([
    'unsaid',
    'unsaid',
  ]);
});
