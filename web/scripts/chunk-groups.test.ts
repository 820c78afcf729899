import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ChunkGroup, clientGroups, codeSplittingGroup, workerGroups } from './chunk-groups.ts';

const root = join(import.meta.dirname, '..', '..');

/** The files of a path as a group writes it. */
const filesOf = (path: string) => globSync(path.endsWith('/') ? `${path}*` : `${path}.*`, { cwd: root }).map((file) => `/${file}`);

const pathsOf = ({ name, files, except = [] }: ChunkGroup) => [...files, ...except].map((path) => `${name}: ${path}`);

test('every path of every group names a file that is there', () => {
  const paths = [...clientGroups, ...workerGroups].flatMap(pathsOf);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => filesOf(path.split(': ')[1] ?? '').length === 0)).toEqual([]);
});

test('a group has the files of its paths, and none of those that it leaves out', () => {
  for (const group of [...clientGroups, ...workerGroups]) {
    const { test: isOf } = codeSplittingGroup(group);
    const named = group.files.filter((path) => !path.endsWith('/')).flatMap(filesOf);
    const left = (group.except ?? []).flatMap(filesOf).filter((file) => !named.includes(file));
    for (const file of group.files.flatMap(filesOf))
      expect([group.name, file, isOf(file)]).toEqual([group.name, file, !left.includes(file)]);
  }
  const { test: isOfKit } = codeSplittingGroup(clientGroups.find(({ name }) => name === 'kit') ?? { name: '', files: [] });
  for (const stranger of [
    '/web/app/ui-of-others/button.tsx',
    '/web/app/domains/birthday/birthday-slot-machine.tsx',
    '/web/app/tools/ui/a.tsx',
  ])
    expect([stranger, isOfKit(stranger)]).toEqual([stranger, false]);
});
