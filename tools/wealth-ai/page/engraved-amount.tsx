import { useId } from 'react';

const characterWidth = 0.66;

/** An amount cut out of engraver's lines, an ornament: the same amount stands beside it in words. */
export function EngravedAmount({ text, className }: { readonly text: string; readonly className?: string }) {
  const pattern = useId();
  const width = Math.max(4, text.length) * characterWidth * 60 + 12;
  return (
    <svg viewBox={`0 0 ${width} 66`} className={className} preserveAspectRatio="xMinYMid meet" aria-hidden="true">
      <defs>
        <pattern id={pattern} width="12" height="2.4" patternUnits="userSpaceOnUse">
          <path d="M0 1.2q3-1.6 6 0t6 0" fill="none" stroke="var(--verdigris)" strokeWidth="0.9" />
        </pattern>
      </defs>
      <text
        x="2"
        y="54"
        fill={`url(#${pattern})`}
        stroke="var(--copper)"
        strokeWidth="0.9"
        strokeLinejoin="round"
        className="lettering tracking-normal tabular-nums"
        fontSize="60"
      >
        {text}
      </text>
    </svg>
  );
}
