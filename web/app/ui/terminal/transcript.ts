/** How a line of a transcript is drawn; `echo` repeats what was typed behind its prompt. */
export type TranscriptTone = 'echo' | 'plain' | 'muted' | 'success' | 'warning' | 'failure';

/** One line of a transcript. */
export type TranscriptLine = {
  readonly id: number;
  readonly tone: TranscriptTone;
  readonly text: string;
  /** Stands before an echoed line. */
  readonly prompt?: string;
};

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
