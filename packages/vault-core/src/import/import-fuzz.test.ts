import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { quickArgon2 as argon2, crypto } from '../../tests/archive-ports.ts';
import { edits, fileKinds, manyTwins, mutate, password, text, wholeFiles } from '../../tests/broken-files.ts';
import { importFile } from './import-file.ts';
import { planImport } from './import-plan.ts';

let files: ReadonlyMap<string, Uint8Array>;
beforeAll(async () => {
  files = await wholeFiles();
});

test.each(fileKinds)(
  '1,000 broken files of %s: no crash, no hang over a second, nothing of the file in a failure',
  { timeout: 60_000 },
  async (name) => {
    const seed = files.get(name) ?? new Uint8Array(0);
    expect(seed.length).toBeGreaterThan(0);
    let slowest = 0;
    await fc.assert(
      fc.asyncProperty(edits, async (list) => {
        const before = cpuNowMs();
        const read = await importFile({ bytes: mutate(seed, list), password, nowMs: 0 }, { crypto, argon2 });
        slowest = Math.max(slowest, cpuNowMs() - before);
        if (!read.ok) expect(Object.keys(read.failure)).toEqual(['code']);
        else for (const { entry } of read.value.drafts) expect(entry.details.title).not.toBe('');
      }),
      { seed: 1000, numRuns: 1000 },
    );
    expect(slowest).toBeLessThan(1000);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  },
);

test('1,000 files of nothing but noise are refused by name', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('', '{', 'PK\u0003\u0004', '[', 'name,url,username,password\n'),
      async (noise, start) => {
        const bytes = new Uint8Array([...text(start), ...noise]);
        await importFile({ bytes, password, nowMs: 0 }, { crypto, argon2 });
      },
    ),
    { seed: 2000, numRuns: 1000 },
  );
});

test('a file of nothing but entries of one name, broken anywhere, is read and compared without a hang over a second', {
  timeout: 60_000,
}, async () => {
  let slowest = 0;
  await fc.assert(
    fc.asyncProperty(manyTwins, edits, async (file, list) => {
      const before = cpuNowMs();
      const read = await importFile({ bytes: mutate(file, list), password, nowMs: 0 }, { crypto, argon2 });
      if (read.ok) expect(planImport(read.value.drafts, [], 0, () => 'new')).toHaveLength(read.value.drafts.length);
      slowest = Math.max(slowest, cpuNowMs() - before);
    }),
    { seed: 3000, numRuns: 40 },
  );
  expect(slowest).toBeLessThan(1000);
});
