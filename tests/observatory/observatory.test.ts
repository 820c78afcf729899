import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { provideMeasuringTools } from '../../scripts/measuring-tools.ts';
import { needs } from '../support/needs.ts';
import { findObstacle } from './find-obstacle.ts';

const verdictSchema = z.object({
  scan: z.object({ grade: z.string().nullable(), score: z.number().nullable(), error: z.string().nullish() }).loose(),
  tests: z.record(z.string(), z.object({ pass: z.boolean(), result: z.string(), scoreModifier: z.number() }).loose()),
});

test('the HTTP Observatory gives the running server A+ with at least 130 points', { timeout: 420_000 }, async (context) => {
  const obstacle = findObstacle();
  needs(context, obstacle === undefined, obstacle ?? '');
  const tools = provideMeasuringTools();
  needs(context, tools.ok, tools.ok ? '' : tools.failure.reason);
  const ran = spawnSync('unshare', ['-n', '-m', process.execPath, join(import.meta.dirname, 'deployment.ts')], {
    encoding: 'utf8',
    timeout: 240_000,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect(ran.status, ran.stderr).toBe(0);
  const { scan, tests } = verdictSchema.parse(JSON.parse(ran.stdout));
  const explained = Object.entries(tests).map(([name, { pass, scoreModifier, result }]) => `${name}: ${pass} ${scoreModifier} ${result}`);
  expect(scan.grade, explained.join('\n')).toBe('A+');
  expect(scan.score, explained.join('\n')).toBeGreaterThanOrEqual(130);
});
