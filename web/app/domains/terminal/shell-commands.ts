import { fail, succeed } from '@castellan/foundation/result';
import { suggestion } from './closest-name.ts';
import type { Command } from './command.ts';
import { type Field, lineTable, makeTable } from './table.ts';

const helpFields: readonly Field[] = [
  { name: 'command', kind: 'text' },
  { name: 'does', kind: 'text' },
  { name: 'topic', kind: 'text' },
];

/** The topics in the order of `help`. */
export const topics = [
  'Assistant',
  'Records',
  'Content',
  'Filters',
  'Files',
  'Terminal',
  'Ways out',
  'Tools',
] as const satisfies readonly Command['topic'][];

/** What `man readline` says: the keys of the line editor, as GNU readline names them. */
const keyManual: readonly string[] = [
  '# The line editor',
  'The keys are those of GNU readline. Alt is Option on a Mac. Ctrl with F, H, N, P and T stays with the browser.',
  '## Moving',
  '- Ctrl+A, Ctrl+E: start and end of the line',
  '- Alt+B, Alt+F: a word back and forward',
  '## Killing and yanking',
  '- Ctrl+K, Ctrl+U: kill to the end, to the start',
  '- Alt+D, Alt+Backspace: kill the next word, the last word',
  '- Ctrl+W: kill back to the last space (browsers keep this key for themselves on most systems)',
  '- Ctrl+Y, then Alt+Y: yank what was killed, then what was killed before that',
  '- Ctrl+D: delete the character under the cursor',
  '- Alt+U, Alt+L, Alt+C: a word in capitals, in small letters, capitalised',
  '## History',
  '- Arrow up and down: earlier and later lines; Alt+< and Alt+> the first and the last',
  '- Ctrl+R: search it; again for an older match, Enter to run, Esc to edit, Ctrl+G to leave',
  '- !!, !3, !-2, !cat: the last line, the third, the one before the last, the newest that begins with “cat”',
  '## The rest',
  '- Tab: complete; again to cycle through the matches. Shift+Tab leaves the line, and so does Tab on an empty one',
  '- Ctrl+L: clear the screen. Ctrl+C or Esc: give the line up',
];

function manual(command: Command, aliases: readonly string[]): readonly string[] {
  return [
    `# ${command.name}`,
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`,
    '## Usage',
    `- ${command.place === 'filter' ? '… | ' : ''}${command.name}${command.usage === '' ? '' : ` ${command.usage}`}`,
    ...(command.options ?? []).map(({ flag, meaning }) => `- ${flag}: ${meaning}`),
    ...(command.details === undefined ? [] : ['## Details', ...command.details]),
    ...(command.examples === undefined
      ? []
      : ['## Examples', ...command.examples.map((line) => `- ${command.place === 'filter' ? 'projects | ' : ''}${line}`)]),
    ...(aliases.length === 0 ? [] : ['## Aliases', aliases.join(', ')]),
  ];
}

/** The commands about the terminal itself. `all` is asked when they run, so that they know every command, themselves too. */
export function shellCommands(all: () => readonly Command[]): readonly Command[] {
  return [...manualCommands(all), ...screenCommands, ...aliasCommands];
}

const own = { effect: 'reads', place: 'source', topic: 'Terminal' } as const;

function manualCommands(all: () => readonly Command[]): readonly Command[] {
  const offerNames: Command['offer'] = () => [...all().map(({ name }) => name), 'readline'];
  return [
    {
      ...own,
      name: 'help',
      summary: 'list the commands',
      usage: '[COMMAND]',
      examples: ['help', 'help | where topic = Filters'],
      offer: offerNames,
      run: (call) => {
        if (call.args.length > 0) return readManual(all(), call.args, call.session.aliases);
        const listed = topics.flatMap((topic) => all().filter((command) => command.topic === topic));
        const records = listed.map((command) => ({ command: command.name, does: command.summary, topic: command.topic }));
        return succeed({ table: makeTable(helpFields, records), view: 'help' });
      },
    },
    {
      ...own,
      name: 'man',
      summary: 'print the manual of a command, or of the line editor (man readline)',
      usage: 'COMMAND',
      examples: ['man where', 'man readline'],
      offer: offerNames,
      run: ({ args, session }) => {
        if (args.length === 0) return fail({ code: 'bad_argument', message: 'man needs a command. For example: man where' });
        return readManual(all(), args, session.aliases);
      },
    },
  ];
}

const screenCommands: readonly Command[] = [
  {
    ...own,
    name: 'history',
    summary: 'list the lines typed before; -c forgets them',
    usage: '[-c]',
    options: [{ flag: '-c', meaning: 'forget all of them' }],
    details: ['They are saved in this browser only. A line that begins with a space is not saved.'],
    effect: 'acts',
    run: ({ args, session }) => {
      if (args.includes('-c')) return succeed({ table: lineTable(['Forgotten.']), effects: [{ kind: 'clear-history' }] });
      return succeed({ table: lineTable(session.history.map((line, place) => `${String(place + 1).padStart(4)}  ${line}`)) });
    },
  },
  {
    ...own,
    name: 'echo',
    summary: 'print its words',
    usage: '[WORD…]',
    run: ({ args }) => succeed({ table: lineTable([args.join(' ')]) }),
  },
  {
    ...own,
    name: 'clear',
    summary: 'empty the screen (Ctrl+L)',
    usage: '',
    effect: 'acts',
    run: () => succeed({ table: lineTable([]), effects: [{ kind: 'clear' }] }),
  },
];

const aliasCommands: readonly Command[] = [
  {
    ...own,
    name: 'alias',
    summary: 'give a line a short name, or list those given',
    usage: '[NAME=LINE]',
    details: ['They last until the page is left.'],
    examples: ["alias rust='projects | where stack ~ rust'"],
    effect: 'acts',
    run: ({ args, session }) => {
      if (args.length === 0) return succeed({ table: lineTable([...session.aliases].map(([name, line]) => `${name}='${line}'`)) });
      const match = /^([a-z][\w-]*)=(.+)$/is.exec(args.join(' '));
      if (match === null)
        return fail({ code: 'bad_argument', message: "alias needs NAME=LINE. For example: alias rust='projects | where stack ~ rust'" });
      const [, name = '', line = ''] = match;
      return succeed({ table: lineTable([]), effects: [{ kind: 'set-alias', name, line }] });
    },
  },
  {
    ...own,
    name: 'unalias',
    summary: 'take a short name away again',
    usage: 'NAME',
    effect: 'acts',
    offer: ({ session }) => [...session.aliases.keys()],
    run: ({ args: [name = ''], session }) => {
      if (!session.aliases.has(name))
        return fail({ code: 'bad_argument', message: `no alias “${name}”${suggestion(name, [...session.aliases.keys()])}` });
      return succeed({ table: lineTable([]), effects: [{ kind: 'drop-alias', name }] });
    },
  },
];

function readManual(all: readonly Command[], args: readonly string[], aliases: ReadonlyMap<string, string>) {
  const name = args.join(' ').toLowerCase();
  if (name === 'readline') return succeed({ table: lineTable(keyManual), view: 'document' });
  const command = all.find((known) => known.name === name);
  if (command === undefined) {
    return fail({
      code: 'unknown_command',
      message: `no manual for “${name}”${suggestion(
        name,
        all.map((known) => known.name),
      )}`,
    });
  }
  const short = [...aliases].filter(([, line]) => line.split(/\s/)[0] === name).map(([alias, line]) => `${alias}='${line}'`);
  return succeed({ table: lineTable(manual(command, short)), view: 'document' });
}
