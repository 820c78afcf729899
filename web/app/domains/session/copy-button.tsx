import { CheckIcon } from '@castellan/icons/signs/check';
import { CopyIcon } from '@castellan/icons/signs/copy';
import { useEffect, useState } from 'react';
import { copyText } from '../../lib/clipboard.ts';
import { browserTimer } from '../../lib/clock.ts';
import { QuietButton } from '../../ui/button.tsx';

/** How long the button says what it did (spec §4). */
const feedbackMs = 2000;

/** A way to the clipboard. */
export type Copy = (text: string) => Promise<{ readonly ok: boolean }>;

type CopyButtonProps = {
  readonly text: string;
  /** Another way to the clipboard than the plain one. */
  readonly copy?: Copy | undefined;
  readonly children: string;
};

/** Copies a text and says for two seconds whether that worked. */
export function CopyButton({ text, copy = copyText, children }: CopyButtonProps) {
  const [feedback, setFeedback] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (feedback === 'idle') return undefined;
    return browserTimer.after(feedbackMs, () => setFeedback('idle'));
  }, [feedback]);
  const words = { idle: children, copied: 'Copied!', refused: 'Copy it by hand' };
  return (
    <>
      <QuietButton
        className="with-script"
        icon={feedback === 'copied' ? CheckIcon : CopyIcon}
        onClick={() => {
          void copy(text).then(({ ok }) => setFeedback(ok ? 'copied' : 'refused'));
        }}
      >
        {words[feedback]}
      </QuietButton>
      <span role="status" className="sr-only">
        {feedback === 'idle' ? '' : words[feedback]}
      </span>
    </>
  );
}
