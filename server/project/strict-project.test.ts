import { afterAll, expect, test, vi } from 'vitest';
import { authenticatorCode } from '../../tests/support/owner.ts';
import { startStrictProject } from '../../tests/support/project/strict-project.ts';

const project = await startStrictProject();
afterAll(project.stop);

const signIn = async () => {
  const client = project.connect();
  expect((await client.auth.signInWithPassword(project.owner)).error).toBeNull();
  return client;
};

test('what the service does not know is not there', async () => {
  for (const path of ['recovery-codes', 'device-grant', 'factors/enrolment-grant']) {
    expect((await project.ask(`/auth/v1/${path}`, { method: 'POST' })).status).toBe(404);
  }
  expect((await project.ask('/auth/v1/settings')).status).toBe(200);
  const client = await signIn();
  for (const name of ['setup-state', 'tool-jobs', 'vault-device']) {
    expect((await client.functions.invoke(name)).response?.status).toBe(404);
  }
});

test('password, then the code by the client’s own calls: from the first code on, a password alone opens nothing', async () => {
  const client = await signIn();
  // Nobody has verified a factor yet.
  expect((await client.from('tasks').insert({ title: 'Before the first code' })).error).toBeNull();
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  if (enrolled.data?.type !== 'totp') throw new Error('No authenticator was enrolled.');
  const { id: factorId, totp } = enrolled.data;
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: await authenticatorCode(totp.secret, -1) })).error).toBeNull();

  const second = await signIn();
  expect((await second.from('tasks').select('title')).data).toEqual([]);
  expect((await second.from('tasks').insert({ title: 'By password alone' })).error?.code).toBe('42501');
  expect((await second.rpc('list_sessions')).error?.code).toBe('42501');
  expect((await second.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  expect((await second.auth.mfa.challengeAndVerify({ factorId, code: await authenticatorCode(totp.secret) })).error).toBeNull();
  expect((await second.from('tasks').select('title')).data).toEqual([{ title: 'Before the first code' }]);

  // Records, and the news of them.
  await second.realtime.setAuth();
  const told: unknown[] = [];
  const joined = Promise.withResolvers<void>();
  second
    .channel('tasks')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'tasks' }, ({ new: row }) => void told.push(row['title']))
    .on('system', {}, ({ status }) => {
      if (status === 'ok') joined.resolve();
    })
    .subscribe();
  await joined.promise;
  expect((await second.from('tasks').insert({ title: 'With the code' })).error).toBeNull();
  await vi.waitFor(() => expect(told).toEqual(['With the code']), { timeout: 30_000 });

  // The vault's functions and the passport ask for the same session.
  expect((await second.rpc('vault_snapshot')).error).toBeNull();
  expect((await (await signIn()).rpc('vault_snapshot')).error?.code).toBe('42501');
  expect((await second.rpc('data_passport')).error).toBeNull();

  // As many rows as the service hands out at once.
  const many = Array.from({ length: 1001 }, (_, index) => ({ title: `Task ${index}` }));
  expect((await second.from('tasks').insert(many)).error).toBeNull();
  const read = await second.from('tasks').select('id', { count: 'exact' });
  expect([read.data?.length, read.count]).toEqual([1000, 1003]);

  // A session that was ended opens nothing, however long its token lives.
  const { data } = await second.auth.getSession();
  const token = data.session?.access_token ?? '';
  await second.removeAllChannels();
  expect((await second.auth.signOut({ scope: 'local' })).error).toBeNull();
  const ended = project.connect('anon', token);
  expect((await ended.from('tasks').select('title')).data).toEqual([]);
  expect((await ended.from('tasks').insert({ title: 'After the end' })).error?.code).toBe('42501');
});

test('whatever older projects give away by themselves, neither key writes or reads what the migrations keep from it', async () => {
  const stranger = project.connect();
  for (const table of ['tasks', 'vault_entries', 'activity_logs', 'notifications', 'notes']) {
    expect((await stranger.from(table).select('*')).data ?? []).toEqual([]);
    expect((await stranger.from(table).insert({})).error).not.toBeNull();
  }
  expect((await project.connect('service').from('activity_logs').delete().neq('activity_type', '')).error?.code).toBe('42501');
});
