import { expect, test } from 'vitest';
import { type AttributeId, attributes, type Measured } from './attributes.ts';
import { judgeRuns, type Model, oneIn } from './judge-report.ts';
import { classOf, keyOf } from './model-keys.ts';
import { citedStudies } from './published-figures.ts';
import { readModel } from './read-model.ts';

const model: Model = {
  classes: { 'Firefox on Linux': 250_000, 'Chrome on Windows': 750_000 },
  fonts: [],
  attributes: {
    cores: { '8': [0, 500_000, 1, 500_000], '2': [0, 500_000] },
    memory: { '4': [1, 1_000_000] },
  },
};
const measured = (changes: Partial<Measured> = {}): Measured => ({
  ...(Object.fromEntries(attributes.map(({ id }) => [id, 'x'])) as Record<AttributeId, string>),
  browser: 'Firefox on Linux',
  cores: '2',
  ...changes,
});
const of = (id: AttributeId, judgement: ReturnType<typeof judgeRuns>) => judgement.attributes.find((one) => one.id === id);

test('a value has the surprisal of its share of all browsers, and the sum that of its share among browsers of the class', () => {
  const judgement = judgeRuns([measured()], model);
  expect(of('browser', judgement)?.surprisal).toEqual({ kind: 'bits', bits: 2 });
  expect(of('cores', judgement)?.surprisal).toEqual({ kind: 'bits', bits: 3 });
  expect(judgement.bits).toBe(3);
  // The browser and the cores.
  expect(judgement.counted).toBe(2);
});

test('a value that the class never had, and one that nobody had, are counted and have no figure in the sum', () => {
  const judgement = judgeRuns([measured({ memory: '4' })], model);
  expect(of('memory', judgement)?.surprisal.kind).toBe('bits');
  expect(of('platform', judgement)?.surprisal).toEqual({ kind: 'unseen' });
  expect(judgement.bits).toBe(3);
  // All with a model but the browser and the cores.
  expect(judgement.unseen).toBe(attributes.filter(({ hasModel }) => hasModel).length - 2);
});

test('an attribute without a distribution has an average with its study, or a reason; neither is in the sum', () => {
  const judgement = judgeRuns([measured()], model);
  for (const { id, hasModel } of attributes.filter((one) => !one.hasModel)) {
    const surprisal = of(id, judgement)?.surprisal;
    expect([id, hasModel, surprisal?.kind]).toEqual([id, false, expect.stringMatching(/^(?:average|atMost|none)$/)]);
    if (surprisal?.kind === 'none') expect(surprisal.reason).toMatch(/^[A-Z].*\.$/);
    if (surprisal?.kind === 'average' || surprisal?.kind === 'atMost') {
      expect(surprisal.bits).toBeGreaterThan(0);
      expect(citedStudies).toContain(surprisal.study);
    }
  }
  expect(judgement.bits).toBe(3);
});

test('a browser that the model lacks gives no sum', () => {
  const judgement = judgeRuns([measured({ browser: 'Opera on Linux' })], model);
  expect(judgement.bits).toBeUndefined();
  expect(judgement.counted).toBe(0);
});

test('what differs between runs is said to', () => {
  const judgement = judgeRuns([measured({ canvas: 'a' }), measured({ canvas: 'b' })], model);
  expect(judgement.attributes.filter(({ isUnstable }) => isUnstable).map(({ id }) => id)).toEqual(['canvas']);
});

test('the tables that ship are distributions: shares of classes sum up to one, and so does each attribute within a class', () => {
  const shipped = readModel();
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  expect(sum(Object.values(shipped.classes))).toBeCloseTo(1e6, -2);
  const tables = attributes.filter(({ hasModel, id }) => hasModel && id !== 'browser').map(({ id }) => id);
  expect(Object.keys(shipped.attributes).sort()).toEqual([...tables].sort());
  for (const [id, table] of Object.entries(shipped.attributes)) {
    const ofClass = Object.keys(shipped.classes).map((_, index) =>
      sum(Object.values(table).flatMap((row) => row.filter((_share, at) => at % 2 === 1 && row[at - 1] === index))),
    );
    for (const total of ofClass) expect([id, Math.round(total / 1e3)]).toEqual([id, 1000]);
  }
});

test('user agents are put into the classes of the model', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
  expect(classOf(chrome)).toBe('Chrome on Windows');
  expect(classOf(`${chrome} Edg/147.0.0.0`)).toBe('Edge on Windows');
  expect(classOf('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe('Firefox on Linux');
  expect(
    classOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26.4 Mobile/15E148 Safari/604.1'),
  ).toBe('Safari on iOS');
  expect(keyOf('a'.repeat(21))).toMatch(/^#\w+$/);
});

test('bits are told as one in so many', () => {
  expect([0, 1, 10, 20, 40].map(oneIn)).toEqual(['1 in 1', '1 in 2', '1 in 1,000', '1 in 1,000,000', 'less than 1 in a billion']);
});
