import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import type { Command, CommandGroup } from './command.ts';
import { fitOf, rankCommands, shownLimit } from './rank-commands.ts';

const command = (title: string, group: CommandGroup = 'Action', keywords = ''): Command => ({
  id: title,
  title,
  group,
  keywords,
  run: () => undefined,
});
const commands = [
  command('Overview', 'View', 'home dashboard'),
  command('Super Apps', 'View', 'tools'),
  command('Productivity', 'View', 'tasks focus'),
  command('Vault', 'View', 'passwords entries'),
  command('Security', 'View', 'logs sessions'),
  command('Lock vault'),
  command('Log out', 'Action', 'sign out leave'),
  command('Add Password', 'Action', 'vault entry new'),
  command('Pay the vault keeper', 'Record', 'friday'),
  command('Crème brûlée', 'Record'),
];
const titles = (query: string, recent: readonly string[] = []) => rankCommands(query, commands, recent).map(({ title }) => title);

test('a whole title comes before one that begins so, a beginning before a middle, a title before what stands beside it', () => {
  expect(titles('vault')).toEqual(['Vault', 'Lock vault', 'Pay the vault keeper', 'Add Password']);
  expect(fitOf('lock', 'lock')).toBeGreaterThan(fitOf('lock', 'lock vault'));
  expect(fitOf('vault', 'lock vault')).toBeGreaterThan(fitOf('ault', 'lock vault'));
  expect(fitOf('ault', 'lock vault')).toBeGreaterThan(fitOf('lv', 'lock vault'));
});

test('initials and runs of letters find their title; letters strewn by chance find nothing', () => {
  expect(titles('sa')[0]).toBe('Super Apps');
  expect(titles('lv')).toContain('Lock vault');
  expect(titles('prdc')).toContain('Productivity');
  expect(titles('xq')).toEqual([]);
  expect(fitOf('oei', 'overview')).toBe(0);
});

test('every word must fit, in any order and without its accents', () => {
  expect(titles('vault lock')).toEqual(['Lock vault']);
  expect(titles('password new')).toEqual(['Add Password']);
  expect(titles('creme BRULEE')).toEqual(['Crème brûlée']);
  expect(titles('vault zebra')).toEqual([]);
});

test('of titles that fit alike the one used lately comes first, and the latest of those', () => {
  const alike = [command('Task one'), command('Task two'), command('Task six')];
  const order = (recent: readonly string[]) => rankCommands('task', alike, recent).map(({ title }) => title);
  expect(order([])).toEqual(['Task one', 'Task six', 'Task two']);
  expect(order(['Task two', 'Task six'])).toEqual(['Task two', 'Task six', 'Task one']);
  // Use does not put what fits barely before what fits wholly.
  expect(titles('vault', ['Add Password'])[0]).toBe('Vault');
});

test('at most fifty are shown, and ten thousand are ranked within the time of a key press', () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    command(`Entry ${index} of the keeper`, 'Record', `user${index}@castellan.test`),
  );
  rankCommands('warm', many, []);
  const beganMs = cpuNowMs();
  expect(rankCommands('keeper 77', many, [])).toHaveLength(shownLimit);
  // Generous: a loaded machine is several times slower than an idle one.
  expect(cpuNowMs() - beganMs).toBeLessThan(250);
});
