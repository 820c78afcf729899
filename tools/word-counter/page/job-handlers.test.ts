import { expect, test } from 'vitest';
import { countsAsCsv } from './counts-as-csv.ts';
import { createJobHandlers } from './job-handlers.ts';

const context = { progress: () => undefined, isCancelled: () => false, signal: new AbortController().signal };

test('a text is counted, and then described by rule or by the dictionary', async () => {
  const handlers = createJobHandlers();
  expect(await handlers.count('A rhythm, a fire.', context)).toMatchObject({
    ok: true,
    value: { counts: { words: 4 }, limits: { x: { used: 17 } } },
  });
  expect(await handlers.describe({ isExact: true }, context)).toMatchObject({ ok: true, value: { syllables: 6 } });
  expect(await handlers.describe({ isExact: false }, context)).toMatchObject({
    ok: true,
    value: { density: [[{ text: 'a', count: 2 }, {}, {}], [], []] },
  });
});

test('texts far beyond every limit are not measured by them', async () => {
  expect(await createJobHandlers().count('x'.repeat(20_001), context)).toMatchObject({ ok: true, value: { limits: undefined } });
});

test('no cell of the CSV is a formula', async () => {
  const handlers = createJobHandlers();
  const counted = await handlers.count('a,b', context);
  const details = await handlers.describe({ isExact: false }, context);
  if (!counted.ok || !details.ok) throw new Error('counting does not fail');
  const csv = countsAsCsv(counted.value, { ...details.value, density: [[{ text: '=1+1', count: 1, share: 1 }], [], []] });
  expect(csv).toContain(`phrase,"'=1+1",1\r\n`);
  expect(csv.startsWith('kind,name,value\r\ncount,words,2\r\n')).toBe(true);
});
