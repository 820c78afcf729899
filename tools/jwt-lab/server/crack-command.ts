import { setImmediate } from 'node:timers/promises';
import { type Result, succeed } from '@castellan/foundation/result';
import { type CommandBody, type CommandCall, refuseInput, type ToolFailure } from '../../../server/tools/tool.ts';
import { variationsOf } from '../knowledge/crack/guess-secret.ts';
import { knownSecretFinding } from '../knowledge/lint-key.ts';
import { textOf } from '../knowledge/text-bytes.ts';
import { parseGiven, readFlagFile, readToken } from './command-input.ts';
import { createHmacGuess, knownSecrets } from './guess-hmac.ts';

/** Guesses between two looks at whether the person cancelled: some 50 ms. */
const batchSize = 20_000;

/** `crack TOKEN [--words FILE] [--variations]`: the known secrets, then each line of the file, byte by byte. */
export async function crackCommand(word: string, call: CommandCall): Promise<Result<CommandBody, ToolFailure>> {
  const given = await readToken(word, call);
  if (!given.ok) return given;
  const parsed = parseGiven(given.value, call.flags);
  if ('report' in parsed) return succeed(parsed.report);
  const isSecret = createHmacGuess(parsed.jws);
  if (isSecret === undefined) return refuseInput('The token has no HMAC signature: there is no secret to guess.');
  const list = await readFlagFile('words', call);
  if (!list.ok) return list;
  const outcome = await crack(isSecret, guessesOf(list.value, call.flags['variations'] === true), call);
  const { target } = given.value;
  const { secret, tried, seconds } = outcome;
  const facts = { tried, seconds, perSecond: Math.round(tried / Math.max(seconds, 0.001)) };
  if (secret === undefined)
    return succeed({
      target,
      verdict: `Not cracked: none of ${tried.toLocaleString('en-GB')} secrets fits.`,
      findings: [],
      cracked: false,
      ...facts,
    });
  const text = textOf(new Uint8Array(Buffer.from(secret)));
  return succeed({
    target,
    verdict: 'Cracked: the HMAC secret is known.',
    findings: [knownSecretFinding(text ?? Buffer.from(secret).toString('hex'))],
    cracked: true,
    ...(text === undefined ? { secretHex: Buffer.from(secret).toString('hex') } : { secret: text }),
    ...facts,
  });
}

type Guess = string | Uint8Array;

/** In order: what is known, then the lines of a list. Lists of leaked passwords are not always UTF-8: their lines stay bytes. */
function* guessesOf(list: Uint8Array | undefined, withVariations: boolean): Generator<Guess> {
  yield* knownSecrets();
  if (list === undefined) return;
  for (let from = 0; from < list.length; ) {
    const found = list.indexOf(10, from);
    const end = found < 0 ? list.length : found;
    const line = list.subarray(from, list[end - 1] === 13 && end > from ? end - 1 : end);
    from = end + 1;
    if (line.length === 0) continue;
    const text = withVariations ? textOf(new Uint8Array(line)) : undefined;
    if (text === undefined) yield line;
    else yield* variationsOf(text);
  }
}

type Outcome = { readonly secret: Guess | undefined; readonly tried: number; readonly seconds: number };

async function crack(
  isSecret: (secret: Guess) => boolean,
  guesses: Iterable<Guess>,
  { ports, signal, say }: CommandCall,
): Promise<Outcome> {
  const startedAtMs = ports.clock.nowMs();
  const secondsSince = () => (ports.clock.nowMs() - startedAtMs) / 1000;
  let tried = 0;
  for (const guess of guesses) {
    tried += 1;
    if (isSecret(guess)) return { secret: guess, tried, seconds: secondsSince() };
    if (tried % batchSize !== 0) continue;
    if (tried % (batchSize * 50) === 0) say({ done: 0, doing: `${tried.toLocaleString('en-GB')} secrets tried` });
    await setImmediate();
    if (signal.aborted) break;
  }
  return { secret: undefined, tried, seconds: secondsSince() };
}
