import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePortList } from './port-list.ts';
import { portFlags, writePortList } from './port-ranges.ts';
import { serviceAt } from './services.ts';

const portsOf = (text: string) => {
  const read = parsePortList(text);
  return read.ok ? read.value : undefined;
};

test.each([
  ['top100', 100],
  ['top-1000', 1000],
  ['all', 65_535],
  ['22', 1],
  ['1-65535', 65_535],
  ['80,22,8000-8002,80', 5],
])('%s are %i ports, each once, in order', (text, count) => {
  const ports = portsOf(text) ?? [];
  expect(ports).toHaveLength(count);
  expect([...new Set(ports)].sort((one, other) => one - other)).toEqual(ports);
});

test.each(['', '0', '65536', '80-', '-80', '90-80', '022', '80;81', '1e3', '0x50', 'http', '80,,81', 'top10', '１'])(
  '%j is refused',
  (text) => {
    expect(portsOf(text)).toBeUndefined();
  },
);

test('the usual lists hold what everybody asks first', () => {
  for (const port of [21, 22, 25, 80, 443, 3306, 3389, 5432, 6379, 8080]) expect(portsOf('top100')).toContain(port);
  expect(portsOf('top1000')).toEqual(expect.arrayContaining([...(portsOf('top100') ?? [])]));
});

test('a list that is written as ranges is the same list', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 65_535 }), { minLength: 1, maxLength: 300 }), (given) => {
      const ports = [...given].sort((one, other) => one - other);
      const text = writePortList(ports);
      expect(portsOf(text)).toEqual(ports);
      expect([...portFlags(text)].reduce((sum, flag) => sum + flag, 0)).toBe(ports.length);
    }),
  );
});

test('ports have the names that people and IANA give them', () => {
  expect([22, 80, 443, 5432, 1, 49_151].map(serviceAt)).toEqual(['ssh', 'http', 'https', 'postgresql', 'tcpmux', 'unknown']);
});
