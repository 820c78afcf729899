import { facts } from '@castellan/games/counterfeit-facts';
import { bodyOfAlien } from '@castellan/games/counterfeit-fleet';
import type { CounterfeitState } from '@castellan/games/counterfeit-state';
import type { SoundName } from '../../../web/app/domains/games/game-sound.ts';

const marches = ['march0', 'march1', 'march2', 'march3'] as const;

/** What is read aloud of a step: what changes the game, not every seal. */
export function tellCounterfeit(before: CounterfeitState, after: CounterfeitState): string | undefined {
  if (after.status === 'over') return undefined;
  if (after.ships > before.ships) return `One more press: ${after.ships} left.`;
  if (after.ships < before.ships) return `A press was lost: ${after.ships} left, ${after.score} points.`;
  if (after.wave > before.wave) return `Wave ${after.wave + 1}, ${after.score} points.`;
  if (before.saucer !== undefined && after.burst?.kind === 'saucer' && before.burst?.kind !== 'saucer')
    return `The saucer, ${after.burst.points} points.`;
  return undefined;
}

/** What is heard of a step. */
export function counterfeitSounds(before: CounterfeitState, after: CounterfeitState): readonly SoundName[] {
  const heard: readonly (readonly [boolean, SoundName])[] = [
    [after.shotCount > before.shotCount, 'strike'],
    [after.fleet.count < before.fleet.count, 'hit'],
    [after.status === 'lost' && before.status !== 'lost', 'lost'],
    [after.saucer !== undefined && before.saucer === undefined, 'saucer'],
    [after.hasExtraShip && !before.hasExtraShip, 'extra'],
    [after.march.beat !== before.march.beat && after.wave === before.wave, marches[after.march.beat] ?? 'march0'],
  ];
  return heard.filter(([isHeard]) => isHeard).map(([, name]) => name);
}

/** Why a game of Counterfeit ended. */
export function counterfeitVerdict({ fleet }: CounterfeitState): string {
  const hasLanded = fleet.alive.some((isAlive, alien) => isAlive && bodyOfAlien(fleet, alien).y >= facts.player.y);
  return hasLanded ? 'A forged seal came down to the press.' : 'The last press was struck.';
}
