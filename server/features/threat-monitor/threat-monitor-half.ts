import type { Queryable } from '@castellan/platform/core/database';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { assess } from './assess.ts';
import { checkInventories } from './check-inventories.ts';
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

const feedNames = { kev: 'CISA’s catalogue', epss: 'EPSS', feodo: 'Feodo Tracker', urlhaus: 'URLhaus' } as const;

/**
 * The server's part of Threat Monitor. Nothing is asked by itself: sources are asked while the owner looks, each at most as often
 * as it is told in `threat-feeds.ts`, and answers come from the last good copies.
 */
export function threatMonitorHalf({
  settings,
  egress,
  clock,
  database,
}: Pick<ServerPorts, 'settings' | 'egress' | 'clock'> & { readonly database: Queryable }): OpenHalf {
  const { osvUrl, vulnrichmentUrl } = settings.threats;
  const store = createThreatStore(database);
  const feeds = openThreatFeeds(settings.threats, { egress, store: store.feeds, clock });
  const rests = { osv: createSourceRest(clock), ssvc: createSourceRest(clock) };
  const isOff = { osv: osvUrl === undefined, ssvc: vulnrichmentUrl === undefined };
  const look = () => lookAtThreats({ feeds, store, clock, rests, isOff });
  const work: ThreatWork = {
    clock,
    look,
    refresh: async ({ isAskedFor, signal, say }) => {
      const names = Object.keys(feedNames) as (keyof typeof feedNames)[];
      let asked = 0;
      await say({ done: 0, doing: 'Asking the feeds' });
      await Promise.all(
        names.map(async (name) => {
          await feeds[name]?.refresh({ isAskedFor });
          asked += 1;
          await say({ done: asked / 8, doing: `Asked ${feedNames[name]}` });
        }),
      );
      const sayOfOsv = (done: number, doing: string) => say({ done: 0.5 + done / 2, doing });
      await checkInventories({ egress, store, clock, baseUrl: osvUrl, rest: rests.osv }, { isAskedFor, signal, say: sayOfOsv });
      await say({ done: 1, doing: 'Done' });
    },
    search: async (text) => {
      const { items } = await look();
      return searchThreats(feeds, text, new Map(items.map((item) => [item.id, item])));
    },
    assess: (cves, signal) => assess({ egress, store, clock, baseUrl: vulnrichmentUrl, rest: rests.ssvc }, cves, signal),
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
