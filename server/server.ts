import { systemClock } from '@castellan/foundation/clock';
import { createBackOff } from '@castellan/platform/core/back-off';
import { openDatabase, openPool } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { checkMigrations } from '@castellan/platform/core/migrate';
import { captureChanges } from '@castellan/platform/realtime/changes/capture-changes';
import { snapshotBeforeUpgrade } from './backups/before-upgrade.ts';
import { type Content, openContent } from './content.ts';
import { watchReadiness } from './database/database-readiness.ts';
import { watchDatabase } from './database/database-watch.ts';
import { migrationSources } from './database/migration-sources.ts';
import { openData } from './database/open-data.ts';
import { createEngravings, type Engravings } from './engravings/engravings.ts';
import { keepWishes } from './features/wishes/keep-wishes.ts';
import { byFramework } from './http/direct-answer.ts';
import { createHealthAnswer } from './http/health-answer.ts';
import { watchOutage } from './http/outage-page.ts';
import { acceptSockets } from './http/sockets.ts';
import { renewSetupSecret } from './owner/setup-secret.ts';
import type { Pages } from './pages/pages.ts';
import type { ServerRows } from './rows/server-rows.ts';
import { createSqlRows } from './rows/sql-rows.ts';
import type { Settings } from './settings.ts';
import { followKeys } from './start/follow-keys.ts';
import { listAnswers, resumeRules } from './start/list-answers.ts';
import { readOfferedRelease } from './start/offered-release.ts';
import { openEntrance } from './start/open-entrance.ts';
import { openForeign } from './start/open-foreign.ts';
import { type LiveFacts, openLiveFacts } from './start/open-live-facts.ts';
import { openMetrics } from './start/open-metrics.ts';
import { openPages } from './start/open-pages.ts';
import { openServices } from './start/open-services.ts';
import type { RunningServer, Start } from './start/start-steps.ts';
import { startWithProject } from './start/start-with-project.ts';
import { takeOpenings } from './start/take-openings.ts';

/**
 * Starts everything, in the order in which a mistake is cheapest to find: the port first, then the content, then the
 * data folder with its database, then the services. What was opened is closed again where a later step fails.
 */
export async function startServer(settings: Settings, log: Log, mode: 'production' | 'development'): Promise<RunningServer> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const start = { settings, log, mode, closers };
    return await (settings.project === undefined
      ? assemble(start, close)
      : startWithProject({ ...start, project: settings.project }, close));
  } catch (error) {
    await close();
    throw error;
  }
}

async function assemble(start: Start, close: () => Promise<void>): Promise<RunningServer> {
  const { settings, log, closers } = start;
  const openings = await takeOpenings(start);
  const entrance = await openEntrance(start);
  const { publicUrl } = entrance;
  const content = openContent(settings.contentFolder, log);
  const data = await openRows(start);
  const { database, local, forHalves, isDatabaseThere } = data;
  const rows = createSqlRows(local);
  await keepWishes(rows, content);
  const keys = followKeys(start, data.keys, openings);
  const foreign = openForeign(start);
  const live = await openLiveFacts(start, { content, reads: foreign.reads, keys, rows, publicUrl });
  const engravings = createEngravings({ ...content, log, onPortrait: () => pages.refresh() });
  const isOutageThere = watchOutage(isDatabaseThere);
  const offered = readOfferedRelease(start);
  const pages = await openPages(start, { entrance, content, engravings, keys, rows, live, isOutageThere, offered });
  void engravings.renew();
  followContent(start, { content, rows, pages, engravings, live });
  const { platform, functionNames, answers, directAnswers } = openServices(start, {
    database,
    rows,
    forHalves,
    foreign,
    keys,
    content,
    publicUrl,
    closedPage: pages.closedPage,
    openings,
  });
  await captureChanges(data.listensAt ?? data.address);
  await platform.start();
  closers.push(() => platform.stop());
  closers.push(acceptSockets(entrance.http, { backend: platform, settings, publicUrl, log }));
  const setupSecret = await renewSetupSecret(rows, systemClock.nowMs());
  const health = createHealthAnswer(watchReadiness(local, systemClock, checkMigrations(migrationSources)));
  const metrics = await openMetrics(start, { entrance, platform, pages, functionNames, database, local, forHalves });
  const listed = listAnswers(start, {
    backend: platform,
    ofHalves: [byFramework(health), ...answers, live.evidence.answer],
    directOfHalves: [health, ...metrics, ...directAnswers],
    content,
    engravings,
    pages,
    keys,
    publicUrl,
    isOutageThere,
    offered,
    resumeLimit: createBackOff({ queryable: database.auth, clock: systemClock, kind: 'resume', ...resumeRules }),
  });
  entrance.answerWith(listed.answers, listed.directAnswers);
  live.follow(pages);
  return {
    publicUrl: publicUrl(),
    setupLink: setupSecret === undefined ? undefined : `${publicUrl()}/auth-terminal#setup=${setupSecret}`,
    releaseLine: offered?.line,
    failed: data.databaseDied,
    stop: close,
  };
}

/** Opens the database and the connections to it. */
async function openRows({ settings, log, closers }: Start) {
  const data = await openData(settings, log, snapshotBeforeUpgrade(settings, log));
  closers.push(data.close);
  const onIdleError = (error: Error) => log.warn('idle database connection lost', { error });
  const database = openDatabase(data.address, onIdleError, data.listensAt);
  closers.push(database.close);
  const local = openPool(data.address, 'postgres', { max: 2, idleTimeoutMillis: 10_000 }, onIdleError);
  closers.push(() => local.end());
  // Of their own, so that a feature that waits for its turn does not hold up what the server itself writes.
  const forHalves = openPool(data.address, 'postgres', { max: 4, idleTimeoutMillis: 10_000 }, onIdleError);
  closers.push(() => forHalves.end());
  // The embedded database ends with this process, or ends it.
  const isDatabaseThere = settings.database === undefined ? async () => true : watchDatabase(local, systemClock);
  return { ...data, database, local, forHalves, isDatabaseThere };
}

/** Takes over what is saved in the content's folder. */
function followContent(
  { log, closers }: Start,
  {
    content,
    rows,
    pages,
    engravings,
    live,
  }: {
    readonly content: Content;
    readonly rows: ServerRows;
    readonly pages: Pages;
    readonly engravings: Engravings;
    readonly live: LiveFacts;
  },
): void {
  const takeOver = () => {
    pages.refresh();
    live.contentChanged();
    void engravings.renew();
    keepWishes(rows, content).catch((error: Error) => log.error('wishes and birthday not taken over', { error }));
  };
  closers.push(content.watch(takeOver));
}
