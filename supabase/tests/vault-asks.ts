import { randomUUID } from 'node:crypto';
import type { Caller } from '@castellan/platform/core/caller';
import { runAs } from '@castellan/platform/core/run-as';
import type pg from 'pg';
import { requestFactsOfTest, sqlStateOf } from './law-database.ts';
import type { Person } from './people.ts';

// What a vault is made of, as far as its database tells one text from another.
export const keyId = 'k'.repeat(22);
/** What heads seal as their chain is a digest like any other to the database. */
export const chain = 'c'.repeat(43);
export const head = (text: string) => ({ part: -1, envelope: `m2.${text}` });
export const entry = (text: string, id = randomUUID()) => ({ id, category: 'work', favorite: true, password_encrypted: `v2.${text}` });
export const slot = (kind: string, key = keyId) => ({ id: randomUUID(), kind, key_id: key, parameters: { passes: 3 }, wrapped: 's2.x' });
/** The text of a sealed record. */
export const sealedText = (version: number, letter = 'c', key = keyId) => `r2.${key}.${version}.${letter.repeat(123)}`;
/** A vault with a master and a head; what else it has is handed in. */
export const newVault = (more: object = {}) => ({
  ...{ vault_id: randomUUID(), slots: [slot('master')], parts: [head('one')], chain },
  ...more,
});

/** A person with claims that a token may say. */
export const claiming = ({ caller }: Person, claims: object): Caller => ({ ...caller, claims: { ...caller.claims, ...claims } }) as Caller;

/** A person whose proofs of these kinds were given so many seconds ago. */
export function provenAgo(person: Person, seconds: number, ...methods: readonly string[]): Caller {
  const timestamp = Math.floor(Date.now() / 1000) - seconds;
  return claiming(person, { amr: methods.map((method) => ({ method, timestamp })) });
}

/** Asks as a caller, in a transaction of its own that is kept; as the usual one where none is named. */
export function askerOf(requests: pg.Pool, usual: () => Caller) {
  return (text: string, values: readonly unknown[] = [], caller: Caller = usual()): Promise<unknown> =>
    runAs(
      requests,
      caller,
      requestFactsOfTest,
      async (client) => (await client.query<{ answer: unknown }>(text, [...values])).rows[0]?.answer,
    );
}

/** How the database refused what was asked; what it accepted fails the comparison and is shown. */
export async function refusalOf(asked: Promise<unknown>): Promise<unknown> {
  try {
    return { accepted: await asked };
  } catch (error) {
    const detail = typeof error === 'object' && error !== null && 'detail' in error ? error.detail : undefined;
    return { sqlState: sqlStateOf(error), detail };
  }
}
