import { useEffect, useRef, useState } from 'react';

/** A formula; until its code is there, and where nobody can read it as one, its text. The code comes with the first formula. */
export function NoteMath({ text, isBlock }: { readonly text: string; readonly isBlock: boolean }) {
  const host = useRef<HTMLSpanElement>(null);
  const [stage, setStage] = useState<'waits' | 'drawn' | 'refused'>('waits');
  useEffect(() => {
    let isGone = false;
    void import('./draw-math.ts')
      .then(({ drawMath }) => host.current !== null && !isGone && drawMath(host.current, text, isBlock))
      .catch(() => false)
      .then((isDrawn) => {
        if (!isGone) setStage(isDrawn ? 'drawn' : 'refused');
      });
    return () => {
      isGone = true;
    };
  }, [text, isBlock]);
  return (
    <>
      <span ref={host} hidden={stage !== 'drawn'} className={isBlock ? 'block' : undefined} />
      {stage === 'drawn' ? null : (
        <code translate="no" title={stage === 'refused' ? 'This formula cannot be drawn' : undefined}>
          {text}
        </code>
      )}
    </>
  );
}
