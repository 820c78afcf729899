import { useSyncExternalStore } from 'react';
import type { ExportedFile } from '../../../domains/passport/export-file.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** How an export ended. */
export type ExportOutcome = { readonly kind: 'made'; readonly name: string; readonly file: ExportedFile } | { readonly kind: 'away' };

/** The page's one export: any button begins it, and one dialog says how it ended. */
type ExportRun = {
  /** Read so far; `undefined` while none is under way. */
  readonly rows: number | undefined;
  readonly outcome: ExportOutcome | undefined;
};

const idle: ExportRun = { rows: undefined, outcome: undefined };
let run = idle;
const listeners = new Set<() => void>();

function change(next: ExportRun): void {
  run = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Saves everything but the vault as one file; one at a time. */
export function beginExport(): void {
  if (run.rows === undefined) void exportNow();
}

async function exportNow(): Promise<void> {
  change({ rows: 0, outcome: undefined });
  try {
    const [{ exportName, writeExport }, { createBlobSink }] = await Promise.all([
      import('../../../domains/passport/export-file.ts'),
      import('../../../domains/passport/file-sinks.ts'),
    ]);
    const nowMs = browserTimer.nowMs();
    const name = exportName(nowMs);
    const { sink, file } = createBlobSink();
    const written = await writeExport({ nowMs, sink, tell: (rows) => change({ rows, outcome: undefined }) });
    if (written.ok) saveFile({ name, content: file() });
    change({ rows: undefined, outcome: written.ok ? { kind: 'made', name, file: written.value } : { kind: 'away' } });
  } catch {
    change({ rows: undefined, outcome: { kind: 'away' } });
  }
}

/** The export as components see it. */
export function useDashboardExport(): ExportRun & { readonly begin: () => void; readonly dismiss: () => void } {
  const present = useSyncExternalStore(
    subscribe,
    () => run,
    () => idle,
  );
  return { ...present, begin: beginExport, dismiss: () => change(idle) };
}
