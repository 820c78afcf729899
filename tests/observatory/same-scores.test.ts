import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { provideMeasuringTools } from '../../scripts/measuring-tools.ts';
import { needs } from '../support/needs.ts';
import { findObstacle } from './find-obstacle.ts';

const scannedSchema = z.object({ verdicts: z.array(z.object({ host: z.string(), theirs: z.unknown(), ours: z.unknown() })) });
const scoredSchema = z.object({ grade: z.string(), tests: z.record(z.string(), z.object({ result: z.string() })) });

test('HTTP Auditor gives 320 seeded sites the score, grade and results of the HTTP Observatory’s own scanner', {
  timeout: 420_000,
}, (context) => {
  const obstacle = findObstacle();
  needs(context, obstacle === undefined, obstacle ?? '');
  const tools = provideMeasuringTools();
  needs(context, tools.ok, tools.ok ? '' : tools.failure.reason);
  const ran = spawnSync('unshare', ['-n', '-m', process.execPath, join(import.meta.dirname, 'serve-sites.ts'), '200', '20261122', '120'], {
    encoding: 'utf8',
    timeout: 240_000,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(ran.status, ran.stderr).toBe(0);
  const { verdicts } = scannedSchema.parse(JSON.parse(ran.stdout));
  expect(verdicts).toHaveLength(320);
  for (const { host, theirs, ours } of verdicts) expect(ours, host).toEqual(theirs);
  // The sites differ enough to say something: most are scored, and most outcomes occur.
  const scored = verdicts.flatMap(({ theirs }) => scoredSchema.safeParse(theirs).data ?? []);
  const results = new Set(scored.flatMap(({ tests }) => Object.values(tests).map(({ result }) => result)));
  expect(scored.length).toBeGreaterThan(140);
  expect(results.size).toBeGreaterThan(50);
  expect(new Set(scored.map(({ grade }) => grade)).size).toBeGreaterThan(9);
});
