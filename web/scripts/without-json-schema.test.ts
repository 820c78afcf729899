import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleScript } from './inline-scripts.ts';
import { standIn } from './without-json-schema.ts';

const root = join(import.meta.dirname, '..', '..');
const core = (file: string) => join(root, 'node_modules', 'zod', 'v4', 'core', file);

/** What a script answers, with whatever of zod it imports. */
async function answerOf(expression: string): Promise<unknown> {
  const folder = mkdtempSync(join(import.meta.dirname, '.zod-'));
  try {
    const entry = join(folder, 'entry.ts');
    writeFileSync(entry, `import { z } from 'zod';\nexport const answer = ${expression};\n`);
    const text = await bundleScript(entry);
    expect(text).not.toContain('json-schema.org');
    return new Function(`${text}\nreturn castellan.answer;`)();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('schemas check and refuse as they do without the build, and only writing JSON Schema throws', async () => {
  const schema = `z.object({ at: z.iso.datetime(), tags: z.array(z.string().min(2).max(4)), count: z.int().optional() }).strict()`;
  const judged = await answerOf(`[
    ${schema}.safeParse({ at: '2026-11-26T09:00:00Z', tags: ['one'] }).success,
    ${schema}.safeParse({ at: 'today', tags: ['x'], count: 1.5 }, { jitless: true }).error.issues.map(({ path }) => path.join('.')),
    ${schema}['~standard'].vendor,
    (() => { try { return ${schema}.toJSONSchema(); } catch (error) { return error.message; } })(),
  ]`);
  expect(judged).toEqual([true, ['at', 'tags.0', 'count'], 'zod', 'JSON Schema is not part of this build']);
});

test('every name that zod imports from the files that are left out has a stand-in', () => {
  const given = (file: string) =>
    new Set([...standIn(readFileSync(core(file), 'utf8')).matchAll(/^export const (\w+)/gm)].map(([, name]) => name));
  const processors = given('json-schema-processors.js');
  const classic = readFileSync(join(root, 'node_modules', 'zod', 'v4', 'classic', 'schemas.js'), 'utf8');
  const wanted = [...classic.matchAll(/[^-]\bprocessors\.(\w+)/g)].map(([, name]) => name);
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((name) => !processors.has(name))).toEqual([]);
  const makers = given('to-json-schema.js');
  expect(['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod'].filter((name) => !makers.has(name))).toEqual([]);
});

test('nothing that is built asks for a JSON Schema', () => {
  const sources = globSync(['web/app/**/*.{ts,tsx}', 'tools/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root });
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => /toJSONSchema|fromJSONSchema/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
