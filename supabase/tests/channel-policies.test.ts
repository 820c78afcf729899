import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anonymousCaller, type Caller } from '@castellan/platform/core/caller';
import { afterAll, expect, test } from 'vitest';
import { attempt, openLawDatabase } from './law-database.ts';
import { addAccount, addOwner, addSession, verifyFactor } from './people.ts';

const law = await openLawDatabase();
afterAll(law.drop);
const ownerId = await addOwner(law.superuser, law.auth);
const owner = await addSession(law.superuser, ownerId, 'aal2');
await verifyFactor(law.auth, ownerId);
const guest = await addSession(law.superuser, await addAccount(law.superuser), 'aal1');

async function rightsOf(caller: Caller, topic: string): Promise<readonly string[]> {
  const answer = await attempt(law.requests, caller, { text: 'select * from realtime.channel_rights($1)', values: [topic] });
  return answer.ok ? Object.keys(answer.rows[0] ?? {}).filter((right) => answer.rows[0]?.[right] === true) : [answer.message];
}

test('the documented policy lets everybody signed in hear one channel, and leaves the others the owner’s', async () => {
  const documents = readFileSync(join(import.meta.dirname, '../../docs/backend.md'), 'utf8');
  const [policy = ''] = /create policy [^;]* on realtime\.messages [^;]*;/.exec(documents) ?? [];
  expect(await rightsOf(guest.caller, 'news')).toEqual([]);
  // Written by the product's owner, as on a hosted project.
  await law.machine.query(policy);
  expect(await rightsOf(guest.caller, 'news')).toEqual(['hears_broadcasts']);
  expect(await rightsOf(guest.caller, 'vault')).toEqual([]);
  expect(await rightsOf(anonymousCaller, 'news')).toEqual([]);
  const all = ['hears_broadcasts', 'sends_broadcasts', 'hears_presence', 'sends_presence'];
  for (const topic of ['news', 'vault']) expect(await rightsOf(owner.caller, topic)).toEqual(all);
});
