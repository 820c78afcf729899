import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import './progress.css';

type ProgressBarProps = {
  /** What is under way. */
  readonly label: string;
  readonly done: number;
  /** 0 while nobody knows how much there is. */
  readonly total: number;
};

/** How far work is. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return <progress className="progress-bar" aria-label={label} {...(total <= 0 ? {} : { value: Math.min(done, total), max: total })} />;
}

type ProgressProps = ProgressBarProps & {
  /** Said beside the bar; without it the part that is done, in percent. */
  readonly text?: ReactNode;
  readonly stop?: { readonly label: string; readonly onStop: () => void; readonly tone?: 'ghost' | 'quiet' };
};

/** How far long work is, in a bar and in words, and the way to stop it. */
export function Progress({ label, done, total, text, stop }: ProgressProps) {
  const percent = total <= 0 ? `${label} …` : `${label} ${Math.floor((Math.min(done, total) / total) * 100)} %`;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <ProgressBar label={label} done={done} total={total} />
      <span className="font-mono text-sm text-muted tabular-nums">{text ?? percent}</span>
      {stop === undefined ? null : (
        <Button tone={stop.tone ?? 'ghost'} onClick={stop.onStop}>
          {stop.label}
        </Button>
      )}
    </div>
  );
}
