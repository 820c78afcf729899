import { createHash, randomUUID } from 'node:crypto';
import type { Caller } from '@castellan/platform/core/caller';
import { runAs } from '@castellan/platform/core/run-as';
import type pg from 'pg';
import { requestFactsOfTest, sqlStateOf } from './law-database.ts';
import type { Person } from './people.ts';

// What a vault is made of, as far as its database tells one text from another.
export const keyId = 'k'.repeat(22);
/** Stands for the chain that the vault begins with, and in a change for the one that goes on from the present head (`askerOf`). */
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

/** One state of a vault, as its history names it. */
type Point = { readonly chain: string; readonly digest: string };

/** The chain of a head that is made from these: the frame of docs/vault-security.md, written down a second time. */
export function nextChain(...parents: readonly Point[]): string {
  return framedDigest('castellan.chain.2', 'next', ...parents.flatMap((parent) => [parent.chain, parent.digest]));
}

/** The chain of a vault's first head. */
export function firstChain(ownerId: string, vaultId: string): string {
  return framedDigest('castellan.chain.2', 'first', ownerId, vaultId);
}

function framedDigest(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = Buffer.from(part);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  }
  return hash.digest('base64url');
}

/** Makes a vault of what a test says of it: `chain` becomes the chain that this vault of the caller's begins with. */
function begun(values: readonly unknown[], caller: Caller): unknown[] {
  return values.map((value) => {
    const vault = (typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value) as {
      chain?: unknown;
      vault_id?: unknown;
    } | null;
    const isOne = typeof vault === 'object' && vault !== null && vault.chain === chain && typeof vault.vault_id === 'string';
    const ownerId = String(caller.claims?.sub ?? '');
    return isOne ? JSON.stringify({ ...vault, chain: firstChain(ownerId, String(vault.vault_id)) }) : value;
  });
}

/** What a change of the vault says besides. */
type Change = { readonly chain?: unknown; readonly joined?: { readonly parents?: readonly Point[] } };

/**
 * Asks as a caller, in a transaction of its own that is kept; as the usual one where none is named. A change that says `chain` is given
 * the one that goes on from the head which `keeper` finds: tests that are about something else need not know it.
 */
export function askerOf(requests: pg.Pool, usual: () => Caller, keeper?: Pick<pg.Pool, 'query'>) {
  const present = async (): Promise<Point> => {
    const found = await keeper?.query<Point>('select chain, digest from private.vault_links order by epoch desc limit 1');
    return found?.rows[0] ?? { chain, digest: chain };
  };
  return async (text: string, values: readonly unknown[] = [], caller: Caller = usual()): Promise<unknown> => {
    let [given, sent] = [text, /(create|upgrade|replace)_vault\(/.test(text) ? begun(values, caller) : [...values]];
    if (keeper !== undefined && text.includes('write_vault(')) {
      const written = sent[2];
      const change = (typeof written === 'string' ? JSON.parse(written) : written) as Change | null;
      const parents = change?.joined?.parents;
      const isJoined = Array.isArray(parents) && parents.every((parent) => typeof parent === 'object');
      const next = nextChain(...(isJoined ? parents : [await present()]));
      given = text.replace(chain, next);
      if (change?.chain === chain) sent = [...sent.slice(0, 2), JSON.stringify({ ...change, chain: next })];
    }
    return runAs(
      requests,
      caller,
      requestFactsOfTest,
      async (client) => (await client.query<{ answer: unknown }>(given, sent)).rows[0]?.answer,
    );
  };
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
