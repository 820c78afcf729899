/**
 * `npm run bench -- requests [OLDER-CHECKOUT]`: what a request costs the server's process in processor time, beside a bare
 * `node:http` in the same run and, where a folder is named, beside the server of that checkout.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { writeTable } from '../written-table.ts';
import { type Cost, measureCosts, type Target } from './processor-time.ts';

const url = 'https://example.org/talk';
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const rows = '/rest/v1/activity_logs?select=id,activity_type,activity_description,created_at&order=created_at.desc&limit=50';

type Kind = {
  readonly what: string;
  readonly path: string;
  readonly body?: string;
  readonly status: number;
  readonly limitMs: number;
  readonly databaseLimitMs?: number;
  readonly requests: number;
  readonly isOwners: boolean;
};

/** What is asked, how dear it may be in milliseconds, and how often a round asks it. */
const kinds: readonly Kind[] = [
  { what: 'redirect of a short link, counted', path: '/s/talk', status: 302, limitMs: 0.12, requests: 10_000, isOwners: false },
  { what: '`/readyz`', path: '/readyz', status: 200, limitMs: 0.3, requests: 5000, isOwners: false },
  {
    what: '50 rows of 4 columns, as the owner',
    path: rows,
    status: 200,
    limitMs: 1,
    databaseLimitMs: 0.7,
    requests: 1500,
    isOwners: true,
  },
  {
    what: 'insert of a row, as the owner',
    path: '/rest/v1/tasks',
    body: '{"title":"A task"}',
    status: 201,
    limitMs: 1.6,
    databaseLimitMs: 1.6,
    requests: 1000,
    isOwners: true,
  },
];

const root = join(import.meta.dirname, '..', '..');
const older = process.argv.slice(3).find((argument) => !argument.startsWith('--'));
const servers = await Promise.all([openServer(root, ''), ...(older === undefined ? [] : [openServer(older, ', before')])]);
const bare = await openBare();
try {
  const lines: string[] = [];
  for (const kind of kinds) {
    const targets = [...servers.map(({ targetOf }) => targetOf(kind)), bare.target];
    const costs = await measureCosts(targets, { rounds: 7, requests: kind.requests, connections: 16 });
    const of = (name: string) => costs.get(name);
    const ours = of(kind.what);
    const before = of(`${kind.what}, before`);
    lines.push(
      `| ${kind.what}: the server | ${written(ours?.own)} | ${written(before?.own)} | ${written(of(bare.target.name)?.own)} | ${verdict(ours?.own, kind.limitMs)} |`,
    );
    if (kind.databaseLimitMs !== undefined) {
      lines.push(
        `| ${kind.what}: PostgreSQL | ${written(ours?.database)} | ${written(before?.database)} | | ${verdict(ours?.database, kind.databaseLimitMs)} |`,
      );
    }
  }
  const table = `| Processor time of a request, median of 7 rounds (best) | Now | Before | bare node:http, a redirect | Limit | Met |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}`;
  console.log(table);
  if (process.argv.includes('--write')) writeTable('requests', 'npm run bench -- requests OLDER-CHECKOUT --write', table);
} finally {
  bare.close();
  for (const { close } of servers) await close();
}

function verdict(cost: Cost | undefined, limitMs: number): string {
  return `${limitMs} ms | ${cost !== undefined && cost.medianMs <= limitMs ? 'yes' : 'no'}`;
}

function written(cost: Cost | undefined): string {
  return cost === undefined ? '' : `${cost.medianMs.toFixed(3)} ms (${cost.bestMs.toFixed(3)})`;
}

/** The server of a checkout, with an owner, a link and sixty rows; `suffix` tells its targets from those of another one. */
async function openServer(folder: string, suffix: string) {
  const support = (await import(
    join(folder, 'tests', 'support', 'running-server.ts')
  )) as typeof import('../../tests/support/running-server.ts');
  const signing = (await import(join(folder, 'bench', 'signed-in-owner.ts'))) as typeof import('../signed-in-owner.ts');
  const data = support.makeDataFolder();
  const server = await support.startTestServer(data.path);
  const { client, headers } = await signing.signInNewOwner(server.url, data.path);
  const made = await client.from('short_links').insert({ url, slug: 'talk' });
  if (made.error !== null) throw new Error(made.error.message);
  for (let row = 0; row < 60; row += 1) {
    const written = await client.from('activity_logs').insert({ activity_type: 'app_activity', activity_description: `Row ${row}` });
    if (written.error !== null) throw new Error(written.error.message);
  }
  const targetOf = ({ what, path, body, status, isOwners }: Kind): Target => ({
    name: `${what}${suffix}`,
    pid: server.process.pid ?? 0,
    url: `${server.url}${path}`,
    body,
    headers: isOwners ? { ...browser, ...headers } : browser,
    status,
  });
  const close = async () => {
    await server.stop();
    data.remove();
  };
  return { targetOf, close };
}

async function openBare(): Promise<{ readonly target: Target; readonly close: () => void }> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'bare-redirect.ts'), [url]);
  const [port] = (await once(child, 'message')) as [number];
  const target = { name: 'bare', pid: child.pid ?? 0, url: `http://127.0.0.1:${port}/`, headers: browser, status: 302 };
  return { target, close: () => void child.kill() };
}
