import { type EditorMemory, editLine, freshMemory, isEditingKey, searchHistory, sharedStart } from './edit-line.ts';
import type { CommandLine } from './transcript.ts';

/** What a command line shows beside its text. */
export type LineAids = {
  /** What fits where the cursor stands; `chosen` is the one that Tab put into the line. */
  readonly candidates: readonly string[];
  readonly chosen: number | undefined;
  /** Set while the history is searched: what was typed for it is in the input, this is the line found. */
  readonly search: { readonly found: string | undefined } | undefined;
  /** Tab found nothing. */
  readonly nothing: boolean;
};

export const noAids: LineAids = { candidates: [], chosen: undefined, search: undefined, nothing: false };

/** Gives an input the keys of GNU readline. It keeps no text of its own: the input's is the truth. */
export type LineController = {
  /** Whether the key had a meaning here; then the browser must not give it another one. */
  readonly press: (key: string) => boolean;
  /** Something was typed that is no key of the editor. */
  readonly typed: () => void;
  /** The line that Enter runs, and an editor as if nothing had been typed; kills are kept. */
  readonly take: () => string;
};

/** As much of an input as is edited, so that a test can hand in its own. */
type EditedInput = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'setSelectionRange'>;

type Search = { readonly before: string; place: number; found: number | undefined };
type Cycle = {
  readonly start: number;
  readonly typed: string;
  readonly rest: string;
  readonly candidates: readonly string[];
  chosen: number;
};

/** What the parts of a controller share: the input, what is offered for it, and what stands beside it. */
type Line = {
  readonly input: EditedInput;
  readonly commandLine: () => CommandLine;
  readonly show: (aids: LineAids) => void;
  readonly write: (text: string, cursor: number) => void;
  /** Ends search and completion. */
  readonly rest: () => void;
};

/** A controller of one input. `show` is told whenever what stands beside the line changes. */
export function createLineController(input: EditedInput, commandLine: () => CommandLine, show: (aids: LineAids) => void): LineController {
  let memory: EditorMemory = freshMemory;
  const write = (text: string, cursor: number) => {
    input.value = text;
    input.setSelectionRange(cursor, cursor);
  };
  const rest = () => {
    completion.close();
    search.close();
    show(noAids);
  };
  const line: Line = { input, commandLine, show, write, rest };
  const search = createHistorySearch(line);
  const completion = createCompletion(line);

  const edit = (key: string): boolean => {
    if (!isEditingKey(key)) return false;
    rest();
    const cursor = input.selectionStart ?? input.value.length;
    const edited = editLine(key, { text: input.value, cursor }, memory, commandLine().history);
    ({ memory } = edited);
    write(edited.line.text, edited.line.cursor);
    return true;
  };

  return {
    press: (key) => {
      if (search.isOpen()) return search.press(key);
      if (key === 'Tab') return completion.press();
      if (key === 'C-r') {
        search.open();
        return true;
      }
      if (key === 'C-l') {
        commandLine().onClear();
        return true;
      }
      if (key === 'Escape' && completion.isOpen()) {
        rest();
        return true;
      }
      if (edit(key)) return true;
      memory = { ...memory, last: undefined };
      return false;
    },
    typed: () => {
      completion.allowAgain();
      memory = { ...memory, last: undefined };
      if (search.isOpen()) search.begin();
      else rest();
    },
    take: () => {
      const taken = search.isOpen() ? (search.found() ?? '') : input.value;
      memory = { ...freshMemory, killed: memory.killed };
      completion.allowAgain();
      rest();
      return taken;
    },
  };
}

/** The search of the history for what is typed, from the newest line on. */
function createHistorySearch({ input, commandLine, show, write, rest }: Line) {
  let search: Search | undefined;
  const found = () => (search?.found === undefined ? undefined : commandLine().history[search.found]);

  const look = (from: number) => {
    if (search === undefined) return;
    const place = searchHistory(commandLine().history, input.value, from);
    if (place !== undefined) search.place = place;
    search.found = place ?? (input.value === '' ? undefined : search.found);
    show({ ...noAids, search: { found: place === undefined ? undefined : found() } });
  };
  const accept = (text: string) => {
    rest();
    write(text, text.length);
  };
  return {
    isOpen: () => search !== undefined,
    found,
    open: () => {
      rest();
      search = { before: input.value, place: commandLine().history.length, found: undefined };
      write('', 0);
      show({ ...noAids, search: { found: undefined } });
    },
    /** What is searched for was changed. */
    begin: () => {
      if (search === undefined) return;
      search.place = commandLine().history.length;
      look(search.place);
    },
    press: (key: string): boolean => {
      if (search === undefined) return false;
      if (key === 'C-r') look(search.place);
      else if (key === 'C-g' || key === 'C-c') accept(search.before);
      else if (['Escape', 'Tab', 'up', 'down', 'C-a', 'C-e'].includes(key)) accept(found() ?? search.before);
      else return false;
      return true;
    },
    close: () => {
      search = undefined;
    },
  };
}

/** What Tab does: it completes as far as is sure, and then goes through what fits. */
function createCompletion({ input, commandLine, show, write, rest }: Line) {
  let cycle: Cycle | undefined;
  // A Tab that completes nothing leaves the field the next time: a terminal must not be a trap for the keyboard.
  let deadEnd: string | undefined;

  const put = (open: Cycle, text: string) =>
    write(open.rest.slice(0, open.start) + text + open.rest.slice(open.start), open.start + text.length);
  const goRound = (open: Cycle): boolean => {
    open.chosen += 1;
    const candidate = open.candidates[open.chosen];
    if (candidate === undefined) {
      // All were seen: what was typed stands again, and the next Tab leaves.
      put(open, open.typed);
      deadEnd = input.value;
      rest();
      return true;
    }
    put(open, candidate);
    show({ ...noAids, candidates: open.candidates, chosen: open.chosen });
    return true;
  };
  const complete = async (text: string, cursor: number) => {
    const offered = await commandLine().complete(text.slice(0, cursor));
    if (input.value !== text) return;
    if (offered === undefined) {
      deadEnd = text;
      show({ ...noAids, nothing: true });
      return;
    }
    const { start, candidates } = offered;
    const typed = text.slice(start, cursor);
    const after = text.slice(cursor);
    const [only] = candidates;
    const open: Cycle = { start, typed, rest: text.slice(0, start) + after, candidates, chosen: -1 };
    if (candidates.length === 1 && only !== undefined) {
      put(open, only.endsWith('/') || after.startsWith(' ') ? only : `${only} `);
      if (input.value === text) deadEnd = text;
      return show(noAids);
    }
    const shared = sharedStart(candidates);
    const known = shared.length > typed.length ? shared : typed;
    put(open, known);
    cycle = { ...open, typed: known };
    show({ ...noAids, candidates });
  };
  return {
    isOpen: () => cycle !== undefined,
    press: (): boolean => {
      const cursor = input.selectionStart ?? input.value.length;
      if (cycle !== undefined) return goRound(cycle);
      if (input.value.slice(0, cursor).trim() === '' || input.value === deadEnd) return false;
      void complete(input.value, cursor);
      return true;
    },
    /** The line was changed: where Tab found nothing before, it looks again. */
    allowAgain: () => {
      deadEnd = undefined;
    },
    close: () => {
      cycle = undefined;
    },
  };
}
