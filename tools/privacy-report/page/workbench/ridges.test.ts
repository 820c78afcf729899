import { expect, test } from 'vitest';
import { attributes } from '../attributes.ts';
import type { Judged, Judgement } from '../judge-report.ts';
import { tellPrint } from './print-browser.tsx';
import { idlePrint, ridgesOf } from './ridges.ts';

const judged = (surprisal: Judged['surprisal'], at = 0): Judged => ({
  id: attributes[at]?.id ?? 'browser',
  name: attributes[at]?.name ?? '',
  group: 'Browser',
  value: 'x',
  isUnstable: false,
  surprisal,
});
const bits = (count: number) => judged({ kind: 'bits', bits: count });
/** How far a path leaves its oval, in units. */
const swing = (path: string) => {
  const reach = [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x = '', y = '']) =>
    Math.hypot((Number(x) - 198) / 54, (Number(y) - 208) / 62),
  );
  return Math.max(...reach) - Math.min(...reach);
};

test('what is common has at most three lines, what is rare eight, and the rarer swings wider', () => {
  const ridges = [0.2, 1.4, 2, 3, 9].map((count) => ridgesOf([bits(count)])[0]);
  expect(ridges.map((ridge) => ridge?.kind)).toEqual(['common', 'common', 'rare', 'rarest', 'rarest']);
  expect(ridges.map((ridge) => (ridge?.path.split('M').length ?? 0) - 1)).toEqual([1, 3, 8, 8, 8]);
  const swings = ridges.map((ridge) => swing(ridge?.path ?? ''));
  expect(swings).toEqual(swings.toSorted((one, other) => one - other));
});

test('what is not counted is the plain line that stood there before', () => {
  const [ridge] = ridgesOf([judged({ kind: 'unseen' })]);
  expect([ridge?.kind, ridge?.path]).toEqual(['plain', idlePrint(1)]);
  expect(idlePrint(25).split('M')).toHaveLength(26);
});

test('the plate says the report’s own sum, verdict and count', () => {
  const judgement: Judgement = { attributes: [bits(1), bits(4), judged({ kind: 'unseen' }, 4)], bits: 25.42, counted: 2, unseen: 1 };
  const told = tellPrint(judgement, 1234, Date.UTC(2026, 10, 26, 12));
  expect(told).toMatchObject({
    sentence: 'Easy to recognise: 1 in 45,000,000 browsers looks like yours.',
    bits: '25.4',
    standOut: '1',
    counted: '2 of 3',
    time: '1.2 s',
  });
  expect(tellPrint({ ...judgement, bits: undefined }, 9, 0)).toMatchObject({
    sentence: 'The model has no browser like this one.',
    bits: '–',
  });
});
