import { runAs } from '@castellan/platform/core/run-as';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { attempt, insufficientPrivilege, openLawDatabase, requestFactsOfTest } from './law-database.ts';
import { addAccount, addOwner, addSession } from './people.ts';

const { auth, machine, superuser, requests, drop } = await openLawDatabase();
afterAll(drop);
const owner = await addSession(superuser, await addOwner(superuser, auth), 'aal1');
beforeEach(() => machine.query('delete from public.notifications'));

function log(type: string, description: string, success = true): Promise<unknown> {
  const text = 'insert into public.activity_logs (activity_type, activity_description, success) values ($1, $2, $3)';
  return runAs(requests, owner.caller, requestFactsOfTest, (client) => client.query(text, [type, description, success]));
}

async function bell() {
  return (await machine.query('select * from public.notifications order by created_at')).rows;
}

describe('the log rings the bell', () => {
  test('for an access to the terminal', async () => {
    await log('terminal_access', 'Signed in');
    expect(await bell()).toMatchObject([
      {
        user_id: owner.userId,
        type: 'security',
        title: 'Terminal access',
        message: 'Signed in (198.51.100.7)',
        icon: 'shield-check',
        important: false,
        read: false,
        metadata: { activity_type: 'terminal_access', success: true, count: 1 },
      },
    ]);
  });

  test('for a refused access and for a failed sign-in that the server saw', async () => {
    await log('terminal_access', 'Refused', false);
    await auth.query(`select private.record_server_event('failed_login', 'Wrong password', false, '{}', '192.0.2.9', 'curl')`);
    expect(await bell()).toMatchObject([
      { title: 'Terminal access refused', important: true },
      { title: 'Failed sign-in', message: 'Wrong password (192.0.2.9)', icon: 'shield-alert', important: true },
    ]);
  });

  test('and for nothing else', async () => {
    await log('app_activity', 'Opened');
    await log('vault_activity', 'Unlocked');
    expect(await bell()).toEqual([]);
  });

  test('and says when and for which entry', async () => {
    await log('terminal_access', 'Signed in');
    const [notification] = await bell();
    const { rows } = await machine.query('select id, created_at from public.activity_logs order by sequence desc limit 1');
    expect(notification).toMatchObject({ activity_log_id: rows[0]?.id, created_at: rows[0]?.created_at });
    expect(notification.metadata).toMatchObject({ last_activity_log_id: rows[0]?.id, last_at: rows[0]?.created_at.toISOString() });
  });
});

describe('repeats', () => {
  test('are counted in the unread notification of the same kind, also when they come together', async () => {
    await Promise.all(Array.from({ length: 8 }, () => log('failed_login', 'Wrong code', false)));
    await log('failed_login', 'Wrong password', false);
    await log('terminal_access', 'Signed in');
    const notifications = await bell();
    expect(notifications).toMatchObject([
      { metadata: { activity_type: 'failed_login', count: 9 }, message: '9 times, last: Wrong password (198.51.100.7)' },
      { metadata: { activity_type: 'terminal_access', count: 1 } },
    ]);
    expect(notifications[0].metadata.last_activity_log_id).not.toBe(notifications[0].activity_log_id);
  });

  test('ring again once the notification has been read', async () => {
    await log('failed_login', 'Wrong code', false);
    await runAs(requests, owner.caller, requestFactsOfTest, (client) => client.query('update public.notifications set read = true'));
    await log('failed_login', 'Wrong code', false);
    expect((await bell()).map(({ read, metadata }) => [read, metadata.count])).toEqual([
      [true, 1],
      [false, 1],
    ]);
  });

  test('ring again after ten minutes', async () => {
    await log('failed_login', 'Wrong code', false);
    await machine.query(`update public.notifications set created_at = created_at - interval '10 minutes'`);
    await log('failed_login', 'Wrong code', false);
    expect(await bell()).toHaveLength(2);
  });

  test('are not swallowed by a look-alike that a client made', async () => {
    const metadata = JSON.stringify({ activity_type: 'failed_login', success: false, count: 'many' });
    await runAs(requests, owner.caller, requestFactsOfTest, (client) =>
      client.query(`insert into public.notifications (type, title, metadata) values ('security', 'Failed sign-in', $1)`, [metadata]),
    );
    await log('failed_login', 'Wrong code', false);
    expect(await bell()).toHaveLength(2);
  });

  test('of the longest description still fit', async () => {
    await log('failed_login', 'x'.repeat(1000), false);
    await log('failed_login', 'x'.repeat(1000), false);
    expect(await bell()).toMatchObject([{ metadata: { count: 2 } }]);
  });
});

describe('the owner', () => {
  test('creates a notification of each type', async () => {
    for (const type of ['alert', 'achievement', 'security', 'info', 'other']) {
      const text = `insert into public.notifications (type, title, message, icon, important) values ($1, 'Title', 'Text', 'star', true) returning *`;
      const answer = await attempt(requests, owner.caller, { text, values: [type] });
      expect(answer).toMatchObject({ ok: true, rows: [{ type, user_id: owner.userId, read: false, metadata: {}, activity_log_id: null }] });
    }
  });

  test.each([
    ['of an unknown type', `(type, title) values ('spam', 'x')`, '23514'],
    ['without a title', `(title) values ('')`, '23514'],
    ['with control characters', `(title) values (E'a\\nb')`, '23514'],
    ['with an endless message', `(title, message) values ('x', repeat('x', 2001))`, '23514'],
    ['that leads to another host', `(title, link) values ('x', '//evil.example/')`, '23514'],
    ['that leads to another host by a backslash', `(title, link) values ('x', E'/\\\\evil.example')`, '23514'],
    ['that leads to an address', `(title, link) values ('x', 'https://evil.example/')`, '23514'],
    ['that leads to a script', `(title, link) values ('x', 'javascript:alert(1)')`, '23514'],
    ['whose link has a line break', `(title, link) values ('x', E'/a\n//evil.example')`, '23514'],
    ['whose link is endless', `(title, link) values ('x', '/' || repeat('x', 500))`, '23514'],
    ['with a time of its own', `(title, created_at) values ('x', '2001-01-01')`, insufficientPrivilege],
    ['with a log entry of its own', `(title, activity_log_id) values ('x', gen_random_uuid())`, insufficientPrivilege],
  ])('creates none %s', async (_name, values, sqlState) => {
    expect(await attempt(requests, owner.caller, { text: `insert into public.notifications ${values}` })).toMatchObject({
      ok: false,
      sqlState,
    });
  });

  test('creates one that leads to a page of this site', async () => {
    for (const link of ['/', '/tls-inspector#job=0b0d0e3a-6a5e-4f6f-8a3e-2f8f0c0d0e0f', '/productivity?view=today#x', null]) {
      const text = "insert into public.notifications (title, link) values ('x', $1) returning link";
      expect(await attempt(requests, owner.caller, { text, values: [link] })).toMatchObject({ ok: true, rows: [{ link }] });
    }
  });

  test('changes nothing but whether it is read and until when it is put off', async () => {
    const { rows } = await machine.query<{ column_name: string }>(`select column_name from information_schema.column_privileges
      where table_name = 'notifications' and grantee in ('anon', 'authenticated', 'service_role') and privilege_type = 'UPDATE'`);
    expect(rows.map((row) => row.column_name).sort()).toEqual(['read', 'snoozed_until']);
    await log('terminal_access', 'Signed in');
    for (const column of ['title', 'message', 'important', 'metadata', 'link', 'user_id', 'created_at']) {
      const answer = await attempt(requests, owner.caller, { text: `update public.notifications set ${column} = ${column}` });
      expect(answer).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
    }
  });

  test("does not mark another user's as read", async () => {
    await machine.query(`insert into public.notifications (title, user_id) values ('theirs', $1)`, [await addAccount(superuser)]);
    const answer = await attempt(requests, owner.caller, { text: 'update public.notifications set read = true' });
    expect(answer).toMatchObject({ ok: true, count: 0 });
  });
});

describe('missed duties', () => {
  const day = (offset: number) => `(now() at time zone 'UTC')::date + ${offset}`;
  const question = (today: string) => `select public.tell_missed_duties(${today}) as missed`;
  const tell = async (today = day(0)): Promise<number> =>
    (await runAs(requests, owner.caller, requestFactsOfTest, (client) => client.query(question(today)))).rows[0].missed;
  const addTask = (title: string, dueOn: string, rest = "'todo', null") =>
    machine.query(`insert into public.tasks (user_id, title, due_on, status, deleted_at) values ($1, $2, ${dueOn}, ${rest})`, [
      owner.userId,
      title,
    ]);
  beforeEach(() => machine.query('delete from public.tasks'));

  test('ring once, all of them together, the latest first', async () => {
    await addTask('Pay rent', day(-1));
    await addTask('Call the bank', day(-3), "'doing', null");
    expect(await tell()).toBe(2);
    expect(await tell()).toBe(0);
    const [notification, ...others] = await bell();
    expect(others).toEqual([]);
    expect(notification).toMatchObject({ type: 'alert', title: '2 tasks were missed', icon: 'clock-alert', important: false, read: false });
    expect(notification.message).toMatch(/^Pay rent \(\d{1,2} [A-Z][a-z]+\), Call the bank \(\d{1,2} [A-Z][a-z]+\)$/);
  });

  test('are neither done, nor given up, nor removed, nor due today, nor older than a month', async () => {
    await addTask('Done', day(-1), "'done', null");
    await addTask('Given up', day(-1), "'cancelled', null");
    await addTask('Removed', day(-1), "'todo', now()");
    await addTask('Today', day(0));
    await addTask('Old', day(-31));
    expect(await tell()).toBe(0);
    expect(await bell()).toEqual([]);
  });

  test('follow the day where the owner is', async () => {
    await addTask('Today in London', day(0));
    expect(await tell(day(-1))).toBe(0);
    expect(await tell(day(1))).toBe(1);
    expect(await bell()).toMatchObject([{ title: 'A task was missed' }]);
  });

  test('ring again where a task was put off and missed again', async () => {
    await addTask('Pay rent', day(-2));
    expect(await tell()).toBe(1);
    await machine.query(`update public.tasks set due_on = ${day(-1)}`);
    expect(await tell()).toBe(1);
  });

  test('ring once where two tabs ask at the same time', async () => {
    await addTask('Pay rent', day(-1));
    const answers = await Promise.all([tell(), tell(), tell(), tell()]);
    expect(answers.sort()).toEqual([0, 0, 0, 1]);
    expect(await bell()).toHaveLength(1);
  });

  test('by the hundred, with the longest titles, fit one notification', async () => {
    for (let index = 0; index < 100; index += 1) await addTask(`${index} ${'x'.repeat(490)}`, day(-1));
    expect(await tell()).toBe(100);
    expect(await bell()).toMatchObject([{ title: '100 tasks were missed', message: expect.stringMatching(/ and 95 more$/) }]);
  });

  test('are not asked for by a day that it is nowhere', async () => {
    for (const today of [day(-2), day(2), 'null::date']) {
      expect(await attempt(requests, owner.caller, { text: question(today) })).toMatchObject({ ok: false, sqlState: '22023' });
    }
  });
});
