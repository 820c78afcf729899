import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@castellan/platform/core/log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishCompression } from './finish-compression.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-compression-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the program and resolves with what came of it: `done`, or what was logged. */
function finishWith(program: string): Promise<string> {
  writeFileSync(join(folder, 'program.mjs'), program);
  return new Promise((resolve) => {
    const warn: Log['warn'] = (message) => resolve(message);
    finishCompression({
      log: { debug: warn, info: warn, warn, error: warn },
      closers: [],
      onDone: () => resolve('done'),
      program: join(folder, 'program.mjs'),
      doneMark: join(folder, 'compressed'),
    });
  });
}

test('a build that was compressed quickly is compressed further, and what is served then is read again', async () => {
  const mark = JSON.stringify(join(folder, 'ran'));
  expect(await finishWith(`import { writeFileSync } from 'node:fs'; writeFileSync(${mark}, '');`)).toBe('done');
  expect(existsSync(join(folder, 'ran'))).toBe(true);
});

test('a compression that failed is logged, and nothing is read again', async () => {
  expect(await finishWith('process.exit(1)')).toBe('the build was not compressed further');
});

test('a server that ends ends the compression, and leaves a build alone that is compressed already', async () => {
  const closers: (() => void)[] = [];
  const given = { log: console as unknown as Log, closers, onDone: () => undefined, doneMark: join(folder, 'compressed') };
  writeFileSync(join(folder, 'program.mjs'), 'setInterval(() => undefined, 1000)');
  finishCompression({ ...given, program: join(folder, 'program.mjs') });
  expect(closers).toHaveLength(1);
  closers[0]?.();
  writeFileSync(join(folder, 'compressed'), '');
  finishCompression({ ...given, program: join(folder, 'program.mjs') });
  expect(closers).toHaveLength(1);
});
