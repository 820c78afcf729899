import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { BackendFailure } from '../../lib/backend-failure.ts';
import { browserTimer } from '../../lib/clock.ts';
import { isHostedProject } from '../../lib/stored-session.ts';
import { loadLogSummary } from './security-log.ts';

/** Milliseconds between two looks at the status (spec §9). */
export const statusPollMs = 30_000;

/** How the database stands. */
export type DatabaseStatus = {
  readonly connected: boolean;
  /** Both tables answer. */
  readonly tablesReady: boolean;
  readonly total: number | undefined;
  readonly failed: number | undefined;
  /** From the question to the answer, as this browser saw it. */
  readonly latencyMs: number | undefined;
  readonly checkedAtMs: number;
};

/** Asks the tables and the totals once. Never fails: an outage is an answer. */
export async function checkDatabase(): Promise<DatabaseStatus> {
  const startedAtMs = browserTimer.nowMs();
  // Whoever asks how it stands now is not kept waiting for a second try.
  const logs = await askTable((client) => client.from('activity_logs').select('id').limit(1).retry(false), z.array(z.unknown()));
  const latencyMs = browserTimer.nowMs() - startedAtMs;
  const isAnswer = logs.ok || logs.failure.code !== 'backend_unreachable';
  if (!isAnswer) {
    return {
      connected: false,
      tablesReady: false,
      total: undefined,
      failed: undefined,
      latencyMs: undefined,
      checkedAtMs: browserTimer.nowMs(),
    };
  }
  const [notifications, summary] = await Promise.all([
    askTable((client) => client.from('notifications').select('id').limit(1), z.array(z.unknown())),
    loadLogSummary(undefined, 1),
  ]);
  return {
    connected: true,
    tablesReady: logs.ok && notifications.ok,
    total: summary.ok ? summary.value.total : undefined,
    failed: summary.ok ? summary.value.failed : undefined,
    latencyMs,
    checkedAtMs: browserTimer.nowMs(),
  };
}

/** 'Local' for the embedded backend, 'Prod' for a hosted one, which the page names. */
export function databaseEnvironment(): 'Local' | 'Prod' {
  return isHostedProject() ? 'Prod' : 'Local';
}

/** Writes a test row; its words name the second, so that a second test is no repetition of the first. */
export async function writeTestLog(): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }> {
  const written = await askTable(
    (client) =>
      client.from('activity_logs').insert({
        activity_type: 'test_connection',
        activity_description: `Connection test at ${new Date(browserTimer.nowMs()).toISOString()}`,
        page_url: window.location.origin + window.location.pathname,
      }),
    z.unknown(),
  );
  return written.ok ? { ok: true } : { ok: false, reason: reasonOf(written.failure) };
}

function reasonOf(failure: BackendFailure): string {
  switch (failure.code) {
    case 'backend_unreachable':
      return 'Cannot connect to the backend';
    case 'unauthorized':
      return 'this session may not write to the log';
    case 'rate_limited':
      return `too many requests, wait ${failure.retryAfterSeconds} s`;
    case 'refused':
      return `the backend refused it (${failure.reason})`;
    case 'answer_unreadable':
      return 'the backend answered in an unknown form';
  }
}
