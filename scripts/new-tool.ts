/** `npm run new-tool -- ID "Title" public|look|owner`: writes the folder of a new tool and its line in the registry. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, type Result, succeed } from '@castellan/foundation/result';

const audiences = ['public', 'look', 'owner'] as const;

type NewTool = { readonly id: string; readonly title: string; readonly audience: (typeof audiences)[number] };

type NewToolFailure = { readonly code: 'arguments_malformed' | 'tool_exists' | 'registry_unreadable'; readonly message: string };

const usage = `Usage: npm run new-tool -- ID "Title" ${audiences.join('|')}
  ID        lower-case words joined by hyphens; also the path of the page, such as word-counter
  audience  public: everyone; look: everyone sees it, running it wants the owner; owner: the owner alone`;

/** Parses the command's words. */
export function parseNewTool(given: readonly string[]): Result<NewTool, NewToolFailure> {
  const [id = '', title = '', audience = ''] = given;
  const known = audiences.find((name) => name === audience);
  const isGood = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) && /^[^'"`\\<>{}]{2,60}$/.test(title) && given.length === 3;
  return isGood && known !== undefined ? succeed({ id, title, audience: known }) : fail({ code: 'arguments_malformed', message: usage });
}

/** Writes the tool's files below `toolsFolder` (`web/app/tools`). Nothing is written where something is in the way. */
export function writeNewTool(toolsFolder: string, tool: NewTool): Result<readonly string[], NewToolFailure> {
  const folder = join(toolsFolder, tool.id);
  if (existsSync(folder)) return fail({ code: 'tool_exists', message: `There is a tool ${tool.id} already: ${folder}` });
  const registryPath = join(toolsFolder, 'registry.ts');
  const registry = addToRegistry(readFileSync(registryPath, 'utf8'), tool.id);
  if (registry === undefined)
    return fail({ code: 'registry_unreadable', message: `The list in ${registryPath} is not where it was. Add the tool to it by hand.` });
  const files: Readonly<Record<string, string>> = {
    'manifest.ts': manifestOf(tool),
    'page.tsx': pageOf(tool),
    [`${tool.id}.ts`]: logicOf(tool),
    [`${tool.id}.test.ts`]: testOf(tool),
  };
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  writeFileSync(registryPath, registry);
  return succeed([...Object.keys(files).map((name) => join(folder, name)), registryPath]);
}

/** The registry with one more import and one more name at the end of its list; `undefined` where the list is not found. */
export function addToRegistry(registry: string, id: string): string | undefined {
  const list = /export const tools = \[([^\]]*)\]/.exec(registry);
  if (list === null) return undefined;
  const names = (list[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const withList = registry.replace(list[0], `export const tools = [${[...names, camelCase(id)].join(', ')}]`);
  const line = `import { ${camelCase(id)} } from './${id}/manifest.ts';`;
  const typeImport = withList.indexOf('import type { ToolManifest }');
  return typeImport < 0 ? undefined : `${withList.slice(0, typeImport)}${line}\n${withList.slice(typeImport)}`;
}

function manifestOf({ id, title, audience }: NewTool): string {
  return `import type { ToolManifest } from '../tool.ts';

/** ${title}: what routes, cards and commands need to know of it. */
export const ${camelCase(id)} = {
  id: '${id}',
  title: '${title}',
  summary: '${title}.',
  icon: 'Wrench',
  audience: '${audience}',
  terminal: { command: '${id}', aliases: [] },
} as const satisfies ToolManifest;
`;
}

function pageOf({ id }: NewTool): string {
  const name = camelCase(id);
  return `import { summarise } from './${id}.ts';
import { ${name} } from './manifest.ts';

export function meta() {
  return [{ title: ${name}.title }];
}

export default function ${name.charAt(0).toUpperCase()}${name.slice(1)}Page() {
  return (
    <main id="main">
      <h1>{${name}.title}</h1>
      <p>{summarise(${name})}</p>
    </main>
  );
}
`;
}

function logicOf({ title }: NewTool): string {
  return `/** One sentence that introduces ${title}. */
export function summarise(tool: { readonly title: string; readonly summary: string }): string {
  return tool.summary === '' ? tool.title : tool.summary;
}
`;
}

function testOf({ id }: NewTool): string {
  return `import { expect, test } from 'vitest';
import { summarise } from './${id}.ts';

test('a tool without a summary introduces itself by its title', () => {
  expect(summarise({ title: 'Title', summary: '' })).toBe('Title');
});
`;
}

function camelCase(id: string): string {
  return id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const parsed = parseNewTool(parseArgs({ allowPositionals: true }).positionals);
  const written = parsed.ok ? writeNewTool(join(root, 'web', 'app', 'tools'), parsed.value) : parsed;
  // Which import comes first depends on the tool's name: the formatter knows.
  if (written.ok)
    spawnSync(join(root, 'node_modules', '.bin', 'biome'), ['check', '--write', ...written.value], {
      cwd: root,
      shell: process.platform === 'win32',
    });
  if (written.ok) console.log(`Written:\n${written.value.map((path) => `  ${path}`).join('\n')}`);
  else {
    console.error(written.failure.message);
    process.exitCode = 1;
  }
}
