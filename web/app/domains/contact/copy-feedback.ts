import { useEffect, useState } from 'react';
import { copyText } from '../../lib/clipboard.ts';
import { browserTimer } from '../../lib/clock.ts';

/** Milliseconds for which a control says that it copied (spec §9). */
export const copyFeedbackMs = 2_000;

/** A copy action with its feedback: `copied` is true for 2000 ms after each success. `onRefused` hears where the browser forbids it. */
export function useCopyFeedback(onRefused: (value: string) => void): {
  readonly copied: boolean;
  readonly copy: (value: string) => Promise<boolean>;
} {
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return undefined;
    return browserTimer.after(copyFeedbackMs, () => setCopiedAt(undefined));
  }, [copiedAt]);
  const copy = async (value: string) => {
    const done = await copyText(value);
    if (done.ok) setCopiedAt(browserTimer.nowMs());
    else {
      // biome-ignore lint/suspicious/noConsole: a refused copy is logged (spec §8).
      console.error('copying failed', done.failure.code);
      onRefused(value);
    }
    return done.ok;
  };
  return { copied: copiedAt !== undefined, copy };
}
