import { webcrypto } from 'node:crypto';
import { type Result, succeed } from '@castellan/foundation/result';
import { type CommandBody, type CommandCall, refuseInput, type ToolFailure } from '../../../server/tools/tool.ts';
import { type Attack, attacks, forgeToken } from '../knowledge/forge/forge-token.ts';
import { isObject, type JsonObject, parseStrictJson } from '../knowledge/strict-json.ts';
import { textOf } from '../knowledge/text-bytes.ts';
import { parseGiven, readFlagFile, readToken } from './command-input.ts';

/** `forge TOKEN [--attack NAME] [--key FILE] [--claims FILE] [--url ADDRESS]`: without a name, every attack that can be made. */
export async function forgeCommand(word: string, call: CommandCall): Promise<Result<CommandBody, ToolFailure>> {
  const given = await readToken(word, call);
  if (!given.ok) return given;
  const parsed = parseGiven(given.value, call.flags);
  if ('report' in parsed) return succeed(parsed.report);
  const wanted = attacksOf(call.flags['attack']);
  if (wanted === undefined) return refuseInput(`--attack is one of ${attacks.join(', ')}.`);
  const claims = await readClaimsFile(call);
  if (!claims.ok) return claims;
  const key = await readFlagFile('key', call);
  if (!key.ok) return key;
  const keyText = key.value === undefined ? undefined : textOf(new Uint8Array(key.value));
  if (key.value !== undefined && keyText === undefined) return refuseInput('The key file is not UTF-8.');
  const { url } = call.flags;
  const order = {
    jws: parsed.jws,
    attacks: wanted,
    claims: claims.value,
    keyText,
    address: typeof url === 'string' ? url : undefined,
    nowSeconds: Math.floor(call.ports.clock.nowMs() / 1000),
  };
  const { forged, skipped, publish, signingKey } = await forgeToken(order, {
    crypto: webcrypto.subtle,
    randomBytes: call.ports.randomBytes,
  });
  const [missing] = skipped;
  if (forged.length === 0 && missing !== undefined) return refuseInput(`The attack ${missing.attack} was not made: ${missing.reason}.`);
  const { target } = given.value;
  const verdict = `${forged.length} forged ${forged.length === 1 ? 'token' : 'tokens'}. Nothing was sent. Use them only on systems that you are authorised to test.`;
  return succeed({ target, verdict, findings: [], forged, skipped, publish, signingKey });
}

function attacksOf(name: string | boolean | undefined): readonly Attack[] | undefined {
  if (name === undefined) return attacks;
  const found = attacks.filter((attack) => attack === name);
  return found.length === 0 ? undefined : found;
}

async function readClaimsFile(call: CommandCall): Promise<Result<JsonObject | undefined, ToolFailure>> {
  const bytes = await readFlagFile('claims', call);
  if (!bytes.ok) return bytes;
  if (bytes.value === undefined) return succeed(undefined);
  const read = parseStrictJson(new Uint8Array(bytes.value));
  return read.ok && isObject(read.value) ? succeed(read.value) : refuseInput('The claims file is not a JSON object.');
}

/** `--tokens`: the forged tokens alone, one on each line. */
export function tokensOf(report: object): string {
  const forged: unknown = 'forged' in report ? report.forged : [];
  const tokens = (Array.isArray(forged) ? forged : []).map(({ token }: { readonly token: string }) => token);
  return tokens.map((token) => `${token}\n`).join('');
}
