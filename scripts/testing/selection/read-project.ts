import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { z } from 'zod';
import vitestConfig from '../../../vitest.config.ts';
import routes from '../../../web/app/routes.ts';
import { pagesOf } from './pages.ts';
import { placesOf } from './places.ts';
import { buildGraph, type TestProject } from './project-graph.ts';
import type { ProjectGraph } from './select-tests.ts';

const manifestSchema = z.object({ name: z.string().default(''), exports: z.record(z.string(), z.string()).default({}) });

const filesSchema = z.array(z.string()).default([]);

const vitestSchema = z.object({
  test: z.object({
    projects: z.array(
      z.object({
        test: z.object({ name: z.string(), include: filesSchema, exclude: filesSchema, globalSetup: filesSchema, setupFiles: filesSchema }),
      }),
    ),
  }),
});

/** What starts every test. What it imports of scripts and test support is a part of it. */
const runners = ['vitest.config.ts', 'scripts/test.ts'];

/** The name of the journeys among the projects of the tests; the others are vitest's. */
export const journeysProject = 'journeys';

/** The project in a folder: the files that git knows or would take, and `changed`, of which some may have been deleted. */
export function readProject(root: string, toolIds: readonly string[], changed: readonly string[] = []): ProjectGraph {
  const present = listFiles(root);
  const files = [...new Set([...present, ...changed])];
  const isPresent = new Set(present);
  const read = (file: string) => (isPresent.has(file) ? readFileSync(join(root, file), 'utf8') : '');
  const manifests = files.filter((file) => /^(?:[^/]+\/){0,2}package\.json$/.test(file));
  const graph = buildGraph({
    places: placesOf(files, exportsOf(manifests, read)),
    read,
    pages: pagesOf(routes, 'web/app'),
    toolIds,
    projects: testProjects(present),
    site: files.filter((file) => /^web\/(?:public\/|app\/(?:root|entry\.\w+|routes)\.|[^/]+\.config\.ts$)/.test(file)),
  });
  return { ...graph, global: new Set(['package-lock.json', 'scripts/launch.mjs', ...manifests, ...importedBy(graph.links, runners)]) };
}

function testProjects(files: readonly string[]): readonly TestProject[] {
  const isIn = (file: string, patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(file, pattern));
  const { projects } = vitestSchema.parse(vitestConfig).test;
  return [
    ...projects.map(({ test: { name, include, exclude, globalSetup, setupFiles } }) => ({
      name,
      tests: files.filter((file) => isIn(file, include) && !isIn(file, exclude)),
      setup: [...globalSetup, ...setupFiles],
    })),
    {
      name: journeysProject,
      tests: files.filter((file) => isIn(file, ['tests/e2e/**/*.spec.ts'])),
      setup: ['tests/e2e/playwright.config.ts'],
    },
  ];
}

function listFiles(root: string): readonly string[] {
  const given = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const listed = spawnSync('git', given, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
  return [...new Set(listed.stdout.split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)));
}

function exportsOf(manifests: readonly string[], read: (file: string) => string): ReadonlyMap<string, string> {
  return new Map(
    manifests.flatMap((file) => {
      const { name, exports } = manifestSchema.parse(JSON.parse(read(file) || '{}'));
      return Object.entries(exports).map(([from, to]) => [posix.join(name, from), posix.join(posix.dirname(file), to)] as const);
    }),
  );
}

function importedBy(links: ProjectGraph['links'], files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files);
  for (const file of found) {
    for (const { to } of links.get(file) ?? []) if (/^(?:scripts|tests\/support)\/.*\.ts$/.test(to)) found.add(to);
  }
  return found;
}
