import { useMemo } from 'react';
import { Blocks } from '../../writing/blocks.tsx';
import { blocksOfNote } from './blocks-of-note.ts';

/** The beginning of a note's text as it reads, for a list of notes. Its line breaks are kept. */
export function NoteText({ text }: { readonly text: string }) {
  const blocks = useMemo(() => blocksOfNote(text), [text]);
  if (blocks.length === 0) return null;
  return (
    <div className="written-text mt-1 wrap-anywhere [&>*+*]:mt-2">
      <Blocks blocks={blocks} below={2} />
    </div>
  );
}
