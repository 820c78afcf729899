import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tools } from '../../../tools/registry.ts';
import { root } from '../run-program.ts';
import { readProject } from './read-project.ts';
import { selectTests } from './select-tests.ts';

const graph = readProject(
  root,
  tools.map(({ id }) => id),
);

test('every file with tests belongs to one part of the run', () => {
  const named = [...graph.links.keys()].filter((file) => /\.(?:test\.tsx?|spec\.ts)$/.test(file));
  expect(graph.tests.map(({ file }) => file).sort()).toEqual(named.sort());
});

test('no import leads to a file that is not there, but for what the compiler and the build make', () => {
  const targets = [...graph.links.values()].flat().map(({ to }) => to);
  const missing = targets.filter((to) => !/\/\+types\/|\/$|^web\/build/.test(to) && !existsSync(join(root, to)));
  expect([...new Set(missing)]).toEqual([]);
});

test("every tool's page is reached by the journeys to it and by its component tests, and by no journey to another tool", () => {
  for (const { id } of tools) {
    const selection = selectTests(graph, [`tools/${id}/page/page.tsx`]);
    const selected = selection.kind === 'some' ? selection.selected.map(({ test: one }) => one) : [];
    const visiting = graph.tests.filter(
      ({ project, visits }) => project === 'journeys' && (visits === 'every address' || visits.has(`/${id}`)),
    );
    expect(selected.filter(({ project }) => project === 'journeys')).toEqual(visiting);
    const opens = (file: string) => (graph.links.get(file) ?? []).some(({ to }) => /\/open-(?:owner|site)-page\.tsx$/.test(to));
    const own = graph.tests.filter(({ file, project }) => project === 'components' && file.startsWith(`tools/${id}/`) && opens(file));
    expect(own.filter((one) => !selected.includes(one)).map(({ file }) => file)).toEqual([]);
  }
});
