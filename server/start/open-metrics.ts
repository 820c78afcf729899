import type { Database } from '@castellan/platform/core/database';
import type { Platform } from '@castellan/platform/platform';
import type pg from 'pg';
import type { DirectAnswer } from '../http/direct-answer.ts';
import type { Pages } from '../pages/pages.ts';
import type { Entrance } from './open-entrance.ts';
import type { Start } from './start-steps.ts';

type Given = {
  readonly entrance: Entrance;
  readonly platform: Platform;
  readonly pages: Pages;
  readonly functionNames: readonly string[];
  readonly database: Database;
  readonly local: pg.Pool;
  readonly forHalves: pg.Pool;
};

/** What answers `/metrics`: nothing where no token is set, and nothing is measured then. */
export async function openMetrics({ settings, log }: Start, given: Given): Promise<readonly DirectAnswer[]> {
  const { metricsToken } = settings;
  if (metricsToken === undefined) return [];
  // Most servers measure nothing, and need not keep in memory what does.
  const [{ createMetrics }, { createMetricsAnswer }] = await Promise.all([
    import('../metrics/metrics.ts'),
    import('../metrics/metrics-answer.ts'),
  ]);
  const { entrance, platform, pages, functionNames, database, local, forHalves } = given;
  const { requests, strangers, auth, realtime } = database;
  const metrics = createMetrics({
    known: { functions: new Set(functionNames), pages: pages.firstParts },
    pools: { requests, strangers, auth, realtime, server: local, features: forHalves },
    sockets: platform.realtime.connectionCount,
    rows: local,
    auth,
    log,
  });
  entrance.tellAnswered(metrics.count);
  return [createMetricsAnswer(metrics, metricsToken)];
}
