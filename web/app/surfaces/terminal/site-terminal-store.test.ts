import { fail, succeed } from '@castellan/foundation/result';
import { expect, test, vi } from 'vitest';
import type { Answer } from '../../domains/terminal/command.ts';
import { lineTable } from '../../domains/terminal/table.ts';
import { withLine } from './line-history.ts';
import type { SiteShell } from './site-shell.tsx';
import { createSiteTerminal, promptOf } from './site-terminal-store.ts';

/** A shell that answers each line with itself; lines that begin with `!` act. */
const shell: SiteShell = {
  aliases: new Map([['ll', 'ls']]),
  expand: (line) => (line === '!gone' ? fail({ code: 'bad_syntax', message: 'nothing like that' }) : succeed(line)),
  run: async (line) => {
    if (line === 'wrong') return fail({ code: 'unknown_command', message: 'no command “wrong”' });
    const answer: Answer = { table: lineTable([line]) };
    if (line === 'clear') return succeed({ table: lineTable([]), effects: [{ kind: 'clear' }] });
    if (line === 'cd') return succeed({ table: lineTable([]), effects: [{ kind: 'change-folder', path: '/projects' }] });
    if (line === 'forget') return succeed({ ...answer, effects: [{ kind: 'clear-history' }] });
    return succeed(line === 'login' ? { table: lineTable([]), effects: [{ kind: 'navigate', path: '/auth-terminal' }] } : answer);
  },
  onlyReads: (line, session) => line.startsWith('read') && session.aliases.size === 0,
  complete: async () => ({ start: 0, candidates: ['help'] }),
  draw: (_, line) => `drawn ${line}`,
};

function openTerminal(kept: readonly string[] = []) {
  const storedLines = { read: () => kept, write: vi.fn(), clear: vi.fn() };
  const perform = vi.fn();
  const terminal = createSiteTerminal('opening', { loadShell: async () => shell, perform, storedLines });
  terminal.open();
  const shown = () => terminal.read().lines.map((line) => (line.tone === 'drawn' ? line.drawing : `${line.tone} ${line.text}`));
  return { terminal, storedLines, perform, shown };
}

test('a line is repeated, answered and remembered', async () => {
  const { terminal, storedLines, shown } = openTerminal(['help']);
  await terminal.run('projects');
  expect(shown()).toEqual(['opening', 'echo projects', 'drawn projects']);
  expect(storedLines.write).toHaveBeenCalledExactlyOnceWith(['help', 'projects']);
});

test('a wrong line is answered with what is wrong, an empty one with a new prompt', async () => {
  const { terminal, shown } = openTerminal();
  await terminal.run('wrong');
  await terminal.run('!gone');
  await terminal.run('  ');
  expect(shown()).toEqual(['opening', 'echo wrong', 'failure no command “wrong”', 'echo !gone', 'failure nothing like that', 'echo ']);
});

test('lines that are sent quickly run one after the other', async () => {
  const { terminal, shown } = openTerminal();
  await Promise.all([terminal.run('one'), terminal.run('two')]);
  expect(shown()).toEqual(['opening', 'echo one', 'drawn one', 'echo two', 'drawn two']);
});

test('every entry has an id of its own', async () => {
  const { terminal } = openTerminal();
  for (const line of ['one', 'two', 'wrong']) await terminal.run(line);
  const ids = terminal.read().lines.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('what a line wants done is done: here, or by the page', async () => {
  const { terminal, storedLines, perform, shown } = openTerminal(['help']);
  await terminal.run('cd');
  expect(terminal.read().session.folder).toBe('/projects');
  await terminal.run('forget');
  expect([terminal.read().session.history, storedLines.clear.mock.calls.length]).toEqual([[], 1]);
  await terminal.run('login');
  expect(perform).toHaveBeenCalledExactlyOnceWith({ kind: 'navigate', path: '/auth-terminal' });
  await terminal.run('clear');
  expect(shown()).toEqual([]);
});

test('a linked line that only reads runs; any other waits in the input, and nothing of it has happened', async () => {
  const { terminal, perform, shown } = openTerminal();
  await terminal.runLinked('read this');
  expect(shown()).toEqual(['opening', 'echo read this', 'drawn read this']);
  await terminal.runLinked('login');
  expect(terminal.read().draft).toBe('login');
  expect(perform).not.toHaveBeenCalled();
  expect(shown().at(-1)).toContain('when you press Enter');
});

test('a line given up stays on screen and does not run', () => {
  const { terminal, shown } = openTerminal();
  terminal.cancel('projec');
  terminal.cancel('');
  expect(shown()).toEqual(['opening', 'echo projec^C']);
});

test('code that cannot be loaded is said, and the next line tries again', async () => {
  let works = false;
  const terminal = createSiteTerminal('opening', {
    loadShell: () => (works ? Promise.resolve(shell) : Promise.reject(new Error('offline'))),
    perform: () => undefined,
    storedLines: { read: () => undefined, write: () => undefined, clear: () => undefined },
  });
  await terminal.run('help');
  expect(terminal.read()).toMatchObject({ busy: false });
  expect(terminal.read().lines.at(-1)).toMatchObject({ tone: 'failure' });
  works = true;
  await terminal.run('help');
  expect(terminal.read().lines.at(-1)).toMatchObject({ drawing: 'drawn help' });
});

test('a line that begins with a space, or repeats the last, is not kept', () => {
  expect(withLine(['help'], ' secret')).toEqual(['help']);
  expect(withLine(['help'], 'help')).toEqual(['help']);
  expect(
    withLine(
      Array.from({ length: 300 }, (_, place) => `${place}`),
      'last',
    ),
  ).toHaveLength(200);
});

test('the prompt says where one is', () => {
  expect([promptOf('/'), promptOf('/projects')]).toEqual(['~ $', '~/projects $']);
});

test('a shell that does not know any more who is there is made again before the next line, and takes its short names along', async () => {
  let isOwner = false;
  const storedLines = { read: () => [], write: vi.fn(), clear: vi.fn() };
  const loadShell = async () => {
    const made = isOwner;
    const aliases = new Map([['ll', 'ls'], ...(made ? [['tasks', 'productivity'] as const] : [])]);
    return { ...shell, aliases, draw: () => (made ? 'to the owner' : 'to a visitor'), isCurrent: () => isOwner === made };
  };
  const terminal = createSiteTerminal('opening', { loadShell, perform: vi.fn(), storedLines });
  const answered = async () => {
    await terminal.run('tools');
    const line = terminal.read().lines.at(-1);
    return [line?.tone === 'drawn' ? line.drawing : '', [...terminal.read().session.aliases.keys()]];
  };
  expect(await answered()).toEqual(['to a visitor', ['ll']]);
  isOwner = true;
  expect(await answered()).toEqual(['to the owner', ['ll', 'tasks']]);
  isOwner = false;
  expect(await answered()).toEqual(['to a visitor', ['ll']]);
});
