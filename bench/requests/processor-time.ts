import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

/** What one process costs: a name, the process, and a request that is sent to it again and again. */
export type Target = {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The status that a good answer has. */
  readonly status: number;
};

/** Milliseconds of processor time for one request: the median of all rounds, and the best of them. */
export type Cost = { readonly medianMs: number; readonly bestMs: number };

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

/**
 * What a request costs the process that answers it. Targets take turns within each round, so that whatever else the machine does
 * meets them alike. The first round warms up and is not counted. Throws where an answer has another status.
 */
export async function measureCosts(targets: readonly Target[], rules: Rules): Promise<ReadonlyMap<string, Cost>> {
  const costs = new Map<string, number[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round <= rules.rounds; round += 1) {
    for (const target of targets) {
      const before = processorMsOf(target.pid);
      await askMany(target, rules);
      const cost = (processorMsOf(target.pid) - before) / rules.requests;
      if (round > 0) costs.get(target.name)?.push(cost);
    }
  }
  return new Map([...costs].map(([name, all]) => [name, { medianMs: medianOf(all), bestMs: Math.min(...all) }]));
}

async function askMany({ url, headers, status, name }: Target, { requests, connections }: Rules): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let begun = 0;
  const worker = async () => {
    while (begun < requests) {
      begun += 1;
      const given = await ask(agent, url, headers);
      if (given !== status) throw new Error(`${name} answered ${given}.`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
}

function ask(agent: Agent, url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end();
  });
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
