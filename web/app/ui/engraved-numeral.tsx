import { useId } from 'react';

/** A large numeral shaded with engraver's lines, an ornament: what it says stands in words beside it. */
export function EngravedNumeral({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  const pattern = useId();
  return (
    <svg viewBox="34 0 564 204" className={className} aria-hidden="true">
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
