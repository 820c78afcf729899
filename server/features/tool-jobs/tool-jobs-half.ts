import { tools } from '@castellan/web/tool-registry';
import { toolList } from '../../tools/tool-list.ts';
import type { OpenHalf, ServerPorts } from '../server-half.ts';
import { createJobFunctions } from './job-functions.ts';
import { openJobRunner } from './job-runner.ts';
import { createJobStore } from './job-store.ts';
import { createReportFunctions } from './report-functions.ts';

type Ports = Pick<ServerPorts, 'database' | 'egress' | 'dns' | 'sockets' | 'tlsSessions' | 'clock' | 'randomBytes' | 'log'>;

/** Runs the tools of `server/tools` for the owner, as jobs, and keeps their reports. */
export function toolJobsHalf(ports: Ports): OpenHalf {
  const { database, clock, randomBytes, log } = ports;
  const store = createJobStore(database);
  const titles = new Map<string, string>(tools.map(({ id, title }) => [id, title]));
  const runner = openJobRunner({ store, tools: toolList, ports, log });
  return {
    functions: {
      ...createJobFunctions({ tools: toolList, titles, store, runner, clock }),
      ...createReportFunctions({ store, titles, clock, randomBytes }),
    },
    close: runner.close,
  };
}
