import { integer, numberIn, octets, readRow, type Tagged, tagged, textIn } from '../listeners/ber.ts';
import { bytesOf } from '../listeners/recognised.ts';
import type { SignIn } from '../scan-facts.ts';

const message = (id: number, operation: readonly number[]) => Uint8Array.from(tagged(0x30, [...integer(id), ...operation]));

/** A bind without a name and a password (RFC 4513 §5.1.1). */
export function writeAnonymousBind(id: number): Uint8Array {
  return message(id, tagged(0x60, [...integer(3), ...octets(''), ...tagged(0x80, [])]));
}

/** Ends the session (RFC 4511 §4.3). */
export function writeUnbind(id: number): Uint8Array {
  return message(id, [0x42, 0]);
}

const scopes = { base: 0, subtree: 2 } as const;

function writeSearch(id: number, base: string, scope: keyof typeof scopes, attribute: string): Uint8Array {
  // One entry is enough, within five seconds.
  const limits = [10, 1, scopes[scope], 10, 1, 0, ...integer(1), ...integer(5), 1, 1, 0];
  const filter = tagged(0x87, [...bytesOf('objectClass')]);
  return message(id, tagged(0x63, [...octets(base), ...limits, ...filter, ...tagged(0x30, octets(attribute))]));
}

/** Asks for the places where a directory's entries begin. Everybody may read them (RFC 4512 §5.1). */
export function writeContextsSearch(id: number): Uint8Array {
  return writeSearch(id, '', 'base', 'namingContexts');
}

/** Asks for one entry below a place, without any of its attributes (RFC 4511 §4.5.1.8). */
export function writeEntrySearch(id: number, context: string): Uint8Array {
  return writeSearch(id, context, 'subtree', '1.1');
}

/** Whether the answer to a message has come to its end: an operation that is not one of several. */
export function isWholeLdapAnswer(id: number): (bytes: Uint8Array) => boolean {
  return (bytes) => operationsOf(bytes, id).some(({ tag }) => tag === 0x61 || tag === 0x65);
}

/** The operations that came in answer to a message, those that are whole. */
function operationsOf(bytes: Uint8Array, id: number): readonly Tagged[] {
  return readRow(bytes, { from: 0, to: bytes.length }).flatMap((one) => {
    const [number, operation] = readRow(bytes, one);
    return one.tag === 0x30 && number !== undefined && operation !== undefined && numberIn(bytes, number) === id ? [operation] : [];
  });
}

function resultOf(bytes: Uint8Array, id: number, tag: number): number | undefined {
  const done = operationsOf(bytes, id).find((operation) => operation.tag === tag);
  const [code] = done === undefined ? [] : readRow(bytes, done);
  return code?.tag === 10 ? numberIn(bytes, code) : undefined;
}

/** Codes by which a directory says that it binds nobody without a password (RFC 4511 §4.1.9). */
const refusals: ReadonlySet<number> = new Set([7, 8, 13, 48, 49, 50, 53]);

/** What the answer to the bind means. Total. */
export function readAnonymousBind(bytes: Uint8Array, id: number): Pick<SignIn, 'outcome' | 'said'> {
  const code = resultOf(bytes, id, 0x61);
  if (code === undefined) return { outcome: 'unclear', said: 'no response' };
  if (code === 0) return { outcome: 'accepted', said: 'bind succeeded' };
  return { outcome: refusals.has(code) ? 'refused' : 'unclear', said: `result code ${code}` };
}

/** The places where entries begin, three at most. Total. */
export function readContexts(bytes: Uint8Array, id: number): readonly string[] {
  const entry = operationsOf(bytes, id).find(({ tag }) => tag === 0x64);
  const [, attributes] = entry === undefined ? [] : readRow(bytes, entry);
  const values = attributes === undefined ? [] : readRow(bytes, attributes).flatMap((attribute) => readRow(bytes, attribute).slice(1));
  return values
    .flatMap((set) => readRow(bytes, set).map((value) => textIn(bytes, value)))
    .filter((context) => context !== '')
    .slice(0, 3);
}

/** Whether an entry was shown. */
export function showsEntry(bytes: Uint8Array, id: number): boolean {
  return operationsOf(bytes, id).some(({ tag }) => tag === 0x64);
}

/** A directory's answer is read so far as it came: of a message that is longer than this only its beginning. */
export const maxLdapBytes = 65_536;
