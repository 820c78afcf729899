/**
 * `npm run bench -- api-lab`: the runner of API Lab and newman on the same collections, against an echo on loopback. Compares the
 * status and the verdict of every check, and times 300 requests. Fails where a verdict differs.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { provideMeasuringTools } from '../../scripts/measuring-tools.ts';
import { readPostman } from '../../tools/api-lab/page/formats/read-postman.ts';
import { writePostman } from '../../tools/api-lab/page/formats/write-postman.ts';
import { type ApiCollection, type Auth, type Body, type Check, makeCollection, makeRequest } from '../../tools/api-lab/page/model.ts';
import { runCollection } from '../../tools/api-lab/page/sending/run-collection.ts';
import type { Sender } from '../../tools/api-lab/page/sending/sender.ts';
import { writeTable } from '../written-table.ts';

const tools = provideMeasuringTools('measuring-api');
if (!tools.ok) throw new Error(tools.failure.reason);
type RunNewman = (options: object, done: (error: Error | null, summary: unknown) => void) => void;
const { run: runNewman } = z
  .object({ run: z.custom<RunNewman>((value) => typeof value === 'function') })
  .parse(z.object({ default: z.unknown() }).parse(await tools.value.load('newman')).default);

/** Answers with what it was asked, as JSON; `/status/N` with that status; `/drop` not at all. */
const echo = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { method, url = '', headers } = request;
  if (url.startsWith('/drop')) return response.destroy();
  const status = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 200);
  const said = {
    method,
    url,
    authorization: headers.authorization ?? null,
    type: headers['content-type'] ?? null,
    key: headers['x-key'] ?? null,
    body,
  };
  return response.writeHead(status, { 'content-type': 'application/json', 'x-made': 'yes' }).end(JSON.stringify(said));
}).listen(0, '127.0.0.1');
await once(echo, 'listening');
const base = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;

/** Sends as a browser does, from Node. */
const sender: Sender = {
  via: 'browser',
  send: async ({ method, url, headers, body }, signal) => {
    const startedAt = performance.now();
    try {
      const response = await fetch(url, {
        method,
        headers: headers.map(([name, value]): [string, string] => [name, value]),
        body: body ?? null,
        signal,
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const totalMs = performance.now() - startedAt;
      return { kind: 'answer', status: response.status, url, headers: [...response.headers], body: bytes, totalMs, isCut: false };
    } catch {
      return { kind: 'failed', reason: 'blocked', totalMs: performance.now() - startedAt };
    }
  },
};

const check = (of: Check['of'], is: Check['is'], value = '', name = ''): Check => ({ of, name, is, value });
const on = (name: string, value: string) => ({ name, value, enabled: true });
const bodies: readonly Body[] = [
  { kind: 'none' },
  { kind: 'json', text: '{"name":"{{name}}","n":[1,2]}' },
  { kind: 'text', text: 'plain ü {{name}}' },
  { kind: 'form', fields: [on('a b', 'c&d={{name}}'), on('e', "f'(g)")] },
  { kind: 'graphql', query: '{ items { name } }', variables: '{"first":2}' },
];
const auths: readonly Auth[] = [
  { kind: 'inherit' },
  { kind: 'none' },
  { kind: 'basic', username: 'me', password: 's:cret' },
  { kind: 'bearer', token: '{{token}}' },
  { kind: 'apikey', name: 'x-key', value: '{{name}}', in: 'header' },
  { kind: 'apikey', name: 'key', value: 'k k', in: 'query' },
];
/** The same checks, made to hold and made to fail. */
const checks = (url: string): readonly Check[] => [
  check('status', 'equals', '200'),
  check('status', 'equals', '201'),
  check('status', 'below', '400'),
  check('time', 'below', '60000'),
  check('time', 'below', '0'),
  check('header', 'contains', 'json', 'Content-Type'),
  check('header', 'equals', 'no', 'x-made'),
  check('header', 'exists', '', 'x-made'),
  check('header', 'exists', '', 'x-missing'),
  check('body', 'contains', 'lamp'),
  check('body', 'contains', '"method"'),
  check('json', 'equals', JSON.stringify(url), 'url'),
  check('json', 'equals', 'null', 'authorization'),
  check('json', 'equals', '"Bearer t0ken"', 'authorization'),
  check('json', 'equals', '"lamp"', 'key'),
  check('json', 'exists', '', 'key'),
  check('json', 'exists', '', 'missing.deeper'),
  check('json', 'contains', 'lamp', 'body'),
  check('json', 'contains', 'c%26d', 'body'),
  check('json', 'below', '3', 'body'),
  check('json', 'equals', '{}', '["body"]'),
];

function makeTruth(): ApiCollection {
  const requests = bodies.flatMap((body, at) =>
    auths.map((auth, index) =>
      makeRequest({
        name: `${body.kind} ${auth.kind} ${index}`,
        method: body.kind === 'none' ? (['GET', 'DELETE', 'HEAD'][index % 3] ?? 'GET') : (['POST', 'PUT', 'PATCH'][index % 3] ?? 'POST'),
        url: `{{base}}/items/${at}`,
        query: [on('q', 'ü {{name}}'), { ...on('off', '1'), enabled: false }],
        headers: [on('x-extra', '{{token}}')],
        body,
        auth,
        checks: [...checks(`/items/${at}?q=%C3%BC%20lamp`)],
      }),
    ),
  );
  const odd = ['/status/404', '/status/503', '/status/204', '/drop'].map((path) =>
    makeRequest({ name: path, url: `{{base}}${path}`, checks: [...checks(path)] }),
  );
  return makeCollection({
    name: 'Truth',
    auth: { kind: 'bearer', token: '{{token}}' },
    variables: [on('base', base), on('name', 'lamp'), on('token', 't0ken')],
    items: [
      ...requests.slice(0, 15),
      { kind: 'folder', id: 'folder', name: 'Folder', auth: auths[2] ?? { kind: 'none' }, items: requests.slice(15) },
      ...odd,
    ],
  });
}

/** `name: status, then + or - for each check`, one line a request. */
async function runOurs(collection: ApiCollection): Promise<readonly string[]> {
  const { ran } = await runCollection(collection, undefined, sender, new AbortController().signal, () => undefined);
  return ran.map(({ name, sent: { answer, checks: judged } }) =>
    lineOf(
      name,
      answer.kind === 'answer' ? answer.status : undefined,
      judged.map(({ passed }) => passed),
    ),
  );
}

const summarySchema = z.object({
  run: z.object({
    executions: z.array(
      z.object({
        item: z.object({ name: z.string() }),
        response: z.object({ code: z.number() }).optional(),
        assertions: z.array(z.object({ error: z.unknown() })).default([]),
      }),
    ),
  }),
});

async function runTheirs(collection: ApiCollection): Promise<readonly string[]> {
  const summary = await new Promise<unknown>((resolve, reject) =>
    runNewman({ collection: JSON.parse(writePostman(collection)) }, (error, told) => (error === null ? resolve(told) : reject(error))),
  );
  return summarySchema.parse(summary).run.executions.map(({ item, response, assertions }) =>
    lineOf(
      item.name,
      response?.code,
      assertions.map(({ error }) => error === undefined || error === null),
    ),
  );
}

function lineOf(name: string, status: number | undefined, passed: readonly boolean[]): string {
  return `${name}: ${status ?? 'no answer'} ${passed.map((did) => (did ? '+' : '-')).join('')}`;
}

try {
  const truth = makeTruth();
  const again = readPostman(JSON.parse(writePostman(truth)));
  if (!again.ok || JSON.stringify(again.value.collections[0]) !== JSON.stringify(truth))
    throw new Error('the export is not imported as the same collection');
  const [ours, theirs] = [await runOurs(truth), await runTheirs(truth)];
  const differing = ours.flatMap((line, at) => (line === theirs[at] ? [] : [`${line}\n${theirs[at] ?? 'nothing'}`]));
  if (differing.length > 0 || ours.length !== theirs.length) console.error(differing.join('\n\n'));
  const judged = ours.join('').match(/[+-]/g)?.length ?? 0;
  const many = makeCollection({
    variables: [on('base', base)],
    items: Array.from({ length: 300 }, (_, at) =>
      makeRequest({
        name: String(at),
        url: `{{base}}/items/${at}`,
        checks: [check('status', 'equals', '200'), check('json', 'equals', '"GET"', 'method')],
      }),
    ),
  });
  const timed = async (run: (collection: ApiCollection) => Promise<unknown>) => {
    const startedAt = performance.now();
    await run(many);
    return performance.now() - startedAt;
  };
  const rounds = [0, 1, 2];
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (const _ of rounds) {
    times.theirs.push(await timed(runTheirs));
    times.ours.push(await timed(runOurs));
  }
  const best = (all: readonly number[]) => Math.min(...all);
  const table = `| What | Castellan | newman 6.2.2 | Met |
| --- | --- | --- | --- |
| ${ours.length} requests with ${judged} checks: status and verdict of each | ${ours.length - differing.length} requests equal | the same collections | ${differing.length === 0 ? 'yes' : 'no'} |
| 300 requests with 600 checks, best of three | ${best(times.ours).toFixed(0)} ms | ${best(times.theirs).toFixed(0)} ms | ${(best(times.theirs) / best(times.ours)).toFixed(1)} × |`;
  console.log(table);
  if (process.argv.includes('--write')) writeTable('api-lab', 'npm run bench -- api-lab --write', table);
  if (differing.length > 0) process.exitCode = 1;
} finally {
  echo.closeAllConnections();
  echo.close();
}
