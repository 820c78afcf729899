import { ArrowElbowDownLeftIcon } from '@phosphor-icons/react/dist/ssr/ArrowElbowDownLeft';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { Spinner } from '../spinner.tsx';
import type { CommandHistory } from './command-history.ts';
import { answerKey } from './command-line-keys.ts';
import { EngravedEdge } from './engraved-edge.tsx';
import type { TerminalField, TranscriptLine } from './transcript.ts';
import { TranscriptLog } from './transcript-log.tsx';

type TerminalScreenProps = {
  /** Names the terminal to those who do not see it. */
  readonly label: string;
  readonly lines: readonly TranscriptLine[];
  readonly field: TerminalField;
  readonly onSubmit: (text: string) => void;
  /** Esc, or Ctrl+C where no text is selected. */
  readonly onCancel: () => void;
  /** Present at a command line only: Tab and the arrow keys get their terminal meaning. */
  readonly commandLine?: {
    readonly commands: readonly string[];
    readonly history: CommandHistory;
    readonly onCandidates: (names: readonly string[]) => void;
  };
  /** What a question shows besides words: a picture, a list. */
  readonly children?: ReactNode;
  /** Buttons that answer without typing. */
  readonly actions?: ReactNode;
};

/**
 * A terminal that is a form underneath: a transcript (`role="log"`) and one labelled input at a time, which browsers,
 * password managers and one-time-code fill can read. What is typed is submitted and forgotten.
 */
export function TerminalScreen({ label, lines, field, onSubmit, onCancel, commandLine, children, actions }: TerminalScreenProps) {
  const input = useRef<HTMLInputElement>(null);
  const isFirstField = useRef(true);
  // Where the arrow keys are in the history, until a line is submitted.
  const walked = useRef<CommandHistory>(undefined);
  const fieldId = field.id;
  const busy = field.busy === true;

  useEffect(() => {
    // On a touch screen the first focus would only raise the keyboard over the page.
    const wanted = !isFirstField.current || window.matchMedia('(pointer: fine)').matches;
    if (!busy && fieldId !== '' && wanted) input.current?.focus({ preventScroll: isFirstField.current });
    if (!busy) isFirstField.current = false;
  }, [fieldId, busy]);

  return (
    <section
      aria-label={label}
      className="overflow-hidden rounded-card border border-hairline bg-surface font-mono text-sm leading-relaxed"
      onKeyDown={(event) => {
        if (!wantsCancel(event)) return;
        if (input.current !== null) input.current.value = '';
        onCancel();
      }}
    >
      <EngravedEdge />
      <TranscriptLog lines={lines} short={children !== undefined} />
      {children === undefined ? null : <div className="border-t border-hairline px-5 py-5 md:px-7">{children}</div>}
      <form
        className="border-t border-hairline px-5 py-4 md:px-7"
        // The terminal says itself what is wrong with an answer; the browser's own bubble would cover the transcript.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const text = input.current?.value ?? '';
          if (busy) return;
          if (input.current !== null) input.current.value = '';
          walked.current = undefined;
          onSubmit(text);
        }}
      >
        <TerminalInput
          key={fieldId}
          field={field}
          input={input}
          onKeyDown={(event) => {
            if (commandLine === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
            const line = event.currentTarget;
            const answer = answerKey(event.key, line.value, walked.current ?? commandLine.history, commandLine.commands);
            if (answer === undefined) return;
            event.preventDefault();
            walked.current = answer.history;
            if (answer.text !== undefined) line.value = answer.text;
            if (answer.candidates.length > 0) commandLine.onCandidates(answer.candidates);
          }}
        />
        {actions === undefined ? null : <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 empty:hidden">{actions}</div>}
      </form>
    </section>
  );
}

type TerminalInputProps = {
  readonly field: TerminalField;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

function TerminalInput({ field, input, onKeyDown }: TerminalInputProps) {
  const { id, label, prompt, hint, username, busy = false } = field;
  const inputId = `terminal-${id}`;
  const hintId = `${inputId}-hint`;
  return (
    <>
      <label htmlFor={inputId} className="font-sans text-sm text-muted">
        {label}
      </label>
      {username === undefined ? null : (
        // Tells password managers whose password the field below is for.
        <input
          type="email"
          name="username"
          autoComplete="username"
          defaultValue={username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
      )}
      <div className="-mx-2 mt-1 flex items-center gap-3 rounded-control px-2 outline-verdigris has-[input:focus-visible]:outline-2">
        <span aria-hidden="true" translate="no" className="shrink-0 text-copper select-none">
          {prompt}
        </span>
        <input
          ref={input}
          id={inputId}
          type={field.type}
          name={field.name}
          autoComplete={field.autocomplete}
          inputMode={field.inputMode}
          maxLength={field.maxLength}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          readOnly={busy}
          aria-busy={busy}
          aria-describedby={hint === undefined ? undefined : hintId}
          className="min-h-11 min-w-0 flex-1 bg-transparent text-base text-ink caret-copper outline-none md:text-sm"
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          aria-disabled={busy}
          className="target -mr-2 inline-grid place-items-center rounded-control text-muted hover:text-copper"
        >
          {busy ? <Spinner label="Working" /> : <Icon drawing={ArrowElbowDownLeftIcon} label="Enter" />}
        </button>
      </div>
      {hint === undefined ? null : (
        <p id={hintId} className="mt-1 font-sans text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  );
}

function wantsCancel(event: KeyboardEvent): boolean {
  if (event.key === 'Escape') return true;
  // With text selected, Ctrl+C copies it.
  return event.key === 'c' && event.ctrlKey && !event.metaKey && !event.altKey && !hasSelection();
}

function hasSelection(): boolean {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement && active.selectionStart !== active.selectionEnd) return true;
  return (document.getSelection()?.toString() ?? '') !== '';
}
