import { useId } from 'react';

/** Widths of letters in the display cut, in letters' sizes; more than they take, so that none is cut. */
function widthOf(letter: string): number {
  if (/[.,:;'’|!ilIj ]/.test(letter)) return 0.36;
  if (/[\dA-Za-z+×<>=-]/.test(letter)) return 0.76;
  return 1.08;
}

/** A figure of up to a few letters in one ink, set from the left and as large as there is room for; what it counts stands beneath. */
export function EngravedFigure({
  text,
  ink,
  edge = ink,
  className,
}: {
  readonly text: string;
  readonly ink: 'copper' | 'verdigris';
  /** Of its outline; the same unless another is given. */
  readonly edge?: 'copper' | 'verdigris';
  readonly className?: string | undefined;
}) {
  const pattern = useId();
  const size = 118;
  const width = Math.max(
    270,
    Array.from(text).reduce((sum, letter) => sum + widthOf(letter) * size, 6),
  );
  return (
    <svg viewBox={`0 0 ${Math.ceil(width)} 104`} preserveAspectRatio="xMinYMax meet" className={className} aria-hidden="true">
      <defs>
        <pattern id={pattern} width="28" height="2.6" patternUnits="userSpaceOnUse">
          <path d="M0 1.3q7-1.9 14 0t14 0" fill="none" stroke={`var(--${ink})`} strokeWidth="1.05" />
        </pattern>
      </defs>
      <text
        x="-5"
        y="94"
        fill={`url(#${pattern})`}
        stroke={`var(--${edge})`}
        strokeWidth="1.2"
        strokeLinejoin="round"
        className="lettering tracking-normal"
        fontSize={size}
      >
        {text}
      </text>
    </svg>
  );
}
