import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyProject } from '../../tests/support/copy/copied-project.ts';
import { findTypeFaults } from '../../tests/support/copy/type-faults.ts';
import { addListLine } from './list-line.ts';
import { parseNewTool } from './parse-new-tool.ts';
import { nextMigration } from './record-files.ts';
import { planNewTool, writeNewTool } from './write-new-tool.ts';

const copy = copyProject();
afterAll(copy.remove);

/** One of each kind. */
const kinds: readonly (readonly string[])[] = [
  ['moon-phase', 'Moon Phase', 'public', '--worker', '--server'],
  ['port-check', 'Port Check', 'look', '--server'],
  ['tide-table', 'Tide Table', 'owner', '--records', 'tide_rows', '--server'],
  ['secret-lists', 'Secret Lists', 'owner', '--sealed', 'secret_items'],
];

/** The files outside a tool's own folder that a tool changes: one line in each list concerned. */
const lists: Readonly<Record<string, readonly string[]>> = {
  'moon-phase': ['tools/registry.ts', 'server/features/server-halves.ts'],
  'port-check': ['tools/registry.ts', 'server/features/server-halves.ts'],
  'tide-table': ['tools/registry.ts', 'server/features/server-halves.ts', 'web/app/domains/collections.ts'],
  'secret-lists': ['tools/registry.ts', 'web/app/domains/collections.ts'],
};

test('one tool of each kind changes one line in each list concerned, and passes lint, import rules, types and its tests', async () => {
  const written: string[] = [];
  const changed = new Set<string>();
  for (const words of kinds) {
    const parsed = parseNewTool(words);
    if (!parsed.ok) throw new Error(parsed.failure.message);
    const plan = planNewTool(copy.root, parsed.value, new Date(Date.UTC(2030, 0, 1)));
    if (!plan.ok) throw new Error(plan.failure.message);
    expect(Object.keys(plan.value.changed)).toEqual(lists[parsed.value.id]);
    const { id } = parsed.value;
    const own = new RegExp(`^(tools/${id}/|supabase/migrations/)`);
    expect(Object.keys(plan.value.created).filter((path) => !own.test(path))).toEqual([]);
    written.push(...writeNewTool(copy.root, plan.value));
    for (const list of Object.keys(plan.value.changed)) changed.add(list);
  }
  spawnSync(join(copy.root, 'node_modules', '.bin', 'biome'), ['check', '--write', ...written], { cwd: copy.root });
  expect(await copy.faultOf('react-router', ['typegen'], join(copy.root, 'web'))).toBe('');
  // What speaks of every tool, and what came with the new ones: the tests of the tools that were there say nothing of these.
  const ids = kinds.map(([id]) => id);
  const tests = [
    ...['registry', 'named-tools', 'kept-stores', 'sealed-records'].map((name) => `tools/${name}.test.ts`),
    ...ids.map((id) => `tools/${id}/`),
    'web/app/domains/collections.test.ts',
    'web/app/domains/vault/sealed-records/frozen-rows.test.ts',
  ];
  const faults = await Promise.all([
    copy.faultOf('biome', ['ci', '--error-on-warnings', ...written.filter((path) => !path.endsWith('.sql'))]),
    copy.faultOf('depcruise', ['--config', 'dependency-cruiser.config.mjs', '--output-type', 'err-long', 'tools', 'web/app', 'server']),
    copy.faultOf('vitest', [
      'run',
      ...['unit', 'knowledge', 'database'].map((project) => `--project=${project}`),
      ...tests,
      'supabase/tests/policy-matrix',
      'supabase/tests/records',
    ]),
  ]);
  expect(faults.filter((fault) => fault !== '')).toEqual([]);
  // Nothing else can have another type: it neither is new nor imports a list that changed.
  const touched = [...written, ...changed].map((path) => join(copy.root, path));
  for (const config of ['web/tsconfig.json', 'tsconfig.json', 'tools/tsconfig.knowledge.json']) {
    const { checked, faults: typeFaults } = findTypeFaults(join(copy.root, config), touched);
    expect({ config, faults: typeFaults }).toEqual({ config, faults: [] });
    expect(checked).toBeGreaterThan(0);
  }
}, 600_000);

test('a tool that exists is never written over', () => {
  const parsed = parseNewTool(['settings', 'Settings', 'owner']);
  expect(parsed.ok && planNewTool(copy.root, parsed.value, new Date())).toMatchObject({ ok: false, failure: { code: 'tool_exists' } });
});

test.each([
  [['Moon', 'Moon', 'public'], 'lower-case words'],
  [['moon', "Moon'", 'public'], 'A title has'],
  [['moon', 'Moon', 'nobody'], 'audience'],
  [['../moon', 'Moon', 'public'], 'lower-case words'],
  [['moon', 'Moon', 'public', '--records', 'moons'], 'records are the owner'],
  [['moon', 'Moon', 'owner', '--records', 'Moons'], 'not a table name'],
  [['moon', 'Moon', 'owner', '--records', 'a', '--sealed', 'b'], 'either sealed or not'],
  [['moon', 'Moon', 'owner', '--colour'], 'option'],
  [[], 'are needed'],
])('the words %j are answered with what is wrong and with the usage', (words, reason) => {
  const parsed = parseNewTool(words);
  expect(parsed).toMatchObject({ ok: false, failure: { code: 'arguments_malformed' } });
  expect(!parsed.ok && parsed.failure.message.toLowerCase()).toContain(reason.toLowerCase());
  expect(!parsed.ok && parsed.failure.message).toContain('Usage: npm run new-tool');
});

test('a list gets its line whether it is empty, on one line or on many; where it is not found nothing is changed', () => {
  const line = { list: 'tools', importLine: "import { c } from './c.ts';", entry: 'c' };
  expect(addListLine("import a from 'a';\nexport const tools = [];\n", line)).toBe(
    "import { c } from './c.ts';\nimport a from 'a';\nexport const tools = [ c];\n",
  );
  expect(addListLine('export const tools: readonly Tool[] = [a, b];', line)).toContain('= [a, b, c];');
  expect(addListLine('export const tools = [\n  a,\n  b,\n] as const;', line)).toMatch(/a,\n {2}b, c\] as const;/);
  expect(addListLine('export const others = [a];', line)).toBeUndefined();
});

test('a migration comes after all that there are, whatever the clock says', () => {
  const now = new Date(Date.UTC(2026, 10, 22, 8, 30, 5));
  expect(nextMigration(['20261121000077_a.sql'], 'b', now)).toBe('20261122083005_b.sql');
  expect(nextMigration(['20270101000000_a.sql', '20261121000077_c.sql'], 'b', now)).toBe('20270101000001_b.sql');
});
