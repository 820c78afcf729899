import { webcrypto } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import { type CommandCall, refuseInput, type Tool } from '../../../server/tools/tool.ts';
import { judgeToken, type TokenJudgement } from '../knowledge/judge-token.ts';
import type { Jwk } from '../knowledge/jwk.ts';
import { lintToken } from '../knowledge/lint-token.ts';
import { type Jws, parseCompact, parseJws } from '../knowledge/parse-jws.ts';
import { readKeys } from '../knowledge/read-keys.ts';
import { readNestedToken, readPastedToken } from '../knowledge/read-token.ts';
import { textOf, utf8 } from '../knowledge/text-bytes.ts';
import type { TokenFinding } from '../knowledge/token-finding.ts';
import { verifyJws } from '../knowledge/verify-jws.ts';

/** Tokens are verified and checked on the command line; the page does so in the visitor's browser. */
export const jwtLabTool: Tool = {
  id: 'jwt-lab',
  schemaVersion: 2,
  usage: ['jwt-lab verify TOKEN --key FILE [--base64url] [--detached FILE] [--any-serialization]', 'jwt-lab lint TOKEN'],
  flags: {
    key: { type: 'string' },
    base64url: { type: 'boolean' },
    detached: { type: 'string' },
    'any-serialization': { type: 'boolean' },
  },
  command: (call) => {
    const [verb, token, ...more] = call.words;
    if ((verb !== 'verify' && verb !== 'lint') || token === undefined || more.length > 0) return undefined;
    return run(verb, token, call);
  },
};

async function run(verb: 'verify' | 'lint', word: string, { flags, readInput, ports }: CommandCall) {
  const given = word === '-' ? await readInput('-') : succeed(utf8(word));
  if (!given.ok) return given;
  const text = textOf(new Uint8Array(given.value));
  if (text === undefined) return refuseInput('The token is not UTF-8.');
  const token = readPastedToken(text);
  const target = `token of ${token.length} characters`;
  const parsed = flags['any-serialization'] === true ? parseJws(token) : parseCompact(token);
  if (!parsed.ok) {
    const { code, part, at, message } = parsed.failure;
    return succeed({ target, verdict: message, findings: [], valid: false, reason: message, code, part, at });
  }
  const nowSeconds = Math.floor(ports.clock.nowMs() / 1000);
  const nested = readNestedToken(parsed.value);
  if (verb === 'lint') {
    const findings = lintBoth(parsed.value, nested?.jws, nowSeconds);
    const judged = judgeToken(parsed.value, nowSeconds);
    return succeed({ target, verdict: judged.reason, findings, ...judged, code: codeOf(judged, 'well_formed') });
  }
  const keys = await readKeyFile(flags, readInput);
  if (!keys.ok) return keys;
  const detached = typeof flags['detached'] === 'string' ? await readInput(flags['detached']) : undefined;
  if (detached?.ok === false) return detached;
  const content = detached === undefined ? undefined : new Uint8Array(detached.value);
  const outer = await verifyJws(parsed.value, keys.value, webcrypto.subtle, content);
  const inner = nested === undefined ? undefined : await verifyJws(nested.jws, keys.value, webcrypto.subtle);
  const judged = judgeToken(parsed.value, nowSeconds, { outer, inner });
  const findings = lintBoth(parsed.value, nested?.jws, nowSeconds, outer.key);
  return succeed({ target, verdict: judged.reason, findings, ...judged, code: codeOf(judged, outer.code) });
}

/** Findings of a token, and of the one in it. */
function lintBoth(jws: Jws, inner: Jws | undefined, nowSeconds: number, key?: Jwk): readonly TokenFinding[] {
  return [...lintToken(jws, nowSeconds, key), ...(inner === undefined ? [] : lintToken(inner, nowSeconds))];
}

/** What fails first, where the signature does not: `time`, `claims`. */
function codeOf({ checks }: TokenJudgement, signature: string): string {
  const failed = checks.find(({ state }) => state === 'failed');
  if (failed === undefined) return signature;
  return failed.id === 'signature' ? (signature === 'well_formed' ? 'alg_none' : signature) : failed.id;
}

/** The keys of `--key FILE`: JWK, JWK Set, PEM, or a secret, whose last line break is not part of it. */
async function readKeyFile(flags: CommandCall['flags'], readInput: CommandCall['readInput']) {
  const { key: path } = flags;
  if (typeof path !== 'string') return refuseInput('verify wants --key FILE.');
  const bytes = await readInput(path);
  if (!bytes.ok) return bytes;
  const text = textOf(new Uint8Array(bytes.value));
  if (text === undefined) return refuseInput('The key file is not UTF-8. Give binary secrets in base64url, with --base64url.');
  const keys = await readKeys(text.replace(/\r?\n$/, ''), flags['base64url'] === true, webcrypto.subtle);
  return keys.ok ? succeed<readonly Jwk[]>(keys.value) : refuseInput(keys.failure.message);
}
