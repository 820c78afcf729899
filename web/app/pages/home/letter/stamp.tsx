import { Engraved } from '../../../ui/engraving/engraved.tsx';
import type { LetterContent } from './letter-content.ts';
import type { OwnerTime } from './owner-time.ts';

type StampProps = {
  readonly letter: Pick<LetterContent, 'rosette' | 'stamped'>;
  /** The owner's local time; a stamp that no clock was at is not cancelled. */
  readonly postmark: Pick<OwnerTime, 'time' | 'day'> | undefined;
};

/** What the letters of machine-readable lines do not have; Archivo draws it. */
const beyondLatin = /[^\u0020-\u00ff]/;

/** Inside the stamp's frame: a name that would be wider is set closer. */
const nameRoom = 104;

const lettering = { className: 'font-mono font-semibold', textAnchor: 'middle' } as const;
const ink = { stroke: 'var(--carmine)', strokeWidth: 1.5 } as const;

/** A stamp with the rosette of the owner's name, cancelled at the owner's local time; an ornament. */
export function Stamp({ letter, postmark }: StampProps) {
  const isBeyondLatin = beyondLatin.test(letter.stamped);
  const isWide = letter.stamped.length * (isBeyondLatin ? 9.4 : 7.7) > nameRoom;
  return (
    <>
      <svg viewBox="0 0 250 316" preserveAspectRatio="xMidYMid meet" aria-hidden="true" className="stamp-paper">
        <path
          d="M70 48h134v212H70z"
          fill="var(--surface)"
          stroke="var(--edge)"
          strokeDasharray="0 9.02"
          strokeLinecap="round"
          strokeWidth="5"
        />
        <path d="M80 58h114v192H80z" fill="none" stroke="var(--hairline)" />
        <text
          x="137"
          y="192"
          fill="var(--ink)"
          fontSize="11"
          letterSpacing="1.1"
          {...(isWide ? { textLength: nameRoom, lengthAdjust: 'spacingAndGlyphs' } : {})}
          {...lettering}
          className={isBeyondLatin ? 'font-semibold' : lettering.className}
        >
          {letter.stamped.toLocaleUpperCase()}
        </text>
      </svg>
      <Engraved address={letter.rosette} ink="blend" className="stamp-rosette" />
      {postmark === undefined ? null : (
        <svg viewBox="0 0 250 316" preserveAspectRatio="xMidYMid meet" aria-hidden="true" className="stamp-postmark">
          <circle cx="66" cy="240" r="46" fill="var(--surface)" {...ink} />
          <circle cx="66" cy="240" r="35" fill="none" {...ink} />
          <path
            fill="none"
            {...ink}
            d="M110 223q14-7 28 0t28 0t28 0t28 0t28 0M113 234q14-7 28 0t28 0t28 0t28 0t28 0M113 245q14-7 28 0t28 0t28 0t28 0t28 0M110 256q14-7 28 0t28 0t28 0t28 0t28 0"
          />
          <text x="66" y="239" fontSize="13" fill="var(--carmine)" {...lettering}>
            {postmark.time}
          </text>
          <text x="66" y="254" fontSize="9" fill="var(--carmine)" {...lettering}>
            {postmark.day}
          </text>
        </svg>
      )}
    </>
  );
}
