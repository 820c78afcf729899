import { expect, test } from 'vitest';
import type { WayIn } from '../../../../domains/vault/contract/vault-security.ts';
import { mergeWays } from './merged-ways.ts';

const way = (slotId: string, kind: WayIn['kind'], label = ''): WayIn => ({ slotId, kind, label, cost: null, listed: true, here: false });

test('a passkey that opens and signs in is one line, one that does either is a line too', () => {
  const ways = [way('1', 'device', 'Laptop'), way('2', 'passkey', 'Ring'), way('3', 'passkey', 'Old'), way('4', 'master')];
  const factors = [
    { factorId: 'a', name: 'Ring' },
    { factorId: 'b', name: 'Laptop' },
  ];
  const merged = mergeWays(ways, factors).map(({ kind, label, way: opens, factor }) => [kind, label, opens?.slotId, factor?.factorId]);
  expect(merged).toEqual([
    ['master', '', '4', undefined],
    ['passkey', 'Ring', '2', 'a'],
    ['passkey', 'Old', '3', undefined],
    ['passkey', 'Laptop', undefined, 'b'],
    ['device', 'Laptop', '1', undefined],
  ]);
});

test('of two ways of one name the newest has the factor, so that it is removed once', () => {
  const merged = mergeWays([way('1', 'passkey', 'Ring'), way('2', 'passkey', 'Ring')], [{ factorId: 'a', name: 'Ring' }]);
  expect(merged.map(({ factor }) => factor?.factorId)).toEqual([undefined, 'a']);
});
