import { CheckIcon } from '@castellan/icons/signs/check';
import { WarningIcon } from '@castellan/icons/signs/warning';
import { XIcon } from '@castellan/icons/signs/x';
import { useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconDrawing } from '../icon.tsx';
import type { TextLine, TranscriptLine, TranscriptTone } from './transcript.ts';

type Mark = { readonly colour: string; readonly drawing?: IconDrawing };

const marks: Readonly<Record<Exclude<TranscriptTone, 'echo'>, Mark>> = {
  plain: { colour: 'text-ink' },
  muted: { colour: 'text-muted' },
  success: { colour: 'text-verdigris', drawing: CheckIcon },
  warning: { colour: 'text-amber', drawing: WarningIcon },
  failure: { colour: 'text-carmine', drawing: XIcon },
};

/** How high a transcript is: `short` leaves the room to what stands below it, `tall` fills most of the screen. */
export type LogSize = 'short' | 'usual' | 'tall';

const heights: Readonly<Record<LogSize, string>> = {
  short: 'max-h-36 md:max-h-44',
  usual: 'max-h-[min(28rem,46svh)] min-h-40 md:min-h-52',
  // On a phone what floats at the window's foot has room below the lines to press.
  tall: 'h-[max(14rem,100svh-31rem)] md:h-[max(20rem,100svh-25rem)]',
};

/** On a phone the greeting of a tall terminal is as high as it is, so that all of it is read before anything was typed. */
const openingHeight = 'min-h-56 md:h-[max(20rem,100svh-25rem)]';

/** Nothing but the greeting stands in a tall terminal. */
export function isOpening(lines: readonly TranscriptLine[], size: LogSize): boolean {
  return size === 'tall' && lines.length === 1;
}

type TranscriptLogProps = {
  readonly lines: readonly TranscriptLine[];
  readonly size: LogSize;
  /** A press on the transcript that neither selects text nor meets something of its own. */
  readonly onPress: () => void;
};

/** What a terminal said and was told, announced as it grows, with the newest answer in sight from its beginning. */
export function TranscriptLog({ lines, size, onPress }: TranscriptLogProps) {
  const element = useRef<HTMLDivElement>(null);
  const newest = lines.at(-1)?.id;
  useEffect(() => {
    const log = element.current;
    if (log === null || (newest === undefined && size !== 'short')) return;
    const echoes = log.querySelectorAll<HTMLElement>('[data-echo]');
    const lastEcho = echoes.item(echoes.length - 1);
    const end = log.scrollHeight - log.clientHeight;
    // An answer longer than the window is read from its first line, so that line must not have scrolled away.
    log.scrollTo({ top: lastEcho === null ? (size === 'tall' ? 0 : end) : Math.min(end, lastEcho.offsetTop - 12) });
  }, [newest, size]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only a shorter way for the mouse; the input is one Tab away.
    <div
      ref={element}
      role="log"
      aria-live="polite"
      aria-label="Transcript"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
      tabIndex={0}
      className={classNames(
        'relative flex flex-col gap-1 overflow-y-auto px-5 py-5 md:px-7',
        isOpening(lines, size) ? openingHeight : heights[size],
      )}
      onClick={(event) => {
        const onControl = event.target instanceof Element && event.target.closest('a, button, [tabindex="0"]:not([role="log"])') !== null;
        if (!onControl && (document.getSelection()?.toString() ?? '') === '' && window.matchMedia('(pointer: fine)').matches) onPress();
      }}
    >
      {lines.map((line) => {
        if (line.tone === 'drawn') return <div key={line.id}>{line.drawing}</div>;
        if (line.tone === 'echo') return <Echo key={line.id} line={line} />;
        return <Said key={line.id} mark={marks[line.tone]} text={line.text} />;
      })}
    </div>
  );
}

function Echo({ line }: { readonly line: TextLine }) {
  return (
    <p data-echo="" className="mt-3 wrap-anywhere whitespace-pre-wrap text-ink first:mt-0">
      <span className="text-copper">{line.prompt} </span>
      {line.text}
    </p>
  );
}

function Said({ mark, text }: { readonly mark: Mark; readonly text: string }) {
  return (
    <p className={classNames('flex items-start gap-2.5', mark.colour)}>
      {mark.drawing === undefined ? null : <Icon drawing={mark.drawing} className="mt-0.5" />}
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{text}</span>
    </p>
  );
}
