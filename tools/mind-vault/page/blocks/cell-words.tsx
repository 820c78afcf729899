import { type MouseEvent, useMemo } from 'react';
import type { NoteInline } from '../../../../web/app/domains/notes/shown/note-block.ts';
import { NoteReading } from '../reading/note-reading.tsx';

type CellWordsProps = Omit<Parameters<typeof NoteReading>[0], 'blocks' | 'onTick'> & {
  readonly parts: readonly NoteInline[];
  readonly onWrite: () => void;
};

/** What a cell says; a press anywhere but on a link writes in it. */
export function CellWords({ parts, onWrite, ...reading }: CellWordsProps) {
  const blocks = useMemo(() => [{ kind: 'paragraph' as const, from: 0, to: 0, content: parts }], [parts]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button below the table does the same for the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div
      className="note-cell"
      onClick={(event: MouseEvent) => {
        if (event.target instanceof Element && event.target.closest('a, button') === null) onWrite();
      }}
    >
      <NoteReading blocks={blocks} {...reading} onTick={undefined} />
    </div>
  );
}
