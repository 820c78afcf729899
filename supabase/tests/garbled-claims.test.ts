import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { answerOf, insufficientPrivilege, openLawDatabase } from './law-database.ts';
import { addOwner, addSession, verifyFactor } from './people.ts';

const { auth, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal2');
await verifyFactor(auth, owner.userId);
await superuser.query(
  `insert into public.activity_logs (activity_type, activity_description, user_id) values ('terminal_access', 'Signed in', $1)`,
  [owner.userId],
);
const genuine = { sub: owner.userId, session_id: owner.sessionId, aal: 'aal2', role: 'authenticated' };

const garbled: Readonly<Record<string, string>> = {
  'no claims at all': '',
  'text that is no JSON': '{"sub": "',
  'a number beyond any range': '{"sub": 1e999999}',
  'a text with a null character': '{"sub": "\\u0000"}',
  'a JSON null': 'null',
  'a JSON string': JSON.stringify(owner.userId),
  'an array of genuine claims': JSON.stringify([genuine]),
  'no sub': JSON.stringify({ ...genuine, sub: undefined }),
  'a sub that is null': JSON.stringify({ ...genuine, sub: null }),
  'a sub that is no UUID': JSON.stringify({ ...genuine, sub: 'owner' }),
  'a sub with something after the UUID': JSON.stringify({ ...genuine, sub: `${owner.userId}\n` }),
  'a sub in an array': JSON.stringify({ ...genuine, sub: [owner.userId] }),
  'a sub in an object': JSON.stringify({ ...genuine, sub: { id: owner.userId } }),
  'no session': JSON.stringify({ ...genuine, session_id: undefined }),
  'a session that is no UUID': JSON.stringify({ ...genuine, session_id: 'x' }),
  'an unknown session': JSON.stringify({ ...genuine, session_id: randomUUID() }),
  'no assurance': JSON.stringify({ ...genuine, aal: undefined }),
  'an assurance in an array': JSON.stringify({ ...genuine, aal: ['aal2'] }),
  'an assurance in capitals': JSON.stringify({ ...genuine, aal: 'AAL2' }),
};

/** What a signed-in caller with exactly these claims gets from each statement, each in a transaction of its own. */
async function answersTo(claims: string, statements: readonly string[]) {
  const client = await requests.connect();
  try {
    const answers = [];
    for (const text of statements) {
      await client.query('begin');
      await client.query(`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`, [claims]);
      answers.push(await answerOf(client, { text }));
      await client.query('rollback');
    }
    return answers;
  } finally {
    client.release();
  }
}

const statements = [
  'select private.owner_session() as answer',
  `select hears_broadcasts or sends_broadcasts or hears_presence or sends_presence as answer from realtime.channel_rights('vault')`,
  'select count(*)::int as answer from public.activity_logs',
  'select count(*)::int as answer from public.notifications',
  `insert into public.activity_logs (activity_type, activity_description) values ('app_activity', 'x') returning true as answer`,
  `insert into public.notifications (title) values ('x') returning true as answer`,
  'update public.notifications set read = true returning true as answer',
  'select ok as answer from public.verify_activity_log_chain()',
];

test('genuine claims open what garbled ones below do not', async () => {
  const answers = await answersTo(JSON.stringify(genuine), statements);
  expect(answers.map((answer) => (answer.ok ? answer.rows[0]?.['answer'] : answer))).toEqual([true, true, 1, 1, true, true, true, true]);
});

describe.each(Object.entries(garbled))('claims with %s', (_name, claims) => {
  test('open nothing, and no error tells what was wrong with them', async () => {
    const answers = await answersTo(claims, statements);
    const told = answers.map((answer) => (answer.ok ? (answer.rows[0]?.['answer'] ?? 'no row') : answer.sqlState));
    const refused = insufficientPrivilege;
    expect(told).toEqual([false, false, 0, 0, refused, refused, 'no row', refused]);
    for (const answer of answers) {
      if (!answer.ok) expect(answer.message).toMatch(/^new row violates row-level security policy|^permission denied for function/);
    }
  });
});
