import { webcrypto } from 'node:crypto';
import { type Result, succeed } from '@castellan/foundation/result';
import { type CommandBody, type CommandCall, refuseInput, type ToolFailure } from '../../../server/tools/tool.ts';
import type { Jwk } from '../knowledge/jwk.ts';
import { type Jws, parseCompact, parseJws } from '../knowledge/parse-jws.ts';
import { readKeys } from '../knowledge/read-keys.ts';
import { readPastedToken } from '../knowledge/read-token.ts';
import { textOf, utf8 } from '../knowledge/text-bytes.ts';

/** What a command was given: the token's text without what it was copied with, and how reports call it. */
export type GivenToken = { readonly token: string; readonly target: string };

/** The token that a word is, or standard input where the word is `-`. */
export async function readToken(word: string, { readInput }: Pick<CommandCall, 'readInput'>): Promise<Result<GivenToken, ToolFailure>> {
  const given = word === '-' ? await readInput('-') : succeed(utf8(word));
  if (!given.ok) return given;
  const text = textOf(new Uint8Array(given.value));
  if (text === undefined) return refuseInput('The token is not UTF-8.');
  const token = readPastedToken(text);
  return succeed({ token, target: `token of ${token.length} characters` });
}

/** The signed token, or the report that says why it is none. */
export function parseGiven(
  { token, target }: GivenToken,
  flags: CommandCall['flags'],
): { readonly jws: Jws } | { readonly report: CommandBody & object } {
  const parsed = flags['any-serialization'] === true ? parseJws(token) : parseCompact(token);
  if (parsed.ok) return { jws: parsed.value };
  const { code, part, at, message } = parsed.failure;
  const report = { target, verdict: message, findings: [], valid: false, reason: message, code, part, at };
  return { report };
}

/** The bytes of the file that a flag names; `undefined` where the flag was not given. */
export async function readFlagFile(name: string, { flags, readInput }: CommandCall): Promise<Result<Uint8Array | undefined, ToolFailure>> {
  const path = flags[name];
  return typeof path === 'string' ? readInput(path) : succeed(undefined);
}

/** The keys of `--key FILE`: JWK, JWK Set, PEM, or a secret, whose last line break is not part of it. */
export async function readKeyFile(call: CommandCall, verb: string): Promise<Result<readonly Jwk[], ToolFailure>> {
  const bytes = await readFlagFile('key', call);
  if (!bytes.ok) return bytes;
  if (bytes.value === undefined) return refuseInput(`${verb} needs --key FILE.`);
  const text = textOf(new Uint8Array(bytes.value));
  if (text === undefined) return refuseInput('The key file is not UTF-8. Give binary secrets in base64url, with --base64url.');
  const keys = await readKeys(text.replace(/\r?\n$/, ''), call.flags['base64url'] === true, webcrypto.subtle);
  return keys.ok ? succeed<readonly Jwk[]>(keys.value) : refuseInput(keys.failure.message);
}
