import { anonymousCaller, type Caller } from '@castellan/platform/core/caller';
import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { type Answer, attempt, insufficientPrivilege, type LawDatabase, openLawDatabase } from './law-database.ts';
import { addAccount, addOwner, addSession, revokeSession, serviceCaller, verifyFactor } from './people.ts';
import {
  type CallerName,
  type Command,
  callerNames,
  commands,
  functionLaws,
  type Outcome,
  type TableLaw,
  tableLaws,
} from './policy-matrix.ts';
import { messageCommands, messageLaws, messagesTable } from './policy-matrix-realtime.ts';

type Scene = {
  readonly pool: pg.Pool;
  readonly caller: Caller;
  /** In whose name the caller writes: their own, or for callers who are nobody the owner's. */
  readonly userId: string;
  readonly foreignUserId: string;
};

const before = await openLawDatabase();
const after = await openLawDatabase();
afterAll(() => Promise.all([before.drop(), after.drop()]));
const scenes = await setTheScenes();

/** Two databases, since the first verified factor cannot be taken back: one on each side of it. Both users have rows in every table. */
async function setTheScenes(): Promise<Readonly<Record<CallerName, Scene>>> {
  const early = await addPeople(before);
  const late = await addPeople(after);
  await verifyFactor(after.auth, late.ownerId);
  const revoked = await addSession(after.superuser, late.ownerId, 'aal2');
  await revokeSession(after.superuser, revoked);
  const other = await addSession(after.superuser, late.otherId, 'aal2');
  const asOwner = { pool: after.requests, userId: late.ownerId, foreignUserId: late.otherId };
  return {
    anon: { ...asOwner, caller: anonymousCaller },
    'another user': { pool: after.requests, userId: late.otherId, foreignUserId: late.ownerId, caller: other.caller },
    'owner aal1 before the first factor': {
      pool: before.requests,
      userId: early.ownerId,
      foreignUserId: early.otherId,
      caller: (await addSession(before.superuser, early.ownerId, 'aal1')).caller,
    },
    'owner aal1 after the first factor': { ...asOwner, caller: (await addSession(after.superuser, late.ownerId, 'aal1')).caller },
    'owner aal2': { ...asOwner, caller: (await addSession(after.superuser, late.ownerId, 'aal2')).caller },
    'owner aal2, session revoked': { ...asOwner, caller: revoked.caller },
    service: { ...asOwner, caller: serviceCaller },
  };
}

async function addPeople(law: LawDatabase): Promise<{ readonly ownerId: string; readonly otherId: string }> {
  const ownerId = await addOwner(law.superuser, law.auth);
  const otherId = await addAccount(law.superuser);
  for (const { insert } of Object.values(tableLaws)) {
    await law.machine.query(insert, [ownerId]);
    await law.machine.query(insert, [otherId]);
  }
  await law.machine.query(`insert into ${messagesTable} (topic, extension) values ('vault', 'broadcast')`);
  return { ownerId, otherId };
}

function statementOf(name: string, law: TableLaw, command: Command, scene: Scene) {
  switch (command) {
    case 'select':
      return { text: `select user_id from ${name}` };
    case 'insert':
      return { text: `${law.insert} returning user_id`, values: [scene.userId] };
    case 'insert foreign':
      return { text: `${law.insert} returning user_id`, values: [scene.foreignUserId] };
    case 'update':
      return { text: `${law.update} returning user_id` };
    case 'delete':
      return { text: `delete from ${name} returning user_id` };
    case 'truncate':
      return { text: `truncate ${name} cascade` };
  }
}

function outcomeOf(answer: Answer, scene: Scene): Outcome | string {
  if (!answer.ok) return answer.sqlState === insufficientPrivilege ? 'refused' : `${answer.sqlState}: ${answer.message}`;
  const users = new Set(answer.rows.map((row) => row['user_id']));
  if (users.has(scene.foreignUserId)) return 'everything';
  return users.has(scene.userId) ? 'own' : 'nothing';
}

describe.each(Object.entries(tableLaws))('%s', (name, law) => {
  describe.each(callerNames)('as %s', (callerName) => {
    test.each(commands)('%s gets what the matrix says', async (command) => {
      const scene = scenes[callerName];
      const answer = await attempt(scene.pool, scene.caller, statementOf(name, law, command, scene));
      expect(outcomeOf(answer, scene)).toBe(law.outcomes[callerName][command]);
    });
  });
});

describe.each(Object.entries(functionLaws))('%s', (_signature, law) => {
  test.each(callerNames)('as %s answers what the matrix says', async (callerName) => {
    const { pool, caller, userId } = scenes[callerName];
    const answer = await attempt(pool, caller, {
      text: `select ($1::uuid is null or true) as asked, (${law.call}) as answer`,
      values: [userId],
    });
    const given = answer.ok ? answer.rows[0]?.['answer'] : answer.sqlState;
    expect(given).toBe(law.outcomes[callerName] === 'refused' ? insufficientPrivilege : law.outcomes[callerName]);
  });
});

describe.each(callerNames)('realtime.messages, as %s', (callerName) => {
  const { outcomes, mayUseChannels } = messageLaws[callerName];

  test.each(Object.entries(outcomes))('%s is answered with: %s', async (command, outcome) => {
    const { pool, caller } = scenes[callerName];
    const answer = await attempt(pool, caller, { text: messageCommands[command as keyof typeof outcomes] });
    const given = answer.ok ? (answer.count > 0 ? 'everything' : 'nothing') : answer.sqlState;
    expect(given).toBe(outcome === 'refused' ? insufficientPrivilege : outcome);
  });

  test.each(['vault', '', 'a topic that nobody has heard of', '*'])(
    'a channel named "%s" is open to whom the matrix says',
    async (topic) => {
      const { pool, caller } = scenes[callerName];
      const answer = await attempt(pool, caller, { text: 'select * from realtime.channel_rights($1)', values: [topic] });
      const may = mayUseChannels;
      const rights = { hears_broadcasts: may, sends_broadcasts: may, hears_presence: may, sends_presence: may };
      expect(answer.ok ? answer.rows : answer).toEqual([rights]);
    },
  );

  test('outside of such a question there is no topic, and rows for it cannot be placed', async () => {
    const { pool, caller } = scenes[callerName];
    expect(await attempt(pool, caller, { text: 'select realtime.topic() as topic' })).toMatchObject({ rows: [{ topic: null }] });
    expect(await attempt(pool, caller, { text: `select realtime.place_probes('vault')` })).toMatchObject({
      sqlState: insufficientPrivilege,
    });
  });
});

test('a stranger’s question about a channel writes nothing', async () => {
  const { pool, caller } = scenes.anon;
  const text = `select pg_current_xact_id_if_assigned() is null as "wroteNothing" from realtime.channel_rights('vault')`;
  expect(await attempt(pool, caller, { text })).toMatchObject({ rows: [{ wroteNothing: true }] });
});
