import { fail, type Result, succeed } from '@castellan/foundation/result';
import { maxInput } from '../buttons.ts';
import { fnvOf } from '../fnv.ts';
import { gameIds } from '../game.ts';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';
import { type ByteReader, createByteReader, numberBytes } from './byte-reader.ts';
import { type InputRun, maxReplayBytes, maxReplaySteps, type Replay, stepsOf } from './replay.ts';

/** Why a text is no replay that could be played. */
export type ReplayTextFailure = {
  readonly code: 'not_a_replay' | 'damaged' | 'too_large' | 'too_long';
};

/** The first byte of every replay: this format. */
const format = 1;

/** Modes by their number in the format, of all games; new ones go to the end. */
const modes = ['walls', 'wrap', 'walls-steps', 'wrap-steps', 'classic'];

/**
 * A replay as text for an address: base64url over format, game, engine, mode, seed, score, the runs of inputs, and a sum over all
 * of it. Fails where the game was longer than can be proved.
 */
export function formatReplay(replay: Replay): Result<string, ReplayTextFailure> {
  if (stepsOf(replay) > maxReplaySteps) return fail({ code: 'too_long' });
  const head = [format, gameIds.indexOf(replay.game), replay.engine, modes.indexOf(replay.mode)];
  if (head.some((byte) => byte < 0)) return fail({ code: 'not_a_replay' });
  const runs = replay.runs.flatMap(({ input, steps }) => numberBytes(steps * (maxInput + 1) + input));
  const bytes = [...head, ...numberBytes(replay.seed), ...numberBytes(replay.score), ...runs];
  const sum = fnvOf(bytes);
  const whole = [...bytes, sum & 0xff, (sum >>> 8) & 0xff, (sum >>> 16) & 0xff, sum >>> 24];
  return whole.length > maxReplayBytes ? fail({ code: 'too_large' }) : succeed(encodeBase64Url(whole));
}

/** The replay that a text holds. It is well-formed and within the limits; whether it could have happened `verifyReplay` finds out. */
export function parseReplay(text: string): Result<Replay, ReplayTextFailure> {
  if (text.length > Math.ceil((maxReplayBytes * 4) / 3)) return fail({ code: 'too_large' });
  const bytes = decodeBase64Url(text);
  // What begins as one and is only letters of the alphabet was cut within a byte.
  if (bytes === undefined && /^AQ[\w-]*$/.test(text)) return fail({ code: 'damaged' });
  if (bytes === undefined || bytes.length < 5 || bytes[0] !== format) return fail({ code: 'not_a_replay' });
  const body = bytes.subarray(0, -4);
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(-4);
  if (fnvOf(body) !== (a | (b << 8) | (c << 16) | (d << 24)) >>> 0) return fail({ code: 'damaged' });
  return readReplay(createByteReader(body));
}

function readReplay(reader: ByteReader): Result<Replay, ReplayTextFailure> {
  reader.byte();
  const game = gameIds[reader.byte() ?? -1];
  const engine = reader.byte();
  const mode = modes[reader.byte() ?? -1];
  const seed = reader.number();
  const score = reader.number();
  if (game === undefined || engine === undefined || mode === undefined || seed === undefined || score === undefined)
    return fail({ code: 'not_a_replay' });
  const runs: InputRun[] = [];
  let stepCount = 0;
  while (!reader.isAtEnd()) {
    const run = reader.number();
    const steps = Math.floor((run ?? 0) / (maxInput + 1));
    if (run === undefined || steps === 0) return fail({ code: 'not_a_replay' });
    stepCount += steps;
    if (stepCount > maxReplaySteps) return fail({ code: 'too_long' });
    runs.push({ input: run % (maxInput + 1), steps });
  }
  return succeed({ game, engine, mode, seed, runs, score });
}
