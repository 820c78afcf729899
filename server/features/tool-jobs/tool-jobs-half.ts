import { tools } from '@castellan/tools/registry';
import { toolList } from '../../tools/tool-list.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createEngagementFunctions } from './engagement-functions.ts';
import { createJobFunctions } from './job-functions.ts';
import { openJobRunner } from './job-runner.ts';
import { createJobStore } from './job-store.ts';
import { createKeyedAsking } from './keyed/ask-keyed-sources.ts';
import { createSourceKeyFunctions } from './keyed/source-key-functions.ts';
import { createSourceKeyStore } from './keyed/source-key-store.ts';
import { createReportFunctions, missRules } from './report-functions.ts';
import { createScheduleFunctions } from './schedule-functions.ts';
import { createScheduleStore } from './schedule-store.ts';
import { createSharedReportAnswer } from './shared-report-answer.ts';

type Ports = Pick<
  ServerPorts,
  'rows' | 'runTool' | 'reads' | 'settings' | 'keys' | 'clock' | 'randomBytes' | 'log' | 'sharedWindow' | 'closedPage'
>;

/** Runs the tools of `server/tools/tool-list.ts` for the owner, as jobs, by itself where they are scheduled, and keeps their reports. */
export function toolJobsHalf(ports: Ports): OpenHalf {
  const { rows, runTool, reads, settings, keys, clock, randomBytes, log, sharedWindow, closedPage } = ports;
  const store = createJobStore(rows);
  const titles = new Map<string, string>(tools.map(({ id, title }) => [id, title]));
  const misses = sharedWindow(missRules);
  const schedules = createScheduleStore(rows);
  const sourceKeys = createSourceKeyStore({ rows, keys, clock, randomBytes });
  const askKeyed = createKeyedAsking({ store: sourceKeys, reads, urls: settings.sourceUrls });
  const runner = openJobRunner({ store, schedules, tools: toolList, runTool, askKeyed, clock, log });
  return {
    functions: {
      ...createJobFunctions({ tools: toolList, titles, store, runner, clock }),
      ...createSourceKeyFunctions({ tools: toolList, store: sourceKeys, clock }),
      ...createEngagementFunctions({ tools: toolList, titles, store, clock }),
      ...createScheduleFunctions({ tools: toolList, titles, schedules, clock }),
      ...createReportFunctions({ tools: toolList, store, titles, clock, misses, randomBytes }),
    },
    directAnswers: [createSharedReportAnswer({ store, misses, closedPage })],
    close: runner.close,
  };
}
