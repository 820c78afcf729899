import { anonymousCaller, type Caller } from '@castellan/platform/core/caller';
import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { attempt, insufficientPrivilege, type LawDatabase, openLawDatabase } from './law-database.ts';
import { addAccount, addOwner, addSession, revokeSession, serviceCaller, verifyFactor } from './people.ts';
import { type CallerName, callerNames } from './policy-matrix.ts';
import { storageCommands, storageLaws, storageRows } from './storage-matrix.ts';

type Scene = { readonly pool: pg.Pool; readonly caller: Caller };

const before = await openLawDatabase();
const after = await openLawDatabase();
afterAll(() => Promise.all([before.drop(), after.drop()]));
const scenes = await setTheScenes();

async function addOwnerWithRows(law: LawDatabase): Promise<string> {
  for (const statement of storageRows) await law.machine.query(statement);
  return addOwner(law.superuser, law.auth);
}

async function setTheScenes(): Promise<Readonly<Record<CallerName, Scene>>> {
  const early = await addOwnerWithRows(before);
  const late = await addOwnerWithRows(after);
  await verifyFactor(after.auth, late);
  const revoked = await addSession(after.superuser, late, 'aal2');
  await revokeSession(after.superuser, revoked);
  const pool = after.requests;
  return {
    anon: { pool, caller: anonymousCaller },
    'another user': { pool, caller: (await addSession(after.superuser, await addAccount(after.superuser), 'aal2')).caller },
    'owner aal1 before the first factor': {
      pool: before.requests,
      caller: (await addSession(before.superuser, early, 'aal1')).caller,
    },
    'owner aal1 after the first factor': { pool, caller: (await addSession(after.superuser, late, 'aal1')).caller },
    'owner aal2': { pool, caller: (await addSession(after.superuser, late, 'aal2')).caller },
    'owner aal2, session revoked': { pool, caller: revoked.caller },
    service: { pool, caller: serviceCaller },
  };
}

describe.each(Object.entries(storageLaws))('%s', (_name, { statements, outcomes }) => {
  describe.each(callerNames)('as %s', (callerName) => {
    test.each(storageCommands)('%s gets what the matrix says', async (command) => {
      const { pool, caller } = scenes[callerName];
      const answer = await attempt(pool, caller, { text: statements[command] });
      const refusal = !answer.ok && answer.sqlState === insufficientPrivilege ? 'refused' : undefined;
      const outcome = answer.ok ? (answer.count > 0 ? 'everything' : 'nothing') : (refusal ?? `${answer.sqlState}: ${answer.message}`);
      expect(outcome).toBe(outcomes[callerName][command]);
    });
  });
});

test('what an object holds is written by no caller', async () => {
  for (const callerName of ['anon', 'another user', 'owner aal2'] as const) {
    const { pool, caller } = scenes[callerName];
    for (const text of [
      `update storage.objects set content = repeat('c', 64)`,
      `insert into storage.objects (bucket_id, name, content) values ('full', 'x', repeat('c', 64))`,
    ]) {
      expect(await attempt(pool, caller, { text })).toMatchObject({ ok: false, sqlState: insufficientPrivilege });
    }
  }
});

test('policies can tell the parts of a name', async () => {
  const { rows } = await after.machine.query(
    `select storage.foldername(name) as folder, storage.filename(name) as file, storage.extension(name) as extension
      from unnest(array['a/b/c.tar.gz', 'plain']) as name`,
  );
  expect(rows).toEqual([
    { folder: ['a', 'b'], file: 'c.tar.gz', extension: 'gz' },
    { folder: [], file: 'plain', extension: 'plain' },
  ]);
});
