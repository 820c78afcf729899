import { expect, test } from 'vitest';
import type { Command, CommandGroup } from '../../domains/commands/command.ts';
import { narrowingModes, openingSections, splitLine } from './palette-mode.ts';

const command = (id: string, group: CommandGroup, keys?: string): Command => ({
  id,
  title: id,
  group,
  keywords: '',
  run: () => undefined,
  ...(keys === undefined ? {} : { keys }),
});
const commands = [
  command('vault', 'View', 'g v'),
  command('productivity', 'App'),
  command('log out', 'Action'),
  command('density', 'Setting'),
  command('oil the lock', 'Record'),
];

test('the first character narrows, and only the first', () => {
  expect(splitLine('> log', ['>', '@'])).toEqual({ prefix: '>', rest: 'log' });
  expect(splitLine('a > b', ['>', '@'])).toEqual({ prefix: undefined, rest: 'a > b' });
  const taken = (prefix: string) =>
    commands.filter((one) => narrowingModes.find((mode) => mode.prefix === prefix)?.takes(one)).map(({ id }) => id);
  expect(taken('>')).toEqual(['log out', 'density']);
  expect(taken('@')).toEqual(['oil the lock']);
  expect(taken('?')).toEqual(['vault']);
});

test('before anything is typed, what was used lately comes first and stands once; what is gone and records stay out', () => {
  const sections = openingSections(commands, ['log out', 'gone', 'vault']);
  expect(sections.map(({ title, rows }) => `${title}: ${rows.map(({ id }) => id).join(', ')}`)).toEqual([
    'Lately: log out, vault',
    'Apps: productivity',
  ]);
});
