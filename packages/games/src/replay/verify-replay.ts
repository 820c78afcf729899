import { fail, type Result, succeed } from '@castellan/foundation/result';
import { counterfeit } from '../counterfeit/counterfeit.ts';
import type { Game } from '../game.ts';
import { snake } from '../snake/snake.ts';
import type { Replay } from './replay.ts';
import { parseReplay, type ReplayTextFailure } from './replay-text.ts';
import { simulate } from './simulate.ts';

/** A game that was played again from its seed and inputs, and came to the score that it claimed. */
export type VerifiedReplay = {
  readonly replay: Replay;
  readonly score: number;
  readonly steps: number;
  readonly hash: string;
};

/** Why a replay proves nothing. `steps` is how far it was played. */
export type ReplayFailure =
  | ReplayTextFailure
  | { readonly code: 'other_engine'; readonly engine: number }
  | { readonly code: 'unknown_mode' }
  | { readonly code: 'not_ended'; readonly steps: number }
  | { readonly code: 'goes_on_after_the_end'; readonly steps: number }
  | { readonly code: 'other_score'; readonly claimed: number; readonly score: number };

/** Plays a replay again and holds it against what it says. Takes at most 36,000 steps. */
export function verifyReplay(text: string): Result<VerifiedReplay, ReplayFailure> {
  const parsed = parseReplay(text);
  if (!parsed.ok) return parsed;
  return parsed.value.game === 'snake' ? verifyBy(snake, parsed.value) : verifyBy(counterfeit, parsed.value);
}

function verifyBy<State>(game: Game<State>, replay: Replay): Result<VerifiedReplay, ReplayFailure> {
  if (replay.engine !== game.engine) return fail({ code: 'other_engine', engine: replay.engine });
  if (!game.modes.includes(replay.mode)) return fail({ code: 'unknown_mode' });
  const { score, hasEnded, steps, stepsLeft, hash } = simulate(game, replay);
  if (!hasEnded) return fail({ code: 'not_ended', steps });
  if (stepsLeft > 0) return fail({ code: 'goes_on_after_the_end', steps });
  if (score !== replay.score) return fail({ code: 'other_score', claimed: replay.score, score });
  return succeed({ replay, score, steps, hash });
}
