import { useSyncExternalStore } from 'react';
import type { DashboardExport } from '../../../domains/overview/dashboard-export.ts';
import { browserTimer } from '../../../lib/clock.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** How an export ended. */
export type ExportOutcome = { readonly kind: 'made'; readonly made: DashboardExport } | { readonly kind: 'away' };

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

/** Saves tasks, notes and logs as one file; one at a time. */
export function beginExport(): void {
  if (run.rows === undefined) void exportNow();
}

async function exportNow(): Promise<void> {
  change({ rows: 0, outcome: undefined });
  try {
    const { exportDashboard } = await import('../../../domains/overview/dashboard-export.ts');
    const exported = await exportDashboard(browserTimer.nowMs(), (rows) => change({ rows, outcome: undefined }));
    if (exported.ok) saveFile({ name: exported.value.name, content: exported.value.file });
    change({ rows: undefined, outcome: exported.ok ? { kind: 'made', made: exported.value } : { kind: 'away' } });
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
