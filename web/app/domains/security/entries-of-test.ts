import type { LogEntry } from './log-entry.ts';

/** A line of the log for tests, at a moment that no bucket boundary is near. */
export function entryOfTest(change: Partial<LogEntry> = {}): LogEntry {
  const id = change.id ?? 'a';
  return {
    kind: 'log',
    key: `log:${id}`,
    id,
    atMs: Date.parse('2026-11-21T12:00:10Z'),
    type: 'app_activity',
    description: 'Opened notes',
    success: true,
    address: '192.0.2.1',
    addressVerified: true,
    userAgent: 'curl/8.1',
    pageUrl: undefined,
    sessionId: 's1',
    reportedBy: 'client',
    sequence: 1,
    metadata: {},
    repeats: 1,
    raw: {},
    ...change,
  };
}
