import { CheckIcon } from '@phosphor-icons/react/dist/ssr/Check';
import { WarningIcon } from '@phosphor-icons/react/dist/ssr/Warning';
import { XIcon } from '@phosphor-icons/react/dist/ssr/X';
import { useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconDrawing } from '../icon.tsx';
import type { TranscriptLine, TranscriptTone } from './transcript.ts';

type Mark = { readonly colour: string; readonly drawing?: IconDrawing };

const marks: Readonly<Record<Exclude<TranscriptTone, 'echo'>, Mark>> = {
  plain: { colour: 'text-ink' },
  muted: { colour: 'text-muted' },
  success: { colour: 'text-verdigris', drawing: CheckIcon },
  warning: { colour: 'text-amber', drawing: WarningIcon },
  failure: { colour: 'text-carmine', drawing: XIcon },
};

type TranscriptLogProps = {
  readonly lines: readonly TranscriptLine[];
  /** Leaves the room to what stands below it. */
  readonly short: boolean;
};

/** What a terminal said and was told, announced as it grows, with the newest line in sight. */
export function TranscriptLog({ lines, short }: TranscriptLogProps) {
  const element = useRef<HTMLDivElement>(null);
  const newest = lines.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined || short) element.current?.scrollTo({ top: element.current.scrollHeight });
  }, [newest, short]);
  return (
    <div
      ref={element}
      role="log"
      aria-live="polite"
      aria-label="Transcript"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
      tabIndex={0}
      className={classNames(
        'flex flex-col gap-1 overflow-y-auto px-5 py-5 md:px-7',
        short ? 'max-h-36 md:max-h-44' : 'max-h-[min(28rem,46svh)] min-h-40 md:min-h-52',
      )}
    >
      {lines.map((line) =>
        line.tone === 'echo' ? <Echo key={line.id} line={line} /> : <Said key={line.id} mark={marks[line.tone]} text={line.text} />,
      )}
    </div>
  );
}

function Echo({ line }: { readonly line: TranscriptLine }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap text-ink">
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
