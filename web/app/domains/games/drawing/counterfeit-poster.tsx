import { facts, fleetSize } from '@castellan/games/counterfeit-facts';
import { newFleet, placeOfAlien, rowOf } from '@castellan/games/counterfeit-fleet';
import { type ReactNode, useId } from 'react';
import { rosettePath } from './rosette.ts';

/** The rows of the screen that are shown: above them the machine kept its score, below them its ships. */
export const shownFrom = 28;
export const shownHeight = 220;

/** The three seals, by their row from the lowest up: how the ring swings, and how far its ribbons reach, in pixels of the screen. */
const seals = [
  { radius: 2.7, swing: 0.6, lobes: 12, reach: 6 },
  { radius: 2.6, swing: 0.75, lobes: 8, reach: 5.5 },
  { radius: 2.6, swing: 0.95, lobes: 5, reach: 4 },
] as const;

/** Which of the three seals a row has. */
export function sealOfRow(row: number): number {
  return Math.min(2, Math.floor(row / 2));
}

/** A seal with its two ribbons around (8, 4): up in one of its two poses, down in the other. */
export function sealPaths(seal: number, isUp: boolean): { readonly ring: string; readonly ribbons: string } {
  const { radius, swing, lobes, reach } = seals[seal] ?? seals[0];
  const end = isUp ? 0.6 : 7.6;
  const ribbon = (side: 1 | -1) =>
    `M${8 + side * 2.4} 5Q${8 + side * reach * 0.8} 5 ${8 + side * reach} ${end}M${8 + side * 1.4} 6.2Q${8 + side * reach * 0.55} 7 ${8 + side * reach * 0.7} ${isUp ? 7.8 : 7.2}`;
  return { ring: rosettePath([{ radius, swing, lobes, lines: 2 }], 8), ribbons: ribbon(1) + ribbon(-1) };
}

/** The player's press: its foot, its arm and its point, from (0, 0) to (16, 8). */
export const pressPath = 'M2 8V5.4Q2 4.4 3 4.4H6.6V2.6H7.5V0.4H8.5V2.6H9.4V4.4H13Q14 4.4 14 5.4V8Z';

/** What the shields are printed with, line by line. */
export const microprint = ['AUTHENTIC', 'GENUINE·1', 'AUTHENTIC', 'GENUINE·2'] as const;

const fleet = newFleet(0);
const { xs, y: shieldTop } = facts.shields;

const places = Array.from({ length: fleetSize }, (_, alien) => ({ ...placeOfAlien(fleet, alien), seal: sealOfRow(rowOf(alien)) }));

const printLines = microprint.map((text, row) => ({ text, y: shieldTop + 4 * (row + 1) - 0.4 }));

/** Counterfeit as a still engraving, an ornament. */
export function CounterfeitPoster({ className }: { readonly className?: string }): ReactNode {
  const id = useId();
  return (
    <svg viewBox={`0 ${shownFrom} 224 ${shownHeight}`} fill="currentColor" aria-hidden="true" className={className}>
      <defs>
        {seals.map((seal, index) => {
          const { ring, ribbons } = sealPaths(index, index === 1);
          return (
            <g key={seal.lobes} id={`${id}${index}`} fill="none" stroke="var(--copper)" strokeWidth="0.5">
              <path d={ring} transform="translate(8 4)" />
              <circle cx="8" cy="4" r="0.9" fill="var(--copper)" stroke="none" />
              <path d={ribbons} strokeWidth="0.7" />
            </g>
          );
        })}
      </defs>
      {places.map(({ seal, x, y }) => (
        <use key={`${x} ${y}`} href={`#${id}${seal}`} x={x} y={y} />
      ))}
      {xs.map((x) => (
        <g key={x} fill="var(--verdigris)" className="font-mono" fontSize="4.4" fontWeight="600">
          {printLines.map(({ text, y }) => (
            <text key={y} x={x} y={y} textLength="22" lengthAdjust="spacingAndGlyphs">
              {text}
            </text>
          ))}
        </g>
      ))}
      <path d={pressPath} transform="translate(104 216)" fill="var(--verdigris)" />
      <path d="M0 240H224" stroke="var(--edge)" strokeWidth="0.5" />
    </svg>
  );
}
