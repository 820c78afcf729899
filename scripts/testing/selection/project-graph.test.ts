import { expect, test } from 'vitest';
import type { Page } from './pages.ts';
import { placesOf } from './places.ts';
import { buildGraph } from './project-graph.ts';
import { selectTests } from './select-tests.ts';

const tools = ['moon', 'tide', 'star'];
const toolFiles = Object.fromEntries(
  tools.flatMap((id) => [
    [`tools/${id}/manifest.ts`, "import type { Tool } from '../tool.ts';"],
    [`tools/${id}/page/page.tsx`, `import { ${id} } from '../manifest.ts'; import '../knowledge/${id}.ts';`],
    [`tools/${id}/knowledge/${id}.ts`, ''],
    [`tools/${id}/server/half.ts`, `import '../knowledge/${id}.ts';`],
  ]),
);
const listing = (file: string) => tools.map((id) => `import './${id}/${file}';`).join('\n');

const texts: Readonly<Record<string, string>> = {
  ...toolFiles,
  'tools/registry.ts': listing('manifest.ts'),
  'tools/halves.ts': listing('server/half.ts'),
  'web/app/root.tsx': "import '../../tools/registry.ts'; import './app.css';",
  'web/app/app.css': '@import "./ui.css";',
  'web/app/ui.css': '@plugin "./colours.ts";',
  'web/app/colours.ts': '',
  'web/app/site.tsx': '',
  'web/app/gate.tsx': "import './palette.tsx';",
  'web/app/palette.tsx': '',
  'web/app/home.tsx': '',
  'web/app/dashboard.tsx': '',
  'web/app/testing/open-page.tsx':
    "const pages = import.meta.glob('../../../tools/*/page/page.tsx'); export const open = () => pages['/moon'];",
  'server/main.ts': "import '../tools/halves.ts'; const folder = join(import.meta.dirname, '..', 'web', 'build', 'server');",
  'server/main.test.ts': "import '../tests/support/server.ts'; fetch(url + '/');",
  'supabase/migrations/one.sql': '',
  'tests/support/server.ts': "spawn('server/main.ts')",
  'tests/support/database.ts': "const folder = new URL('../../supabase/migrations/', import.meta.url);",
  'tests/e2e/app.ts': "import '../support/server.ts'; export async function enter() { goto('/dashboard'); } export const unused = '/tide';",
  'tests/e2e/moon.spec.ts': "import { enter } from './app.ts'; goto('/moon');",
  'tests/e2e/entered.spec.ts': "import { enter } from './app.ts'; enter();",
  'tests/e2e/home.spec.ts': "import './app.ts'; goto('/');",
  'tests/e2e/nowhere.spec.ts': "import './app.ts'; fetch(server.url);",
  'tests/e2e/all.spec.ts': "import './app.ts'; import '../../tools/registry.ts';",
  'tools/tide/page/tide.browser.test.tsx': "import { open } from '../../../web/app/testing/open-page.tsx'; open();",
  'web/app/names.test.ts': "expect(changed).toEqual(['tools/halves.ts'])",
  'web/app/sheets.test.ts': 'readdirSync(import.meta.dirname)',
};

const page = (address: string, file: string, frame: string): Page => ({ address, file, frames: [frame] });
const pages: readonly Page[] = [
  page('/', 'web/app/home.tsx', 'web/app/site.tsx'),
  page('/dashboard', 'web/app/dashboard.tsx', 'web/app/gate.tsx'),
  ...tools.map((id) => page(`/${id}`, `tools/${id}/page/page.tsx`, 'web/app/site.tsx')),
];
const files = Object.keys(texts);
const project = (name: string, pattern: RegExp, ...setup: string[]) => ({ name, tests: files.filter((file) => pattern.test(file)), setup });
const graph = buildGraph({
  places: placesOf(files, new Map()),
  read: (file) => texts[file] ?? '',
  pages,
  toolIds: tools,
  projects: [
    project('unit', /^web.*\.test\.ts$/),
    project('database', /^server.*\.test\.ts$/, 'tests/support/database.ts'),
    project('components', /browser\.test/),
    project('journeys', /\.spec\.ts$/),
  ],
  site: ['web/app/root.tsx'],
});

/** The tests, by the first word of their names, that a change of the file selects among many others. */
function selected(file: string): readonly string[] {
  const others = Array.from({ length: 40 }, (_, index) => ({ file: `${index}`, project: 'unit', visits: new Set<string>() }));
  const selection = selectTests({ ...graph, tests: [...graph.tests, ...others], global: new Set() }, [file]);
  if (selection.kind === 'everything') throw new Error(selection.why);
  return selection.selected.map(({ test: { file: name } }) => (name.split('/').at(-1) ?? '').replace(/\..*/, '')).sort();
}

const journeys = ['all', 'entered', 'home', 'moon', 'nowhere'];

test('a page concerns who visits its address, by a step too, and who goes through every page', () => {
  expect(selected('web/app/home.tsx')).toEqual(['all', 'home', 'main', 'sheets']);
  expect(selected('web/app/dashboard.tsx')).toEqual(['all', 'entered', 'sheets']);
});

test("a tool's knowledge concerns its own tests and those that visit its page or call its part of the server", () => {
  expect(selected('tools/moon/knowledge/moon.ts')).toEqual(['all', 'moon']);
  expect(selected('tools/tide/knowledge/tide.ts')).toEqual(['all', 'tide']);
  expect(selected('tools/star/server/half.ts')).toEqual(['all']);
});

test('a test that names a list in a text, and does not import it, goes through none of its tools', () => {
  expect(selected('tools/halves.ts')).toContain('names');
  expect(selected('tools/star/server/half.ts')).not.toContain('names');
});

test('what a list brings that itself brings nothing, such as a manifest, concerns everybody who has the list', () => {
  expect(selected('tools/star/manifest.ts')).toEqual([...journeys, 'main', 'sheets'].sort());
});

test('a frame concerns who visits a page in it, and who names no page', () => {
  expect(selected('web/app/palette.tsx')).toEqual(['all', 'entered', 'nowhere', 'sheets']);
  expect(selected('web/app/site.tsx')).toEqual(['all', 'home', 'main', 'moon', 'nowhere', 'sheets']);
});

test('a style sheet is reached through the one that imports it, and by who reads every file of a folder; so is what writes rules into it', () => {
  for (const file of ['web/app/ui.css', 'web/app/colours.ts']) expect(selected(file)).toEqual([...journeys, 'main', 'sheets'].sort());
});

test('a migration concerns the tests that run on the database', () => {
  expect(selected('supabase/migrations/one.sql')).toEqual(['main']);
});
