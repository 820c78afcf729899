import { useEffect, useState } from 'react';
import type { ColouredCode } from '../../../../web/app/domains/writing/coloured-code.ts';
import '../../../../web/app/domains/writing/text.css';

/** A block of code in its colours, where its language is known. What colours it comes with the first code that names a language. */
export function NoteCode({ text, language }: { readonly text: string; readonly language: string }) {
  const [coloured, setColoured] = useState<{ readonly of: string; readonly pieces: ColouredCode['pieces'] }>();
  useEffect(() => {
    if (language === '') return;
    let isGone = false;
    import('../../../../web/app/domains/writing/colour-code.ts').then(
      ({ colourCode }) => {
        const [block] = colourCode([{ kind: 'code', text, language }]);
        if (!isGone && block?.kind === 'coloured-code') setColoured({ of: text, pieces: block.pieces });
      },
      // Without its colours it reads as well.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [text, language]);
  if (coloured?.of !== text) return text;
  return coloured.pieces.map(([style, piece], at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
    <span key={at} className={style === '' ? undefined : `code-${style}`}>
      {piece}
    </span>
  ));
}
