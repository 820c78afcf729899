import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testsOfTool } from './tests-of-tool.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'castellan-tools-'));
  mkdirSync(join(root, 'tests', 'e2e'), { recursive: true });
  mkdirSync(join(root, 'web', 'app', 'tools', 'moon'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const journey = (name: string, text: string) => writeFileSync(join(root, 'tests', 'e2e', name), text);

test("a tool's tests are those of its folders, and every journey to its address, by shared steps too", () => {
  journey('moon.spec.ts', "page.goto('/moon')");
  journey('moon-steps.ts', "page.goto('/moon#phase')");
  journey('tide.spec.ts', "import { openMoon } from './moon-steps.ts';");
  journey('moonlight.spec.ts', "page.goto('/moonlight'); page.goto('/moon-base')");
  expect(testsOfTool(root, 'moon')).toEqual({ files: ['web/app/tools/moon'], patterns: ['/moon\\.spec\\.ts$', '/tide\\.spec\\.ts$'] });
});
