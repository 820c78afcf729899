import type { OpenHalf, ServerPorts } from '../../../server/features/server-half.ts';
import { createQuietLog } from '../../../server/quiet-log.ts';
import { assess } from './assess.ts';
import { checkInventories } from './check-inventories.ts';
import { recordRound } from './refresh-round.ts';
import { searchThreats } from './search-threats.ts';
import { createSourceRest } from './source-rest.ts';
import { openThreatFeeds } from './threat-feeds.ts';
import {
  createAssessFunction,
  createLookFunction,
  createRefreshFunction,
  createSearchFunction,
  type ThreatWork,
} from './threat-functions.ts';
import { lookAtThreats } from './threat-picture.ts';
import { createThreatStore } from './threat-store.ts';

const feedNames = { kev: 'CISA KEV', epss: 'EPSS', feodo: 'Feodo Tracker', urlhaus: 'URLhaus' } as const;
type FeedName = keyof typeof feedNames;

/**
 * The server's part of Threat Monitor. Nothing is asked by itself: sources are asked while the owner looks, each at most as often
 * as it is told in `threat-feeds.ts`, and answers come from the last good copies.
 */
export function threatMonitorHalf({
  settings,
  egress,
  reads,
  clock,
  log: plainLog,
  rows,
}: Pick<ServerPorts, 'settings' | 'egress' | 'reads' | 'clock' | 'log' | 'rows'>): OpenHalf {
  const { osvUrl, vulnrichmentUrl } = settings.threats;
  const store = createThreatStore(rows);
  const feeds = openThreatFeeds(settings.threats, { egress, reads, store: store.feeds, clock });
  const rests = { osv: createSourceRest(clock), ssvc: createSourceRest(clock) };
  const isOff = { osv: osvUrl === undefined, ssvc: vulnrichmentUrl === undefined };
  const look = () => lookAtThreats({ feeds, store, clock, rests, isOff });
  const log = createQuietLog(plainLog, clock);
  const refresh: ThreatWork['refresh'] = async ({ isAskedFor, signal, say, round }) => {
    let done = 0;
    await say({ done: 0, doing: 'Querying the feeds' });
    const askings = (Object.keys(feedNames) as FeedName[]).map(async (name) => {
      const state = await feeds[name]?.refresh({ isAskedFor });
      if (state?.isAsked === true) round.asked.add(feedNames[name]);
      if (state?.isAsked === true && state.trouble !== undefined) round.failed.add(feedNames[name]);
      done += 1;
      await say({ done: done / 8, doing: `Queried ${feedNames[name]}` });
    });
    // Where the caller leaves, feeds that are being asked are still waited for: the log names them.
    await Promise.allSettled(askings);
    await Promise.all(askings);
    const sayOfOsv = (part: number, doing: string) => say({ done: 0.5 + part / 2, doing });
    const { hasFailed } = await checkInventories(
      { reads, store, clock, baseUrl: osvUrl, rest: rests.osv },
      { isAskedFor, signal, say: sayOfOsv, onAsk: () => round.asked.add('OSV') },
    );
    if (hasFailed) round.failed.add('OSV');
    await say({ done: 1, doing: 'Done' });
  };
  const work: ThreatWork = {
    clock,
    look,
    refresh,
    record: (...given) =>
      recordRound(rows, ...given).catch((error: Error) => log.warn('a round of asking was not recorded', { reason: error.message })),
    search: async (text) => {
      const { items, read } = await look();
      return searchThreats(feeds, text, new Map(items.map((item) => [item.id, item])), read);
    },
    assess: (cves, signal) => assess({ reads, store, clock, baseUrl: vulnrichmentUrl, rest: rests.ssvc }, cves, signal),
  };
  return {
    functions: {
      'threat-look': createLookFunction(work),
      'threat-refresh': createRefreshFunction(work),
      'threat-search': createSearchFunction(work),
      'threat-assess': createAssessFunction(work),
    },
  };
}
