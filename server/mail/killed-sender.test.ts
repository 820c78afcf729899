import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { BlockList, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { insertMail, listMails } from '@castellan/platform/auth/mails/mail-rows';
import { openDatabase } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { makeKeys } from '../../platform/src/auth/test-auth-service.ts';
import { createTestDatabase } from '../../tests/support/test-database.ts';
import { createHandOver } from '../adapters/smtp.ts';
import { createSockets } from '../adapters/sockets.ts';
import { openMailSender } from './mail-sender.ts';

const database = await createTestDatabase();
const connections = openDatabase(database.address, () => {});
const ring = await makeKeys();
const time = { nowMs: Date.now() };
const tools = {
  keys: () => ring,
  clock: { nowMs: () => time.nowMs },
  randomBytes: (count: number) => new Uint8Array(randomBytes(count)),
  log: silentLog,
};
const pool = connections.auth;

const endings: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
beforeEach(() => pool.query('delete from auth.mails'));
afterAll(async () => {
  await connections.close();
  await database.drop();
});

/** A mail server that stops at a step of the conversation, once, and then goes on as usual. Counts the texts that it had whole. */
async function startMailServer(stopAt: string | undefined) {
  const stopped = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const state = { texts: 0, isStopping: stopAt !== undefined };
  const reaches = (step: string, socket: Socket, reply: string) => {
    // What is said after the text is said, and the sender is killed with the answer under way.
    if (step !== stopAt || !state.isStopping) return void socket.write(`${reply}\r\n`);
    state.isStopping = false;
    if (step === 'the answer') socket.write(`${reply}\r\n`);
    stopped.resolve();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    reaches('the greeting', socket, '220 localhost ESMTP');
    let rest = '';
    let isText = false;
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isText && line !== '.') continue;
        if (isText) {
          isText = false;
          state.texts += 1;
          reaches(stopAt === 'the text' ? 'the text' : 'the answer', socket, '250 fine');
        } else if (line === 'DATA') {
          isText = true;
          reaches('DATA', socket, '354 go on');
        } else reaches(line.slice(0, 4), socket, '250 fine');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, state, stopped: stopped.promise };
}

const module = (name: string) => JSON.stringify(join(import.meta.dirname, name));

/** A server's sender, in a process of its own that is to be killed. Says `ready` once it has its connections, and sends when told to. */
function startSender(port: number): ChildProcess {
  const given = {
    address: database.address,
    key: Buffer.from(ring.sessionKey).toString('hex'),
    nowMs: time.nowMs,
    server: { host: '127.0.0.1', port, security: 'none' },
  };
  const program = `
    import { BlockList } from 'node:net';
    import { openDatabase } from '@castellan/platform/core/database';
    import { silentLog } from '@castellan/platform/core/log';
    import { createHandOver } from ${module('../adapters/smtp.ts')};
    import { createSockets } from ${module('../adapters/sockets.ts')};
    import { openMailSender } from ${module('mail-sender.ts')};
    const { address, key, nowMs, server } = ${JSON.stringify(given)};
    const loopback = new BlockList();
    loopback.addSubnet('127.0.0.0', 8, 'ipv4');
    const sender = openMailSender({
      pool: openDatabase(address, () => {}).auth,
      tools: { keys: () => ({ sessionKey: Buffer.from(key, 'hex') }), clock: { nowMs: () => nowMs }, log: silentLog },
      server,
      from: 'castellan@castellan.test',
      handOver: createHandOver(createSockets({ allowedNetworks: loopback })),
    });
    process.stdout.write('ready\\n');
    process.stdin.on('data', () => void sender.drain());`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  endings.push(() => kill(child));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** The server that is started next: its sender, when the claim of the one before has run out. */
async function sendAfterwards(port: number): Promise<void> {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  const sender = openMailSender({
    pool,
    tools,
    server: { host: '127.0.0.1', port, security: 'none', login: undefined },
    from: 'castellan@castellan.test',
    handOver: createHandOver(createSockets({ allowedNetworks: loopback })),
  });
  // At once, while the mail is still the killed one's, and after that twice.
  for (const laterMs of [0, 120_000, 600_000]) {
    time.nowMs += laterMs;
    await sender.drain();
  }
  await sender.close();
}

async function stateAfterKill(stopAt: string) {
  const { port, state, stopped } = await startMailServer(stopAt === 'before it is told' ? undefined : stopAt);
  await insertMail(pool, tools, {
    kind: 'test',
    userId: null,
    forLink: undefined,
    recipient: 'ada@example.test',
    mail: { subject: 'A test', text: 'A text.\n' },
    lifeMs: 3_600_000,
  });
  const sender = startSender(port);
  if (sender.stdin === null || sender.stdout === null) throw new Error('The sender has no streams.');
  await once(sender.stdout, 'data');
  if (stopAt !== 'before it is told') {
    sender.stdin.write('send\n');
    await stopped;
  }
  await kill(sender);
  await sendAfterwards(port);
  const [mail] = await listMails(pool, tools);
  return { texts: state.texts, state: mail?.state };
}

test.each(['before it is told', 'the greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'])(
  'a server that is killed between the row of a mail and its text (%s) has it sent once by the next',
  async (stopAt) => {
    expect(await stateAfterKill(stopAt)).toEqual({ texts: 1, state: 'sent' });
  },
);

test('one that is killed once the text is over, before the answer, leaves it unknown whether the mail was sent, and nobody sends it again', async () => {
  expect(await stateAfterKill('the text')).toEqual({ texts: 1, state: 'unknown' });
});

test('one that is killed with the mail server’s answer under way has the mail sent once, whichever it noted', async () => {
  const { texts, state } = await stateAfterKill('the answer');
  expect(texts).toBe(1);
  expect(['sent', 'unknown']).toContain(state);
});
