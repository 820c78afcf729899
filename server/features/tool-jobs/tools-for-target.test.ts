import { tools } from '@castellan/tools/registry';
import { expect, test } from 'vitest';
import { toolList } from '../../tools/tool-list.ts';
import { toolsForTarget } from './tools-for-target.ts';

const titles = new Map(toolList.map(({ id }) => [id, id.toUpperCase()]));
const targetsOf = (target: string) => Object.fromEntries(toolsForTarget(target, toolList, titles).map((tool) => [tool.id, tool.target]));

test('a target goes to every tool that takes it, as it stands or by its host; a tool without a page is left out', () => {
  expect(targetsOf('https://example.org/shop?x=1')).toMatchObject({ 'tls-inspector': expect.stringContaining('example.org') });
  expect(targetsOf('example.org:8443')).toMatchObject({ 'tls-inspector': 'example.org:8443' });
  expect(toolsForTarget('example.org', toolList, new Map())).toEqual([]);
  for (const { id } of toolsForTarget('example.org', toolList, titles))
    expect(toolList.find((tool) => tool.id === id)?.probe).toBeDefined();
});

test('what no tool takes goes to none', () => {
  for (const target of ['', '0x7f.1', 'a b', '://', 'http://']) expect(toolsForTarget(target, toolList, titles)).toEqual([]);
});

test('the pages that say that they take a target are those whose tools probe one, and no word begins two of them', () => {
  const probing = toolList.flatMap(({ id, probe }) => (probe === undefined ? [] : [id]));
  const taking = tools.flatMap((tool) => ('takesTarget' in tool ? [tool] : []));
  expect(taking.map(({ id }) => id).toSorted()).toEqual(probing.filter((id) => tools.some((tool) => tool.id === id)).toSorted());
  const words = taking.flatMap(({ id, title, terminal }) => [
    ...new Set([terminal.command, ...terminal.aliases, id, title.split(' ')[0]?.toLowerCase()]),
  ]);
  expect(words.toSorted()).toEqual([...new Set(words)].toSorted());
});
