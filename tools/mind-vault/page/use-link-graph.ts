import type { VaultFile } from '@castellan/notes/resolve-link';
import { useEffect, useMemo, useState } from 'react';
import type { Note } from '../../../web/app/domains/notes/note.ts';
import { type LinkGraph, linkGraph } from '../../../web/app/domains/notes/vault-notes.ts';
import { noteSearch } from './find-notes.ts';

/** How long texts are read at a stretch, in milliseconds, before keys and pictures have their turn. */
const stretchMs = 8;

/**
 * How the notes hang together, once all of their texts have been read; `undefined` until then. Thousands of notes are read piece by
 * piece after the page is drawn, for links and for the search; later only what changed is.
 */
export function useLinkGraph(notes: readonly Note[], files: readonly VaultFile[] | undefined): LinkGraph | undefined {
  const [read, setRead] = useState<readonly Note[]>();
  useEffect(() => {
    let at = 0;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const go = () => {
      const until = performance.now() + stretchMs;
      for (; at < notes.length && performance.now() < until; at += 1) {
        const note = notes[at];
        if (note !== undefined) noteSearch.prepare(note);
      }
      if (at < notes.length) waiting = setTimeout(go);
      else setRead(notes);
    };
    waiting = setTimeout(go);
    return () => clearTimeout(waiting);
  }, [notes]);
  return useMemo(() => (read === undefined ? undefined : linkGraph(read, files)), [read, files]);
}
