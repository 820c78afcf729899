/**
 * `npm run bench -- vault-fuzz [SEED]`: 100,000 broken files of each kind that can be imported, and 1,000 of thousands of entries
 * of one name. None may crash the reader or the comparison with the vault, hold them for longer than a second, or be refused with
 * anything but a code. The seed is printed: the same one breaks the files the same way.
 */
import fc from 'fast-check';
import { importFile } from '../packages/vault-core/src/import/import-file.ts';
import { planImport } from '../packages/vault-core/src/import/import-plan.ts';
import { quickArgon2 as argon2, crypto } from '../packages/vault-core/tests/archive-ports.ts';
import { edits, fileKinds, manyTwins, mutate, password, wholeFiles } from '../packages/vault-core/tests/broken-files.ts';

const cases = 100_000;
const casesOfTwins = 1_000;
const maxMs = 1_000;

const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${seed}: ${cases} broken files of each kind`);
const files = await wholeFiles();
let failures = 0;
for (const kind of fileKinds) await fuzz(kind, fc.constant(files.get(kind) ?? new Uint8Array()), cases);
await fuzz('entries of one name', manyTwins, casesOfTwins);
process.exitCode = failures === 0 ? 0 : 1;

async function fuzz(kind: string, wholes: fc.Arbitrary<Uint8Array>, numRuns: number): Promise<void> {
  let [slowest, read] = [0, 0];
  const outcome = await fc.check(
    fc.asyncProperty(wholes, edits, async (whole, list) => {
      const { answer, elapsed } = await timed(() => readAndCompare(mutate(whole, list)));
      slowest = Math.max(slowest, elapsed);
      if (elapsed > maxMs) throw new Error(`${elapsed.toFixed(0)} ms`);
      if (answer.ok) read += 1;
      else if (Object.keys(answer.failure).join() !== 'code') throw new Error('a failure that says more than its code');
    }),
    { seed, numRuns },
  );
  if (Reflect.get({}, 'polluted') !== undefined) throw new Error('an importer changed every object');
  if (outcome.failed) failures += 1;
  const verdict = outcome.failed ? `FAILED: ${fc.defaultReportMessage(outcome)}` : 'ok';
  console.log(`${kind}: ${read} read, ${numRuns - read} refused, slowest ${slowest.toFixed(0)} ms, ${verdict}`);
}

async function readAndCompare(bytes: Uint8Array) {
  const file = await importFile({ bytes, password, nowMs: 0 }, { crypto, argon2 });
  let made = 0;
  const newId = () => {
    made += 1;
    return `new ${made}`;
  };
  if (file.ok) planImport(file.value.drafts, [], 0, newId);
  return file;
}

/** How long something takes. What was held up by another program is quicker the next time; what hangs, hangs again. */
async function timed<Answer>(task: () => Promise<Answer>): Promise<{ readonly answer: Answer; readonly elapsed: number }> {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 1; ; turn += 1) {
    const begin = performance.now();
    const answer = await task();
    best = Math.min(best, performance.now() - begin);
    if (best <= maxMs || turn === 3) return { answer, elapsed: best };
  }
}
