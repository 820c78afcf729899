import { useState } from 'react';
import { GhostButton } from '../../ui/button.tsx';
import type { GameOnPage } from './use-game.ts';

const speeds: readonly number[] = [1, 4, 16];
const ownSpeed = 1;

/** How fast a replay is watched; `undefined` while none is. */
export type GameSpeed = { readonly value: number; readonly faster: () => void } | undefined;

/** The speed of the replay on the page; each one begins at its own. */
export function useSpeed({ run, phase, setSpeed: tellSpeed }: GameOnPage): GameSpeed {
  const [value, setSpeed] = useState(ownSpeed);
  const [spedRun, setSpedRun] = useState(run);
  if (spedRun !== run) {
    setSpedRun(run);
    setSpeed(ownSpeed);
  }
  if (run?.replay === undefined || phase !== 'playing') return undefined;
  const faster = () => {
    const next = speeds[(speeds.indexOf(value) + 1) % speeds.length] ?? ownSpeed;
    setSpeed(next);
    tellSpeed(next);
  };
  return { value, faster };
}

/** The next speed, a press each. */
export function SpeedButton({ speed, className }: { readonly speed: GameSpeed; readonly className?: string }) {
  if (speed === undefined) return null;
  return (
    <GhostButton className={className} onClick={speed.faster}>
      Speed {speed.value}×
    </GhostButton>
  );
}
