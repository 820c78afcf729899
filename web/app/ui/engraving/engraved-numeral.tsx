import { useId } from 'react';

type EngravedNumeralProps = {
  readonly text: string;
  /** Drawn as wide as its digits, and not as wide as three of them. */
  readonly isTight?: boolean;
  readonly className?: string | undefined;
};

/** A large numeral shaded with engraver's lines, an ornament: what it says stands in words beside it. */
export function EngravedNumeral({ text, isTight = false, className }: EngravedNumeralProps) {
  const pattern = useId();
  const width = isTight ? 24 + 190 * text.length : 564;
  return (
    <svg viewBox={`${316 - width / 2} 0 ${width} 204`} className={className} aria-hidden="true">
      <defs>
        <pattern id={pattern} width="36" height="4.8" patternUnits="userSpaceOnUse">
          <path d="M0 2.4q9-3.4 18 0t18 0" fill="none" stroke="var(--verdigris)" strokeWidth="1.15" />
        </pattern>
      </defs>
      <text
        x="316"
        y="198"
        textAnchor="middle"
        fill={`url(#${pattern})`}
        stroke="var(--copper)"
        strokeWidth="1.6"
        strokeLinejoin="round"
        className="lettering tracking-normal"
        fontSize="270"
      >
        {text}
      </text>
    </svg>
  );
}
