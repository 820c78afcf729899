import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveTools } from './live-registry.ts';
import { tools } from './registry.ts';
import type { ToolManifest } from './tool.ts';

const everyTool: readonly ToolManifest[] = tools;

/** What is wrong with a list of tools, given the folders that lie beside it. */
function faultsOf(manifests: readonly ToolManifest[], folders: readonly string[]): readonly string[] {
  const ids = manifests.map((tool) => tool.id);
  const words = manifests.flatMap((tool) => [tool.terminal.command, ...tool.terminal.aliases]);
  return [
    ...folders.filter((folder) => !ids.includes(folder)).map((folder) => `${folder} is not registered`),
    ...ids.filter((id) => !folders.includes(id)).map((id) => `${id} has no folder of its name`),
    ...repeated(ids).map((id) => `${id} is registered twice`),
    ...repeated(words).map((word) => `two tools answer to ${word}`),
  ];
}

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

test('every tool folder is registered under its own name and no two tools answer to the same terminal word', () => {
  const entries = readdirSync(import.meta.dirname, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  expect(faultsOf(everyTool, folders)).toEqual([]);
});

test('an unregistered folder, a missing folder and a shared terminal word are each found', () => {
  const tool = (id: string, aliases: readonly string[]): ToolManifest => ({
    id,
    title: id,
    summary: 'A tool.',
    audience: 'public',
    terminal: { command: id, aliases },
  });
  expect(faultsOf([tool('word-counter', ['count']), tool('jwt-lab', ['count'])], ['word-counter', 'api-lab'])).toEqual([
    'api-lab is not registered',
    'jwt-lab has no folder of its name',
    'two tools answer to count',
  ]);
});

test('what a tool does live is listed exactly where its folder has it, and its parts can be loaded', async () => {
  const withLive = everyTool.map(({ id }) => id).filter((id) => existsSync(join(import.meta.dirname, id, 'page', 'live.ts')));
  expect(Object.keys(liveTools).sort()).toEqual(withLive.sort());
  for (const { metrics, due, records, capture, links, view, siteFigure } of Object.values(liveTools))
    for (const supply of [metrics, due, records, capture?.supply, links?.supply, view?.load, siteFigure?.load])
      if (supply !== undefined) expect(typeof (await supply()).default).toBe('function');
});

test('no two tools take the same prefix of the palette, and none takes one of its own', () => {
  const prefixes = Object.values(liveTools).flatMap(({ capture }) => (capture === undefined ? [] : [capture.prefix]));
  expect(repeated([...prefixes, '>', '@', '?'])).toEqual([]);
});
