/**
 * `npm run bench -- http [SITES] [--write]`: HTTP Auditor and the HTTP Observatory's own scanner on the same seeded sites, in one process
 * by turns: whether score, grade and the result of each test are equal, and the processor time of each.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { findObstacle } from '../../tests/observatory/find-obstacle.ts';
import { writeTable } from '../written-table.ts';

const scannedSchema = z.object({
  verdicts: z.array(z.object({ host: z.string(), theirs: z.unknown(), ours: z.unknown() })),
  cpuMs: z.object({ theirs: z.number(), ours: z.number(), sites: z.number() }),
  scoring: z.object({ theirs: z.number(), ours: z.number(), sites: z.number() }),
});
const seed = 20_261_126;

const obstacle = findObstacle();
if (obstacle !== undefined) throw new Error(`This benchmark cannot run here: ${obstacle}.`);
const [given = '400'] = process.argv.slice(3).filter((word) => !word.startsWith('--'));
const count = Number(given);
if (!Number.isInteger(count) || count < 100) throw new Error('SITES is a whole number from 100 on.');
const script = join(import.meta.dirname, '..', '..', 'tests', 'observatory', 'serve-sites.ts');
const odd = Math.ceil(count / 2);
const ran = spawnSync('unshare', ['-n', '-m', process.execPath, script, String(count), String(seed), String(odd), '--scoring'], {
  encoding: 'utf8',
  maxBuffer: 512 * 1024 * 1024,
  env: { ...process.env, NODE_ENV: 'production' },
});
if (ran.status !== 0) throw new Error(ran.stderr);
const { verdicts, cpuMs, scoring } = scannedSchema.parse(JSON.parse(ran.stdout));

const different = verdicts.filter(({ theirs, ours }) => !isDeepStrictEqual(theirs, ours));
for (const { host, theirs, ours } of different) console.error(`${host}: ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`);
const scored = verdicts.filter(({ theirs }) => typeof theirs === 'object').length;
const results = `${verdicts.length - different.length} of ${verdicts.length} equal`;
const perSite = (ms: number) => `${(ms / cpuMs.sites).toFixed(1)} ms`;
const share = (ours: number, theirs: number) => `${(theirs / ours).toFixed(1)} ×`;
const table = [
  '| What | Castellan | HTTP Observatory | Met |',
  '| --- | --- | --- | --- |',
  `| ${verdicts.length} sites, ${scored} of them scored: score, grade and each test | ${results} | the same sites | ${different.length === 0 ? 'yes' : 'no'} |`,
  `| processor time of a whole scan, mean of ${cpuMs.sites} | ${perSite(cpuMs.ours)} | ${perSite(cpuMs.theirs)} | ${share(cpuMs.ours, cpuMs.theirs)} |`,
  `| processor time of the ten tests on captured answers, mean of ${scoring.sites} sites | ${scoring.ours.toFixed(3)} ms | ${scoring.theirs.toFixed(3)} ms | ${share(scoring.ours, scoring.theirs)} |`,
].join('\n');
console.log(table);
if (process.argv.includes('--write')) writeTable('http', `npm run bench -- http --write`, table);
if (different.length > 0) process.exitCode = 1;
