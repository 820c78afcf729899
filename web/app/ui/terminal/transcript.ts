import type { ReactNode } from 'react';

/** How a line of a transcript is drawn; `echo` repeats what was typed behind its prompt. */
export type TranscriptTone = 'echo' | 'plain' | 'muted' | 'success' | 'warning' | 'failure';

/** One line of a transcript. */
export type TextLine = {
  readonly id: number;
  readonly tone: TranscriptTone;
  readonly text: string;
  /** Stands before an echoed line. */
  readonly prompt?: string;
};

/** An answer that is more than a line of text: a table, a picture. */
export type DrawnLine = { readonly id: number; readonly tone: 'drawn'; readonly drawing: ReactNode };

/** One entry of a transcript. Its id never changes, so that it is announced once. */
export type TranscriptLine = TextLine | DrawnLine;

/** What a terminal asks for at the moment: one real input with everything a browser and its helpers need to fill it. */
export type TerminalField = {
  /** Changes whenever something else is asked, so that nothing typed for one question stays for the next. */
  readonly id: string;
  readonly label: string;
  /** The visible text before the cursor. */
  readonly prompt: string;
  readonly type: 'text' | 'email' | 'password';
  readonly name: string;
  readonly autocomplete: string;
  readonly inputMode: 'text' | 'email' | 'numeric' | 'none';
  readonly maxLength: number;
  readonly hint?: string;
  /** The account a password belongs to, for password managers. */
  readonly username?: string;
  /** Set while the answer is awaited: the field stays in place and takes nothing. */
  readonly busy?: boolean;
};

/** What makes an input a command line: the lines typed before, and what Tab can make of the text before the cursor. */
export type CommandLine = {
  readonly history: readonly string[];
  /** `candidates` may stand in place of the text from `start` to the cursor. */
  readonly complete: (before: string) => Promise<{ readonly start: number; readonly candidates: readonly string[] } | undefined>;
  /** Ctrl+L. */
  readonly onClear: () => void;
};
