import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addToRegistry, parseNewTool, writeNewTool } from './new-tool.ts';

const source = join(import.meta.dirname, '..', 'web', 'app', 'tools');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-tools-'));
  copyFileSync(join(source, 'registry.ts'), join(folder, 'registry.ts'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a new tool is a folder with manifest, page, logic and its test, and a name in the registry as it stands', () => {
  const written = writeNewTool(folder, { id: 'moon-phase', title: 'Moon Phase', audience: 'public' });
  expect(written.ok).toBe(true);
  expect(readdirSync(join(folder, 'moon-phase')).sort()).toEqual(['manifest.ts', 'moon-phase.test.ts', 'moon-phase.ts', 'page.tsx']);
  const registry = readFileSync(join(folder, 'registry.ts'), 'utf8');
  expect(registry).toContain("import { moonPhase } from './moon-phase/manifest.ts';");
  expect(/export const tools = \[([^\]]*)\]/.exec(registry)?.[1]).toContain('moonPhase');
});

test('a second tool goes behind the first, and both are imported', () => {
  const one = addToRegistry(readFileSync(join(folder, 'registry.ts'), 'utf8'), 'moon-phase') ?? '';
  const two = addToRegistry(one, 'tide-table') ?? '';
  expect(/export const tools = \[([^\]]*)\]/.exec(two)?.[1]).toMatch(/moonPhase, tideTable$/);
  expect(two.match(/manifest\.ts/g)?.length).toBeGreaterThanOrEqual(2);
});

test('an existing folder is never written over', () => {
  writeNewTool(folder, { id: 'moon-phase', title: 'Moon Phase', audience: 'public' });
  expect(writeNewTool(folder, { id: 'moon-phase', title: 'Other', audience: 'owner' })).toMatchObject({
    ok: false,
    failure: { code: 'tool_exists' },
  });
});

test.each([
  [['Moon', 'Moon', 'public']],
  [['moon', "Moon'", 'public']],
  [['moon', 'Moon', 'nobody']],
  [['../moon', 'Moon', 'public']],
  [[]],
])('the words %j are answered with the usage', (words) => {
  expect(parseNewTool(words)).toMatchObject({ ok: false, failure: { code: 'arguments_malformed' } });
});
