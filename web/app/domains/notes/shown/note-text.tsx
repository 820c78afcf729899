import { readFrontMatter } from '@castellan/notes/front-matter';
import { useMemo } from 'react';
import { NoteBlocks } from './note-blocks.tsx';
import { readBlocks } from './read-blocks.ts';

/** Lines and characters that are read: a list shows the beginnings of its notes. So many cost no time, whatever they say. */
const maxLines = 12;
const maxLength = 900;

/** The beginning of a note's text as it reads, for a list of notes: without its properties, and with nothing in it that leads anywhere. */
export function NoteText({ text }: { readonly text: string }) {
  const { blocks, isWhole } = useMemo(() => {
    const body = text.slice(readFrontMatter(text).end).trim();
    const begin = beginningOf(body);
    return { blocks: readBlocks(begin), isWhole: begin.length === body.length };
  }, [text]);
  if (blocks.length === 0) return null;
  return (
    <div className="note-text mt-1">
      <NoteBlocks blocks={blocks} />
      {isWhole ? null : <p>…</p>}
    </div>
  );
}

function beginningOf(text: string): string {
  const begin = text.split('\n', maxLines).join('\n').trimEnd();
  if (begin.length <= maxLength) return begin;
  const cut = begin.slice(0, maxLength);
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  // Text without a gap ends between two characters, and not within one.
  return end > 0 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, '');
}
