import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { BlockList, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimMail, markHanded } from '@castellan/platform/auth/mails/mail-queue';
import { insertMail, listMails } from '@castellan/platform/auth/mails/mail-rows';
import { openDatabase, openPool } from '@castellan/platform/core/database';
import { type LogFields, silentLog } from '@castellan/platform/core/log';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { makeKeys } from '../../platform/src/auth/test-auth-service.ts';
import { createTestDatabase } from '../../tests/support/test-database.ts';
import { cleanReply, createHandOver } from '../adapters/smtp.ts';
import { createSockets } from '../adapters/sockets.ts';
import { type MailSender, openMailSender } from './mail-sender.ts';
import { isPlainAddress, parseSmtpUrl, type SmtpServer } from './smtp-address.ts';

const database = await createTestDatabase();
const connections = openDatabase(database.address, () => {});
const admin = openPool(database.address, 'postgres', { max: 2 });
const ring = await makeKeys();
const time = { nowMs: Date.now() };
const logged: (LogFields | undefined)[] = [];
const tools = {
  keys: () => ring,
  clock: { nowMs: () => time.nowMs },
  randomBytes: (count: number) => new Uint8Array(randomBytes(count)),
  log: { ...silentLog, warn: (_event: string, fields?: LogFields) => void logged.push(fields) },
};
const pool = connections.auth;

/** A certificate for localhost that no authority vouches for. */
const folder = mkdtempSync(join(tmpdir(), 'mail-'));
execFileSync(
  'openssl',
  ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost'].concat([
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'cert.pem'),
  ]),
  { stdio: 'ignore' },
);
const certificate = { key: readFileSync(join(folder, 'key.pem')), cert: readFileSync(join(folder, 'cert.pem'), 'utf8') };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const endings: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([connections.close(), admin.end()]);
  await database.drop();
});
beforeEach(async () => {
  await admin.query('delete from auth.mails');
  logged.length = 0;
});

type Received = { readonly to: readonly string[]; readonly source: string };

/** A real mail server on loopback. */
async function startMailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  return { received, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** A server that says what the test says, line by line. */
async function startRawServer(answer: (line: string, socket: Socket) => string | undefined) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('220 localhost ESMTP\r\n');
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString();
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const said = answer(rest.slice(0, end), socket);
        rest = rest.slice(end + 2);
        if (said !== undefined && !socket.destroyed) socket.write(`${said}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function openSender(port: number, changed: Partial<SmtpServer> = {}, given: { wholeMs?: number; allowed?: BlockList } = {}): MailSender {
  const sender = openMailSender({
    pool,
    tools,
    server: { host: '127.0.0.1', port, security: 'none', login: undefined, ...changed },
    from: 'castellan@castellan.test',
    handOver: createHandOver(createSockets({ allowedNetworks: given.allowed ?? loopback }), {
      trusted: certificate.cert,
      ...(given.wholeMs === undefined ? {} : { wholeMs: given.wholeMs }),
    }),
  });
  endings.push(sender.close);
  return sender;
}

const link = 'https://castellan.test/auth/v1/verify?token=0123456789abcdef0123456789abcdef&type=recovery';
const write = (recipient = 'ada@example.test') =>
  insertMail(pool, tools, {
    kind: 'test',
    userId: null,
    forLink: undefined,
    recipient,
    mail: { subject: 'Your way – back', text: `Go on:\n\n${link}\n.\n` },
    lifeMs: 3_600_000,
  });
const only = async () => {
  const [mail] = await listMails(pool, tools);
  if (mail === undefined) throw new Error('there is no mail');
  return mail;
};
const keptText = async () => (await admin.query<{ sealed_text: string | null }>('select sealed_text from auth.mails')).rows[0]?.sealed_text;

test('a mail that the server took is sent, whole and as plain text, and its text is forgotten', async () => {
  const { received, port } = await startMailServer();
  await write();
  await openSender(port).drain();
  expect(await only()).toMatchObject({ state: 'sent', attempts: 1, reply: expect.stringMatching(/^250 /) });
  expect(await keptText()).toBeNull();
  expect(received).toHaveLength(1);
  const parsed = await simpleParser(received[0]?.source ?? '');
  expect(parsed).toMatchObject({ subject: 'Your way – back', html: false, attachments: [] });
  expect(parsed.from?.text).toBe('castellan@castellan.test');
  expect(parsed.text).toContain(link);
});

test('a recipient that the server refuses ends the mail, with the server’s words on one short line and without a link', async () => {
  const { received, port } = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error(`No such\tuser ${link} ${'x'.repeat(400)}`), { responseCode: 550 })),
  });
  await write();
  await openSender(port).drain();
  const mail = await only();
  expect(mail).toMatchObject({ state: 'refused', attempts: 1 });
  expect(mail.reply).toMatch(/^550 /);
  expect(mail.reply?.length).toBeLessThanOrEqual(200);
  expect(mail.reply).not.toContain('0123456789abcdef');
  expect(received).toEqual([]);
});

test('a mail that is put off is tried again later and longer each time, and then sent once', async () => {
  let refusals = 2;
  const { received, port } = await startMailServer({
    onRcptTo: (_address, _session, done) => {
      refusals -= 1;
      if (refusals >= 0) done(Object.assign(new Error('Greylisted'), { responseCode: 451 }));
      else done();
    },
  });
  await write();
  const sender = openSender(port);
  await sender.drain();
  await sender.drain();
  expect(await only()).toMatchObject({ state: 'waiting', attempts: 1, reply: expect.stringContaining('451') });
  time.nowMs += 30_000;
  await sender.drain();
  time.nowMs += 30_000;
  await sender.drain();
  expect(await only()).toMatchObject({ state: 'waiting', attempts: 2 });
  time.nowMs += 30_000;
  await sender.drain();
  expect(await only()).toMatchObject({ state: 'sent', attempts: 3 });
  expect(received).toHaveLength(1);
});

test('a mail that nobody took in its time expires, with the last answer', async () => {
  await write();
  const { port } = await startMailServer({ onRcptTo: (_a, _s, done) => done(Object.assign(new Error('Later'), { responseCode: 450 })) });
  const sender = openSender(port);
  await sender.drain();
  time.nowMs += 3_600_001;
  await sender.drain();
  expect(await only()).toMatchObject({ state: 'expired', reply: expect.stringContaining('450') });
  expect(await keptText()).toBeNull();
});

test('where the connection breaks before the text, the mail waits; where it breaks after, it is unknown and not sent again', async () => {
  const answers = (cutAt: 'MAIL' | '.') => {
    let isText = false;
    return (line: string, socket: Socket) => {
      if (line.startsWith(cutAt)) {
        socket.destroy();
        return undefined;
      }
      if (isText) return undefined;
      if (line === 'DATA') isText = true;
      return line === 'DATA' ? '354 go on' : '250 fine';
    };
  };
  await write();
  await openSender(await startRawServer(answers('MAIL'))).drain();
  expect(await only()).toMatchObject({ state: 'waiting', attempts: 1, reply: 'The connection to the mail server broke.' });
  time.nowMs += 30_000;
  const sender = openSender(await startRawServer(answers('.')));
  await sender.drain();
  expect(await only()).toMatchObject({ state: 'unknown', attempts: 2 });
  expect(await keptText()).toBeNull();
  time.nowMs += 600_000;
  await sender.drain();
  expect(await only()).toMatchObject({ state: 'unknown', attempts: 2 });
});

test('nothing is told to a server whose STARTTLS is gone or whose certificate nobody vouches for', async () => {
  const lines: string[] = [];
  const stripped = await startRawServer((line) => {
    lines.push(line);
    return line === 'STARTTLS' ? '502 not here' : '250 fine';
  });
  await write();
  const login = { user: 'castellan', password: 'a secret of the mail server' };
  await openSender(stripped, { host: 'localhost', security: 'starttls', login }).drain();
  expect(await only()).toMatchObject({ state: 'waiting' });
  expect(lines.join('\n')).not.toMatch(/AUTH|MAIL|RCPT/);

  time.nowMs += 60_000;
  const { received, port } = await startMailServer({ disabledCommands: [] });
  await openSender(port, { host: 'localhost', security: 'starttls', login }).drain();
  expect(await only()).toMatchObject({ state: 'waiting' });
  expect(received).toEqual([]);
});

test('over STARTTLS and over TLS from the first byte the login is told and the mail sent', async () => {
  const logins: string[] = [];
  const options: SMTPServerOptions = {
    ...certificate,
    authOptional: false,
    disabledCommands: [],
    onAuth: ({ username = '', password = '' }, _session, done) => {
      logins.push(`${username} ${password}`);
      done(null, { user: username });
    },
  };
  const login = { user: 'castellan', password: 'secret' };
  for (const security of ['starttls', 'tls'] as const) {
    const { received, port } = await startMailServer({ ...options, secure: security === 'tls' });
    await admin.query('delete from auth.mails');
    await write();
    await openSender(port, { host: 'localhost', security, login }).drain();
    expect(await only()).toMatchObject({ state: 'sent' });
    expect(received).toHaveLength(1);
  }
  expect(logins).toEqual(['castellan secret', 'castellan secret']);
});

test('a wrong password of the mail server puts the mail off, and is in no answer', async () => {
  const { port } = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('Bad credentials'), { responseCode: 535 })),
  });
  await write();
  await openSender(port, { login: { user: 'castellan', password: 'hunter22' } }).drain();
  const mail = await only();
  expect(mail).toMatchObject({ state: 'waiting', reply: expect.stringContaining('535') });
  expect(mail.reply).not.toContain('hunter22');
});

test('a server that never answers holds the others up no longer than an attempt may take', async () => {
  const port = await startRawServer(() => undefined);
  await write();
  await openSender(port, {}, { wholeMs: 50 }).drain();
  expect(await only()).toMatchObject({ state: 'waiting', reply: 'The mail server did not answer in time.' });
});

test('a mail server on a network that is not allowed is not spoken to', async () => {
  const { received, port } = await startMailServer();
  await write();
  await openSender(port, {}, { allowed: new BlockList() }).drain();
  expect(await only()).toMatchObject({ state: 'waiting', reply: expect.stringContaining('TOOLS_ALLOW_CIDRS') });
  expect(received).toEqual([]);
});

test('several servers send each mail once', async () => {
  const { received, port } = await startMailServer();
  const recipients = Array.from({ length: 12 }, (_, index) => `a${index}@example.test`);
  for (const recipient of recipients) await write(recipient);
  await Promise.all([openSender(port), openSender(port), openSender(port)].map((sender) => sender.drain()));
  expect(received.flatMap(({ to }) => to).sort()).toEqual([...recipients].sort());
});

test('a server that ends between row and text loses nothing; one that ends under the text leaves the mail unknown', async () => {
  const { received, port } = await startMailServer();
  await write();
  // What a killed process leaves behind: a claim that nobody goes on with.
  const claimed = await claimMail(pool, tools);
  const sender = openSender(port);
  await sender.drain();
  expect(received).toEqual([]);
  time.nowMs += 120_000;
  await sender.drain();
  expect(received).toHaveLength(1);
  expect(claimed && (await markHanded(pool, tools, claimed))).toBe(false);

  await admin.query('delete from auth.mails');
  await write();
  const second = await claimMail(pool, tools);
  expect(second && (await markHanded(pool, tools, second))).toBe(true);
  time.nowMs += 120_000;
  await sender.drain();
  expect(await only()).toMatchObject({ state: 'unknown' });
  expect(received).toHaveLength(1);
});

test('no address brings a line end, a second recipient or a name into a header', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '@', '.', '\r', '\n', ' ', ',', '<', '>', '"', ';', ':', '(', '\0', 'é') }),
      (text) => {
        if (!isPlainAddress(text)) return;
        expect(text).toMatch(/^[^\s<>(),;:"\0]+@[^\s<>(),;:"\0@]+$/);
      },
    ),
  );
  for (const bad of ['a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test', 'Ada <a@b.test>', 'a@b', '', 'a@@b.test']) {
    expect(isPlainAddress(bad), bad).toBe(false);
  }
  expect(isPlainAddress('ada+tag@mail.example.test')).toBe(true);
});

test('what a mail server says is kept as one line without control characters or tokens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const cleaned = cleanReply(text);
      expect(cleaned.length).toBeLessThanOrEqual(200);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      expect(cleaned).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }),
  );
  expect(cleanReply('550 spam: https://a.test/x?token=1 0123456789abcdef0123456789abcdef 123456')).toBe('550 spam: [link] […] […]');
});

test('the address of a mail server is understood as it is documented, and off loopback it always means encryption', () => {
  expect(parseSmtpUrl('smtps://ada:p%40ss@mail.example')).toEqual({
    host: 'mail.example',
    port: 465,
    security: 'tls',
    login: { user: 'ada', password: 'p@ss' },
  });
  expect(parseSmtpUrl('smtp://mail.example')).toMatchObject({ port: 587, security: 'starttls', login: undefined });
  expect(parseSmtpUrl('smtp://10.0.0.1:25')).toMatchObject({ port: 25, security: 'starttls' });
  for (const local of ['127.0.0.1', 'localhost', '[::1]']) expect(parseSmtpUrl(`smtp://${local}:25`)).toMatchObject({ security: 'none' });
  for (const bad of [
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/x',
    'smtp://mail.example?tls=off',
    'smtp://ada@mail.example',
    'smtp://a:b%0a@h.example',
  ]) {
    expect(parseSmtpUrl(bad), bad).toBeUndefined();
  }
});
