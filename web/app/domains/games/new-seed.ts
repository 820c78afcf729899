import { dailySeed } from '@castellan/games/daily-seed';
import type { GameId } from '@castellan/games/game';

/** Where a game's chance comes from: a new seed each time, or the one that everybody has today. */
export type SeedChoice = 'new' | 'daily';

/** The day by the world's clock (UTC), `YYYY-MM-DD`: a daily game is the same everywhere. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}

/** The seed to play with. */
export function seedFor(game: GameId, choice: SeedChoice, nowMs: number): number {
  if (choice === 'daily') return dailySeed(game, dayOf(nowMs));
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
