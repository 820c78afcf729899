import { fnvOfText } from './fnv.ts';
import type { GameId } from './game.ts';

/** The seed that a game has on a day (`YYYY-MM-DD`): the same for everybody, 32 bits without a sign. */
export function dailySeed(game: GameId, day: string): number {
  return fnvOfText(`castellan ${game} ${day}`);
}
