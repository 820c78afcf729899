import { ArrowElbowDownLeftIcon } from '@castellan/icons/arrows/arrow-elbow-down-left';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { mayTakeFocus } from '../../lib/is-framed.ts';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import { Spinner } from '../spinner.tsx';
import { EngravedEdge } from './engraved-edge.tsx';
import type { CommandLine, TerminalField, TranscriptLine } from './transcript.ts';
import { isOpening, type LogSize, TranscriptLog } from './transcript-log.tsx';
import { useCommandLine } from './use-command-line.tsx';

type TerminalScreenProps = {
  /** Names the terminal to those who do not see it. */
  readonly label: string;
  readonly lines: readonly TranscriptLine[];
  readonly field: TerminalField;
  readonly onSubmit: (text: string) => void;
  /** Esc, or Ctrl+C where no text is selected; hears what stood on the line. */
  readonly onCancel: (text: string) => void;
  /** Present at a command line only: Tab, the arrows and the keys of GNU readline get their terminal meaning. */
  readonly commandLine?: CommandLine | undefined;
  /** A line put into the input for the person to send; each new one replaces what stands there. */
  readonly draft?: string | undefined;
  /** How high the transcript is while nothing stands below it. */
  readonly size?: LogSize;
  /** What a question shows besides words: a picture, a list. */
  readonly children?: ReactNode;
  /** Buttons that answer without typing. */
  readonly actions?: ReactNode;
};

/**
 * A terminal that is a form underneath: a transcript (`role="log"`) and one labelled input at a time, which browsers,
 * password managers and one-time-code fill can read. What is typed is submitted and forgotten.
 */
export function TerminalScreen(props: TerminalScreenProps) {
  const { label, lines, field, onSubmit, onCancel, commandLine, draft, size = 'usual', children, actions } = props;
  const input = useRef<HTMLInputElement>(null);
  const { aids, searching, press, typed, take } = useCommandLine(input, commandLine);
  const busy = field.busy === true;
  useInputFocus(input, field.id, busy);
  useEffect(() => {
    if (draft === undefined || input.current === null) return;
    input.current.value = draft;
  }, [draft]);

  return (
    <section
      aria-label={label}
      className="overflow-clip rounded-card border border-hairline bg-surface font-mono text-sm leading-relaxed [font-variant-ligatures:none]"
      onKeyDown={(event) => {
        if (!wantsCancel(event)) return;
        const text = take();
        if (input.current !== null) input.current.value = '';
        onCancel(text);
      }}
    >
      <EngravedEdge />
      <TranscriptLog lines={lines} size={children === undefined ? size : 'short'} onPress={() => input.current?.focus()} />
      {children === undefined ? null : <div className="border-t border-hairline px-5 py-5 md:px-7">{children}</div>}
      <form
        // Below a greeting that is higher than the window the line stays in sight.
        className={classNames(
          'border-t border-hairline px-5 py-4 md:px-7',
          isOpening(lines, size) && 'max-md:sticky max-md:bottom-0 max-md:bg-surface',
        )}
        // The terminal says itself what is wrong with an answer; the browser's own bubble would cover the transcript.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          const text = take();
          if (input.current !== null) input.current.value = '';
          onSubmit(text);
        }}
      >
        <TerminalInput key={field.id} field={searching ? searchOf(field) : field} input={input} onKeyDown={press} onInput={typed} />
        {aids}
        {actions === undefined ? null : <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 empty:hidden">{actions}</div>}
      </form>
    </section>
  );
}

function searchOf(field: TerminalField): TerminalField {
  return { ...field, label: 'Search the history', prompt: '(search)' };
}

/** Puts the focus where the next answer is typed. */
function useInputFocus(input: RefObject<HTMLInputElement | null>, fieldId: string, busy: boolean): void {
  const isFirst = useRef(true);
  const focused = useRef('');
  useEffect(() => {
    if (busy || fieldId === '') return;
    // On a touch screen the first focus, and one that nobody asked for, would only raise the keyboard over the page.
    const asksAnew = !isFirst.current && focused.current !== fieldId;
    const isWelcome = window.matchMedia('(pointer: fine)').matches && mayTakeFocus();
    if (asksAnew || isWelcome) input.current?.focus({ preventScroll: isFirst.current });
    isFirst.current = false;
    focused.current = fieldId;
  }, [input, fieldId, busy]);
}

type TerminalInputProps = {
  readonly field: TerminalField;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onInput: () => void;
};

function TerminalInput({ field, input, onKeyDown, onInput }: TerminalInputProps) {
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
          onInput={onInput}
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
