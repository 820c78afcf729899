import { useSyncExternalStore } from 'react';
import type { ExportedFile } from '../../../domains/passport/export-file.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { createStore } from '../../../lib/store.ts';

/** How an export ended. */
export type ExportOutcome = { readonly kind: 'made'; readonly name: string; readonly file: ExportedFile } | { readonly kind: 'away' };

/** The page's one export: any button begins it, and one dialog says how it ended. */
type ExportRun = {
  /** Read so far; `undefined` while none is under way. */
  readonly rows: number | undefined;
  readonly outcome: ExportOutcome | undefined;
};

const idle: ExportRun = { rows: undefined, outcome: undefined };
const run = createStore(idle);

/** Saves everything but the vault as one file; one at a time. */
export function beginExport(): void {
  if (run.get().rows === undefined) void exportNow();
}

async function exportNow(): Promise<void> {
  run.set({ rows: 0, outcome: undefined });
  try {
    const [{ exportName, writeExport }, { createBlobSink }, { logExport }] = await Promise.all([
      import('../../../domains/passport/export-file.ts'),
      import('../../../domains/passport/file-sinks.ts'),
      import('../../../domains/passport/log-export.ts'),
    ]);
    const nowMs = browserTimer.nowMs();
    const name = exportName(nowMs);
    const { sink, file } = createBlobSink();
    const written = await writeExport({ nowMs, sink, tell: (rows) => run.set({ rows, outcome: undefined }) });
    if (written.ok) {
      saveFile({ name, content: file() });
      logExport('All data exported as JSON', { bytes: written.value.bytes, sha256: written.value.sha256 });
    }
    run.set({ rows: undefined, outcome: written.ok ? { kind: 'made', name, file: written.value } : { kind: 'away' } });
  } catch {
    run.set({ rows: undefined, outcome: { kind: 'away' } });
  }
}

/** The export as components see it. */
export function useDashboardExport(): ExportRun & { readonly begin: () => void; readonly dismiss: () => void } {
  const present = useSyncExternalStore(run.subscribe, run.get, () => idle);
  return { ...present, begin: beginExport, dismiss: () => run.set(idle) };
}
