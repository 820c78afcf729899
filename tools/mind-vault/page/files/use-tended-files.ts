import { useEffect } from 'react';
import type { NoteFile } from '../../../../web/app/domains/notes/note-file.ts';
import type { CollectionState } from '../../../../web/app/domains/records/collection-state.ts';
import { beforeImport } from '../../../../web/app/domains/records/engine/hide-unfinished.ts';
import { tendStoredFiles } from '../../../../web/app/domains/vault/files/tend-stored-files.ts';

/** How often one page looks, in milliseconds. */
const betweenMs = 3_600_000;
let lookedAtMs = Number.NEGATIVE_INFINITY;

/**
 * Looks for stored files that no record names, once all records are here and fit: a record that cannot be read may name a file. Where
 * nobody answers, another visit does it.
 */
export function useTendedFiles({ status, link, rows, removed, unfinished, malformed, waiting }: CollectionState<NoteFile>): void {
  const isKnown = status === 'ready' && link === 'reachable' && waiting === 0 && malformed.length === 0;
  useEffect(() => {
    const nowMs = Date.now();
    if (!isKnown || nowMs - lookedAtMs < betweenMs) return;
    lookedAtMs = nowMs;
    void tendStoredFiles(namedFiles([...rows, ...removed, ...unfinished]), nowMs);
  }, [isKnown, rows, removed, unfinished]);
}

/** The stored files that records name: as they are, and as they were before an import that has not ended. */
export function namedFiles(records: readonly NoteFile[]): ReadonlySet<string> {
  return new Set(
    records.flatMap((record) => {
      const before = beforeImport(record)?.['object'];
      const former = typeof before === 'object' && before !== null && 'id' in before ? [String(before.id)] : [];
      return record.object === null ? former : [record.object.id, ...former];
    }),
  );
}
