import { utf8 } from '@castellan/foundation/bytes';
import { fail, type Result, succeed } from '@castellan/foundation/result';

/** One question to a breach service: the first five characters of the hashes it is about, never more. */
export type RangeQuery = {
  /** Five upper-case hexadecimal characters. */
  readonly prefix: string;
  /** To be joined to the configured base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The rest of each hash asked about, and the entries that have it. Stays here. */
  readonly suffixes: ReadonlyMap<string, readonly string[]>;
};

/** Why a range's answer cannot be read. */
export type RangeFailure = { readonly code: 'range_not_readable' };

const maxAnswerCharacters = 1_000_000;

/**
 * Groups passwords by the first five characters of their SHA-1, as k-anonymity wants it (https://haveibeenpwned.com/API/v3
 * #PwnedPasswords): the service learns a prefix that about a thousand breached passwords share. `Add-Padding` makes all answers
 * alike in size. Equal passwords are asked about once.
 */
export async function planBreachQueries(
  entries: readonly { readonly id: string; readonly password: string }[],
  sha1: (data: Uint8Array) => Promise<Uint8Array>,
): Promise<readonly RangeQuery[]> {
  const byPassword = new Map<string, string[]>();
  for (const { id, password } of entries) {
    if (password === '') continue;
    const ids = byPassword.get(password);
    if (ids === undefined) byPassword.set(password, [id]);
    else ids.push(id);
  }
  const ranges = new Map<string, Map<string, readonly string[]>>();
  for (const [password, ids] of byPassword) {
    const digest = await sha1(utf8(password));
    const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase();
    const suffixes = ranges.get(hash.slice(0, 5)) ?? new Map<string, readonly string[]>();
    ranges.set(hash.slice(0, 5), suffixes.set(hash.slice(5), ids));
  }
  return [...ranges]
    .map(([prefix, suffixes]) => ({ prefix, path: `range/${prefix}`, headers: { 'Add-Padding': 'true' }, suffixes }))
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
}

/**
 * The entries of a query whose passwords are in the answer, with how often each was seen. An answer is lines of
 * `35 hexadecimal characters:count`; rows with count 0 are padding. Anything else in it makes it no answer.
 */
export function readBreachRange(query: RangeQuery, answer: string): Result<ReadonlyMap<string, number>, RangeFailure> {
  if (answer.length > maxAnswerCharacters) return fail({ code: 'range_not_readable' });
  const found = new Map<string, number>();
  for (const line of answer.split(/\r?\n/)) {
    if (line === '') continue;
    const row = /^([0-9A-F]{35}):(\d{1,12})$/i.exec(line);
    if (row?.[1] === undefined) return fail({ code: 'range_not_readable' });
    const count = Number(row[2]);
    for (const id of (count > 0 && query.suffixes.get(row[1].toUpperCase())) || []) found.set(id, count);
  }
  return succeed(found);
}
