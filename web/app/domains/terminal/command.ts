import type { Result } from '@castellan/foundation/result';
import type { Table } from './table.ts';

/** Why a line has no answer, in a sentence for the one who typed it. */
export type CommandFailure = {
  readonly code: 'bad_syntax' | 'unknown_command' | 'bad_argument' | 'unknown_field' | 'no_such_path' | 'not_a_filter' | 'not_available';
  readonly message: string;
};

/** What a command wants done outside; the kernel itself changes nothing. */
export type Effect =
  | { readonly kind: 'navigate'; readonly path: string }
  | { readonly kind: 'open'; readonly address: string }
  | { readonly kind: 'theme'; readonly theme: 'dark' | 'light' | 'toggle' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'clear-history' }
  | { readonly kind: 'change-folder'; readonly path: string }
  | { readonly kind: 'set-alias'; readonly name: string; readonly line: string }
  | { readonly kind: 'drop-alias'; readonly name: string };

/** What a command gives back: records, how they are best drawn when nothing follows, and what it wants done. */
export type Answer = {
  readonly table: Table;
  /** `document` is Markdown in lines; anything else names a drawing that the surface knows. Absent: a table, or plain lines. */
  readonly view?: string;
  /** Kinds of sealed records that it was made of, such as `notes`; absent where it holds none. Whatever a pipe makes of it holds them too. */
  readonly sealed?: readonly string[];
  /** A sentence that belongs beneath it, such as what could not be read. */
  readonly remark?: string;
  readonly effects?: readonly Effect[];
};

/** What a command may know besides its arguments. */
export type Session = {
  /** The folder that paths start from; begins with `/`. */
  readonly folder: string;
  readonly aliases: ReadonlyMap<string, string>;
  /** Lines typed before, the oldest first. */
  readonly history: readonly string[];
};

/** One call of a command. */
export type Call = {
  readonly args: readonly string[];
  /** What the command before it in the pipe gave; absent at the start. */
  readonly input: Table | undefined;
  /** The commands before it in the pipe, the first one first: where its input comes from. */
  readonly before?: readonly string[];
  /** Kinds of sealed records that the input was made of. */
  readonly sealed?: readonly string[];
  readonly session: Session;
};

/** What is offered for a word while it is typed. A trailing `/` goes on, everything else ends the word. */
export type Offer = (typed: { readonly args: readonly string[]; readonly word: string; readonly session: Session }) => readonly string[];

/** Everything that is known of one command: what it does, what `man` says, and what Tab offers. */
export type Command = {
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** What follows the name, such as `FIELD [-r]`; empty where nothing does. */
  readonly usage: string;
  /** Further paragraphs of the manual. */
  readonly details?: readonly string[];
  readonly examples?: readonly string[];
  readonly options?: readonly { readonly flag: string; readonly meaning: string }[];
  /** `reads` only answers; `acts` changes something, and so never runs from a link. */
  readonly effect: 'reads' | 'acts';
  /** `source` begins a pipe, `filter` works on what comes through one, `either` does both. */
  readonly place: 'source' | 'filter' | 'either';
  /** Under which heading `help` lists it. */
  readonly topic: 'Assistant' | 'Records' | 'Content' | 'Filters' | 'Files' | 'Terminal' | 'Ways out' | 'Tools';
  readonly offer?: Offer;
  /** Offers the fields of what comes through the pipe. */
  readonly offersFields?: true;
  readonly run: (call: Call) => Result<Answer, CommandFailure> | Promise<Result<Answer, CommandFailure>>;
};
