import type { ReactNode } from 'react';
import type { Effect, Session } from '../../domains/terminal/command.ts';
import { createSerialQueue } from '../../lib/serial-queue.ts';
import { createSignal } from '../../lib/store.ts';
import type { StoredValue } from '../../lib/stored-values.ts';
import type { TextLine, TranscriptLine } from '../../ui/terminal/transcript.ts';
import { withLine } from './line-history.ts';
import type { SiteShell } from './site-shell.tsx';

/** What the terminal shows and knows at a moment. */
export type SiteTerminalState = {
  readonly lines: readonly TranscriptLine[];
  readonly session: Session;
  readonly busy: boolean;
  /** A line put into the input, waiting for Enter. */
  readonly draft: string | undefined;
  /** The last line that answered with records to go on with, and their fields. */
  readonly lastTable: { readonly line: string; readonly fields: readonly string[] } | undefined;
};

/** What changes something outside: going away, the theme. */
export type OuterEffect = Extract<Effect, { readonly kind: 'navigate' | 'open' | 'theme' }>;

export type SiteTerminalPorts = {
  readonly loadShell: () => Promise<SiteShell>;
  readonly perform: (effect: OuterEffect) => void;
  readonly storedLines: Pick<StoredValue<readonly string[]>, 'read' | 'write' | 'clear'>;
};

/** The public terminal while it is on screen. */
export type SiteTerminal = {
  readonly read: () => SiteTerminalState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads what this browser remembers. */
  readonly open: () => void;
  /** Runs a line as typed. Lines run one after the other. */
  readonly run: (line: string) => Promise<void>;
  /** A line that came with a link: runs if it only reads, and waits in the input otherwise. */
  readonly runLinked: (line: string) => Promise<void>;
  /** The line is given up. */
  readonly cancel: (text: string) => void;
  readonly clear: () => void;
  /** Adds to the transcript what no line answered by itself: what a command says while it runs. */
  readonly print: (line: Omit<TextLine, 'id'> | { readonly tone: 'drawn'; readonly drawing: ReactNode }) => void;
  readonly complete: (before: string) => ReturnType<SiteShell['complete']>;
};

/** The words before the cursor: where one is in the tree of files. */
export function promptOf(folder: string): string {
  return folder === '/' ? '~ $' : `~${folder} $`;
}

type Printed = Parameters<SiteTerminal['print']>[0];

/** What is on the screen, and how it changes. */
function createScreen(opening: ReactNode, ports: SiteTerminalPorts) {
  let state: SiteTerminalState = {
    lines: [{ id: 0, tone: 'drawn', drawing: opening }],
    session: { folder: '/', aliases: new Map(), history: [] },
    busy: false,
    draft: undefined,
    lastTable: undefined,
  };
  const changes = createSignal();
  let nextId = 1;

  const change = (part: Partial<SiteTerminalState>) => {
    state = { ...state, ...part };
    changes.tell();
  };
  const say = (...added: readonly Printed[]) => {
    const lines = added.map((line): TranscriptLine => {
      nextId += 1;
      return { ...line, id: nextId };
    });
    change({ lines: [...state.lines, ...lines].slice(-maxLines) });
  };
  const echo = (line: string) => say({ tone: 'echo', prompt: promptOf(state.session.folder), text: line });
  const remember = (line: string) => {
    const history = withLine(state.session.history, line);
    change({ session: { ...state.session, history } });
    ports.storedLines.write(history);
  };
  const settle = (effect: Effect) => {
    const { session } = state;
    const aliases = new Map(session.aliases);
    switch (effect.kind) {
      case 'clear':
        return change({ lines: [], lastTable: undefined });
      case 'clear-history':
        ports.storedLines.clear();
        return change({ session: { ...session, history: [] } });
      case 'change-folder':
        return change({ session: { ...session, folder: effect.path } });
      case 'set-alias':
        return change({ session: { ...session, aliases: aliases.set(effect.name, effect.line) } });
      case 'drop-alias':
        aliases.delete(effect.name);
        return change({ session: { ...session, aliases } });
      default:
        return ports.perform(effect);
    }
  };

  return { read: () => state, subscribe: changes.subscribe, change, say, echo, remember, settle };
}

/** Makes a terminal that shows `opening` and waits. */
export function createSiteTerminal(opening: ReactNode, ports: SiteTerminalPorts): SiteTerminal {
  const { read, subscribe, change, say, echo, remember, settle } = createScreen(opening, ports);
  const inTurn = createSerialQueue();
  let shell: SiteShell | undefined;
  let given: SiteShell['aliases'] | undefined;
  const load = async (): Promise<SiteShell | undefined> => {
    if (shell !== undefined && shell.isCurrent?.() !== false) return shell;
    change({ busy: true });
    try {
      shell = await ports.loadShell();
      const own = [...read().session.aliases].filter(([name, line]) => given?.get(name) !== line);
      given = shell.aliases;
      change({ busy: false, session: { ...read().session, aliases: new Map([...given, ...own]) } });
      return shell;
    } catch {
      change({ busy: false });
      return undefined;
    }
  };
  const runNow = async (typed: string): Promise<void> => {
    change({ draft: undefined });
    if (typed.trim() === '') return echo('');
    const loaded = await load();
    if (loaded === undefined) {
      echo(typed);
      return say({ tone: 'failure', text: 'The commands could not be loaded. Check the connection and try again.' });
    }
    const expanded = loaded.expand(typed, read().session);
    echo(expanded.ok ? expanded.value : typed);
    if (!expanded.ok) return say({ tone: 'failure', text: expanded.failure.message });
    const line = expanded.value;
    remember(line);
    const ran = await loaded.run(line.trim(), read().session);
    if (!ran.ok) return say({ tone: 'failure', text: ran.failure.message });
    const answer = ran.value;
    if (answer === undefined) return;
    for (const effect of answer.effects ?? []) settle(effect);
    const { rows, fields } = answer.table;
    if (rows.length === 0 && (answer.effects ?? []).length > 0) return;
    const lastTable = fields.length > 1 && rows.length > 1 ? { line: line.trim(), fields: fields.map(({ name }) => name) } : undefined;
    if (answer.view !== printed) say({ tone: 'drawn', drawing: loaded.draw(answer, line.trim(), (next) => void run(next)) });
    change({ lastTable });
  };
  const run = (line: string) => inTurn(() => runNow(line));

  return {
    read,
    subscribe,
    open: () => change({ session: { ...read().session, history: ports.storedLines.read() ?? [] } }),
    run,
    runLinked: (line) =>
      inTurn(async () => {
        const loaded = await load();
        // Neither the visitor's short names nor their history may change what someone else's line means.
        const bare: Session = { folder: '/', aliases: new Map(), history: [] };
        if (loaded?.onlyReads(line, bare) === true && loaded.expand(line, bare).ok) return runNow(line);
        say({ tone: 'warning', text: 'The link brought the line below. It runs when you press Enter.' });
        change({ draft: line });
      }),
    cancel: (text) => {
      if (text !== '') say({ tone: 'echo', prompt: promptOf(read().session.folder), text: `${text}^C` });
      change({ draft: undefined });
    },
    clear: () => settle({ kind: 'clear' }),
    print: say,
    complete: async (before) => (await load())?.complete(before, read().session),
  };
}

/** The view of an answer that was printed while its command ran. */
export const printed = 'printed';

/** Entries kept on screen; the oldest go first. */
const maxLines = 300;
