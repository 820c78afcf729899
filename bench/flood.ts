/**
 * `npm run bench -- flood`: what the owner and a visitor wait for while a stranger floods the site: with made-up queries, addresses,
 * tokens of reports and short links, over 30, 60 and 200 connections; beside it what they wait for at rest, right before. The
 * flood comes from a thread of its own and from an address of its own, as fast as it is answered.
 */
import { Agent, request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { makeDataFolder, startTestServer } from '../tests/support/running-server.ts';
import { signInNewOwner } from './signed-in-owner.ts';
import { writeTable } from './written-table.ts';

/** What is asked for in a flood; each number is a request. */
const floods: Readonly<Record<string, (number: number) => string>> = {
  'queries (`/?q=N`)': (number) => `/?q=${number}`,
  'addresses without a page (`/made-up-N`)': (number) => `/made-up-${number}`,
  'reports (`/r/N`)': (number) => `/r/${number}`,
  'short links (`/s/N`)': (number) => `/s/${number}`,
};
const connectionCounts = [30, 60, 200];
const probes = 60;
/** Between two probes, so that they see the flood and not a gap in it. */
const pauseMs = 15;
/** Loopback is a whole network on Linux; elsewhere the flood shares its address with the probes. */
const floodAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
/** How much longer than at rest an answer may take. */
const maxTimes = 2;

const floodSchema = z.object({ url: z.string(), name: z.string(), connections: z.number() });

if (isMainThread) await measure();
else await flood(floodSchema.parse(workerData));

/** In its own thread: asks until it is told to end, and then tells how many answers came. */
async function flood({ url, name, connections }: z.infer<typeof floodSchema>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: floodAddress });
  const addressOf = floods[name] ?? (() => '/');
  let isOver = false;
  let count = 0;
  parentPort?.once('message', () => {
    isOver = true;
  });
  const worker = async () => {
    while (!isOver) {
      count += 1;
      await ask(agent, url + addressOf(count), { 'accept-encoding': 'br' });
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  parentPort?.postMessage(count);
  parentPort?.close();
}

async function measure(): Promise<void> {
  const data = makeDataFolder();
  const server = await startTestServer(data.path, { LOG_LEVEL: 'error' });
  try {
    const { client, headers } = await signInNewOwner(server.url, data.path);
    for (let task = 0; task < 20; task += 1) {
      const written = await client.from('tasks').insert({ title: `Task ${task}` });
      if (written.error !== null) throw new Error(written.error.message);
    }
    const probeBoth = async () => ({
      tasks: await medianMs(`${server.url}/rest/v1/tasks?select=*&order=created_at.desc&limit=50`, headers),
      home: await medianMs(`${server.url}/`, { 'accept-encoding': 'br' }),
    });
    await probeBoth();
    const rows: string[] = [];
    for (const name of Object.keys(floods)) {
      for (const connections of connectionCounts) {
        // Right before, so that both see the same machine.
        const rest = await probeBoth();
        const { answered, probed } = await underFlood({ url: server.url, name, connections }, probeBoth);
        const isMet = (['tasks', 'home'] as const).every((what) => probed[what] <= rest[what] * maxTimes);
        const cells = [
          name,
          String(connections),
          `${answered.toFixed(0)}/s`,
          compare(rest.tasks, probed.tasks),
          compare(rest.home, probed.home),
          isMet ? 'yes' : 'no',
        ];
        rows.push(`| ${cells.join(' | ')} |`);
        console.log(rows.at(-1));
      }
    }
    const table = `| Flood | Connections | Answered | Owner's \`GET /rest/v1/tasks\`: at rest, in the flood | Kept \`/\`: at rest, in the flood | Both within × ${maxTimes} |\n| --- | --- | --- | --- | --- | --- |\n${rows.join('\n')}`;
    console.log(table);
    if (process.argv.includes('--write')) writeTable('flood', 'npm run bench -- flood --write', table);
  } finally {
    await server.stop();
    data.remove();
  }
}

function compare(restMs: number, floodMs: number): string {
  return `${restMs.toFixed(1)} ms, ${floodMs.toFixed(1)} ms (× ${(floodMs / restMs).toFixed(1)})`;
}

async function underFlood<Value>(given: z.infer<typeof floodSchema>, probe: () => Promise<Value>) {
  const begunMs = performance.now();
  const worker = new Worker(new URL(import.meta.url), { workerData: given });
  const ended = new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  // The flood is there before anything is measured in it.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const probed = await probe();
  worker.postMessage('end');
  return { answered: (await ended) / ((performance.now() - begunMs) / 1000), probed };
}

/** The median of as many answers, one after the other over one connection. */
async function medianMs(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  for (let probe = 0; probe < probes; probe += 1) {
    const begunMs = performance.now();
    if ((await ask(agent, url, headers)) !== 200) throw new Error(`${url} was not answered with 200.`);
    taken.push(performance.now() - begunMs);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  agent.destroy();
  return taken.toSorted((left, right) => left - right)[probes / 2] ?? 0;
}

/** Asks, reads the answer to its end and tells its status; 0 where none came. */
function ask(agent: Agent, url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end();
  });
}
