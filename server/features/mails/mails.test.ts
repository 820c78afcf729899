import { randomBytes } from 'node:crypto';
import { insertMail } from '@castellan/platform/auth/mails/mail-rows';
import { silentLog } from '@castellan/platform/core/log';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeKeys } from '../../../platform/src/auth/test-auth-service.ts';
import { type LawDatabase, openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addAccount } from '../../../supabase/tests/people.ts';
import { loopback } from '../../../tests/support/tool-runs.ts';
import { createHandOver } from '../../adapters/smtp.ts';
import { createSockets } from '../../adapters/sockets.ts';
import { makeTestCall } from '../../functions/test-call.ts';
import { openMailSender } from '../../mail/mail-sender.ts';
import { createOutbox, type Outbox } from '../../mail/outbox.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { mailsHalf } from './mails-half.ts';

const ring = await makeKeys();
const time = { nowMs: Date.now() };
const tools = {
  keys: () => ring,
  clock: { nowMs: () => time.nowMs },
  randomBytes: (count: number) => new Uint8Array(randomBytes(count)),
  log: silentLog,
};
let law: LawDatabase;
let owner: string;
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  law = await openLawDatabase();
  owner = await addAccount(law.superuser);
  await law.superuser.query('insert into private.owner (user_id) values ($1)', [owner]);
  await law.superuser.query(`update auth.users set email = 'ada@castellan.test' where id = $1`, [owner]);
});
afterAll(() => law.drop());
beforeEach(() => law.superuser.query('delete from auth.mails'));
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

function open(outbox: Outbox) {
  const { functions } = mailsHalf({ outbox, rows: createSqlRows(law.machine), clock: tools.clock, log: silentLog });
  const caller = { role: 'authenticated', claims: { sub: owner } } as never;
  return async (name: 'mails' | 'mail-test', body?: unknown) => {
    const request = new Request(`https://castellan.test/functions/v1/${name}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await functions[name]?.handle(request, makeTestCall({ caller }));
    return { status: answer?.status, said: (await answer?.json()) as Record<string, unknown> };
  };
}

const publicUrl = () => 'https://castellan.test';
const withoutServer = () => open(createOutbox({ pool: law.auth, tools, publicUrl, route: undefined, sender: undefined }));

/** A real mail server on loopback takes the mails. */
async function withServer(options: SMTPServerOptions) {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  const from = 'castellan@castellan.test';
  const sender = openMailSender({
    pool: law.auth,
    tools,
    server: {
      host: '127.0.0.1',
      port: typeof address === 'object' && address !== null ? address.port : 0,
      security: 'none',
      login: undefined,
    },
    from,
    handOver: createHandOver(createSockets({ allowedNetworks: loopback })),
  });
  endings.push(sender.close);
  return open(createOutbox({ pool: law.auth, tools, publicUrl, route: { host: '127.0.0.1', from }, sender }));
}

const write = () =>
  insertMail(law.auth, tools, {
    kind: 'recovery',
    userId: owner,
    forLink: 'a-token',
    recipient: 'ada@castellan.test',
    mail: { subject: 'Your way back in', text: 'https://castellan.test/auth/v1/verify?token=a-token' },
    lifeMs: 3_600_000,
  });

const logged = async (subject: string) =>
  (await law.superuser.query(`select activity_type as type, success from public.activity_logs where metadata->>'subject' = $1`, [subject]))
    .rows;

test('the list says what became of each mail and never a text; the text of one that waits is given by itself, and that is logged', async () => {
  const ask = withoutServer();
  const id = await write();
  const listed = await ask('mails');
  expect(listed.said).toMatchObject({ route: null, mails: [{ id, kind: 'recovery', state: 'waiting', recipient: 'ada@castellan.test' }] });
  expect(JSON.stringify(listed.said)).not.toContain('a-token');
  expect((await ask('mails', { id })).said).toEqual({
    subject: 'Your way back in',
    text: 'https://castellan.test/auth/v1/verify?token=a-token',
  });
  expect(await logged('mail')).toEqual([{ type: 'security_event', success: true }]);
  time.nowMs += 3_600_001;
  expect(await ask('mails', { id })).toMatchObject({ status: 404, said: { code: 'mail_not_found' } });
  expect((await ask('mails')).said).toMatchObject({ mails: [{ state: 'expired' }] });
});

test.each([{ id: 'none' }, { id: '00000000-0000-0000-0000-00000000000g' }, {}, []])('%j names no mail', async (body) => {
  expect((await withoutServer()('mails', body)).status).toBe(400);
});

test('a test goes to the owner’s own address, and the mail server’s own answer is what is told', async () => {
  const received: string[] = [];
  const ask = await withServer({
    onRcptTo: ({ address }, _, done) => {
      received.push(address);
      done();
    },
    onData: (stream, _, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  expect(await ask('mail-test', {})).toMatchObject({ status: 200, said: { kind: 'test', state: 'sent', recipient: 'ada@castellan.test' } });
  expect(received).toEqual(['ada@castellan.test']);
  expect(await logged('mail_test')).toEqual([{ type: 'app_activity', success: true }]);
});

test('a test that the mail server refuses is refused, in its words, and one without a mail server is not written', async () => {
  const ask = await withServer({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  });
  expect(await ask('mail-test', {})).toMatchObject({
    status: 200,
    said: { state: 'refused', reply: expect.stringContaining('no such mailbox') },
  });
  await law.superuser.query('delete from auth.mails');
  expect(await withoutServer()('mail-test', {})).toMatchObject({ status: 409, said: { code: 'no_mail_server' } });
  expect((await law.superuser.query('select 1 from auth.mails')).rowCount).toBe(0);
});
