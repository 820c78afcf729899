import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { withDescendants } from '../memory.ts';

/** What one process costs: a name, the process, and a request that is sent to it again and again. */
export type Target = {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON that is sent, by POST; `undefined`: nothing, by GET. */
  readonly body?: string | undefined;
  /** The status that a good answer has. */
  readonly status: number;
};

/** Milliseconds of processor time for one request: the median of all rounds, and the best of them. */
export type Cost = { readonly medianMs: number; readonly bestMs: number };

/** What it costs the process itself, and what came of it: the database's processes. */
export type Costs = { readonly own: Cost; readonly database: Cost };

type Rules = {
  readonly rounds: number;
  /** Requests of one target in a round. */
  readonly requests: number;
  /** Requests under way at once. */
  readonly connections: number;
};

/** A tick of `/proc/PID/stat`, in milliseconds; Linux has had no other one for programs. */
const tickMs = 10;

/** Processor time that a process has used with all its threads, in milliseconds, to ten. Linux alone. */
export function processorMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in the second field may hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** The same of the processes that came of it. One that ended since is not in it. */
function descendantsMsOf(pid: number): number {
  return withDescendants(pid).reduce((sum, id) => {
    try {
      return id === pid ? sum : sum + processorMsOf(id);
    } catch {
      return sum;
    }
  }, 0);
}

/**
 * What a request costs the process that answers it. Targets take turns within each round, so that whatever else the machine does
 * meets them alike. The first round warms up and is not counted. Throws where an answer has another status.
 */
export async function measureCosts(targets: readonly Target[], rules: Rules): Promise<ReadonlyMap<string, Costs>> {
  const costs = new Map(targets.map(({ name }) => [name, { own: [] as number[], database: [] as number[] }]));
  for (let round = 0; round <= rules.rounds; round += 1) {
    for (const target of targets) {
      const before = { own: processorMsOf(target.pid), database: descendantsMsOf(target.pid) };
      await askMany(target, rules);
      const kept = costs.get(target.name);
      if (round === 0) continue;
      kept?.own.push((processorMsOf(target.pid) - before.own) / rules.requests);
      kept?.database.push((descendantsMsOf(target.pid) - before.database) / rules.requests);
    }
  }
  const costOf = (all: readonly number[]) => ({ medianMs: medianOf(all), bestMs: Math.min(...all) });
  return new Map([...costs].map(([name, { own, database }]) => [name, { own: costOf(own), database: costOf(database) }]));
}

async function askMany({ url, headers, body, status, name }: Target, { requests, connections }: Rules): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let begun = 0;
  const worker = async () => {
    while (begun < requests) {
      begun += 1;
      const given = await ask(agent, url, headers, body);
      if (given !== status) throw new Error(`${name} answered ${given}.`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
}

function ask(agent: Agent, url: string, headers: Readonly<Record<string, string>>, body: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? {} : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
    const sent = request(url, { agent, headers, ...method }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
