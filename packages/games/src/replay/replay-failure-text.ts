import type { ReplayFailure } from './verify-replay.ts';

/** Why a replay proves nothing, in a sentence. */
export function replayFailureText(failure: ReplayFailure): string {
  switch (failure.code) {
    case 'not_a_replay':
      return 'This link holds no replay.';
    case 'damaged':
      return 'This replay was cut or changed on its way: its sum does not fit.';
    case 'too_large':
      return 'This replay is larger than 64 kB.';
    case 'too_long':
      return 'This game is longer than ten minutes, which is the most that can be proved.';
    case 'other_engine':
      return `This game was played by version ${failure.engine} of the rules, which this site no longer has.`;
    case 'unknown_mode':
      return 'There is no such kind of this game.';
    case 'not_ended':
      return `The inputs end after ${failure.steps} steps, before the game does.`;
    case 'goes_on_after_the_end':
      return `The game ends after ${failure.steps} steps, but its inputs continue.`;
    case 'other_score':
      return `It claims ${failure.claimed} points; played again it comes to ${failure.score}.`;
  }
}
