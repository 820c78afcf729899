import { type Result, succeed } from '@castellan/foundation/result';
import { runCheck } from '@castellan/probes/judgement';
import type { CommandBody, CommandCall, ToolFailure } from '../../../server/tools/tool.ts';
import { encodeBase64Url } from '../knowledge/base64url.ts';
import { readClaims } from '../knowledge/claims.ts';
import { type Decryption, decryptJwe } from '../knowledge/jwe/decrypt-jwe.ts';
import { lintJwe } from '../knowledge/jwe/lint-jwe.ts';
import { parseJwe } from '../knowledge/jwe/parse-jwe.ts';
import { lintToken } from '../knowledge/lint-token.ts';
import { readNestedToken } from '../knowledge/read-token.ts';
import { textOf } from '../knowledge/text-bytes.ts';
import { worstFirst } from '../knowledge/token-finding.ts';
import { readKeyFile, readToken } from './command-input.ts';

/** `decrypt TOKEN --key FILE`: the content, and what is wrong with the encryption and with a signed token in it. */
export async function decryptCommand(word: string, call: CommandCall): Promise<Result<CommandBody, ToolFailure>> {
  const given = await readToken(word, call);
  if (!given.ok) return given;
  const { token, target } = given.value;
  const parsed = parseJwe(token, call.flags['any-serialization'] === true ? 'any' : 'compact');
  if (!parsed.ok) {
    const { code, part, at, message } = parsed.failure;
    return succeed({ target, verdict: message, findings: [], decrypted: false, code, part, at });
  }
  const keys = await readKeyFile(call, 'decrypt');
  if (!keys.ok) return keys;
  const outcome = await decryptJwe(parsed.value, keys.value);
  const nested = outcome.plaintext === undefined ? undefined : readNestedToken({ payload: outcome.plaintext });
  const nowSeconds = Math.floor(call.ports.clock.nowMs() / 1000);
  const findings = worstFirst([...lintJwe(parsed.value, outcome), ...(nested === undefined ? [] : lintToken(nested.jws, nowSeconds))]);
  const { header, serialization } = parsed.value;
  const facts = { decrypted: outcome.plaintext !== undefined, code: outcome.code, serialization, header };
  return succeed({ target, verdict: outcome.reason, findings, checks: [checkOf(outcome)], ...facts, ...factsOf(outcome, nested?.text) });
}

function checkOf({ code, reason, plaintext }: Decryption) {
  const isOpen = code === 'algorithm_unavailable' || code === 'limit' || code === 'key_type';
  return runCheck<boolean>({
    id: 'decryption',
    title: 'The key decrypts the token',
    look: () =>
      isOpen ? { reason: reason.replace(/\.$/, ''), subject: 'the content', bars: 'grade' } : { evidence: plaintext !== undefined },
    weigh: (isDecrypted) => (isDecrypted ? undefined : 'high'),
  });
}

/** Claims, a token in the token, a text, or bytes in base64url. */
function factsOf({ plaintext }: Decryption, nested: string | undefined): object {
  if (plaintext === undefined) return {};
  const claims = readClaims(plaintext);
  if (claims !== undefined) return { claims };
  if (nested !== undefined) return { token: nested };
  const text = textOf(plaintext);
  return text === undefined ? { contentBase64Url: encodeBase64Url(plaintext) } : { content: text };
}

/** `--content`: what was decrypted, alone. Bytes that are no text are in base64url. */
export function contentOf(report: object): string {
  const { claims, token, content, contentBase64Url }: Readonly<Record<string, unknown>> = { ...report };
  const text = claims === undefined ? (token ?? content ?? contentBase64Url) : JSON.stringify(claims, null, 2);
  return text === undefined ? '' : `${String(text)}\n`;
}
