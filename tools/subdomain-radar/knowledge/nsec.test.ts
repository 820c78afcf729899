import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalOrder, nameBehind, readStep } from './nsec.ts';

test('names are in the order of RFC 4034 §6.1', () => {
  const ordered = [
    'example',
    'a.example',
    'yljkjljk.a.example',
    'Z.a.example',
    'zABC.a.EXAMPLE',
    'z.example',
    '*.z.example',
    'zz.z.example',
  ];
  for (let turn = 0; turn < ordered.length; turn += 1) {
    const shuffled = [...ordered.slice(turn), ...ordered.slice(0, turn)];
    expect(shuffled.toSorted(canonicalOrder)).toEqual(ordered);
  }
});

const label = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => `${labels.join('.')}.example.org`);

test('behind a name nothing of it is passed over but what is below it', () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      const behind = nameBehind(one);
      expect(canonicalOrder(one, behind)).toBeLessThan(0);
      expect(canonicalOrder(`zz.${one}`, behind)).toBeLessThan(0);
      // What lies between is below the name: host names have no sign before the hyphen.
      if (canonicalOrder(one, other) < 0 && canonicalOrder(other, behind) < 0) expect(other.endsWith(`.${one}`)).toBe(true);
    }),
  );
  expect(nameBehind(`${'a'.repeat(63)}.example.org`)).toBe(`${'a'.repeat(62)}b.example.org`);
});

const nsec = (owner: string, next: string, types: readonly string[] = ['A']) => ({ type: 'NSEC', name: owner, next, types }) as const;

test.each([
  [
    'a record of the name itself',
    [nsec('b.example.org', 'd.example.org')],
    { kind: 'next', owner: 'b.example.org', next: 'd.example.org' },
  ],
  ['a record that spans it', [nsec('a.example.org', 'c.example.org')], { kind: 'next', owner: 'a.example.org', next: 'c.example.org' }],
  ['the last record of the zone', [nsec('a.example.org', 'example.org')], { kind: 'next', next: 'example.org' }],
  ['a record of elsewhere', [nsec('c.example.org', 'd.example.org')], { kind: 'none' }],
  ['another zone’s first record', [nsec('b.example.org', 'x.b.example.org', ['SOA', 'NS'])], { kind: 'child' }],
  ['a successor that was made up', [nsec('b.example.org', '\0.b.example.org')], { kind: 'minimal' }],
  ['neighbours that were made up', [nsec('a\xff\xff.example.org', 'b\0.example.org')], { kind: 'minimal' }],
  [
    'a hash',
    [{ type: 'NSEC3', name: 'abc.example.org', isOptOut: true, iterations: 3 } as const],
    { kind: 'hashed', isOptOut: true, iterations: 3 },
  ],
  ['nothing', [], { kind: 'none' }],
])('an answer about b.example.org with %s', (_title, proofs, expected) => {
  expect(readStep('b.example.org', false, proofs)).toMatchObject(expected);
});
