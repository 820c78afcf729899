import { useId } from 'react';
import { classNames } from '../class-names.ts';

/** The kit's inks that an engraving is printed in. */
type EngravingInk = 'copper' | 'verdigris' | 'blend' | 'hairline' | 'portrait';

type EngravedProps = {
  /** An SVG drawn in white, whose lines let the ink through. */
  readonly address: string;
  /** The drawing's proportions. */
  readonly width: number;
  readonly height: number;
  readonly ink: EngravingInk;
  readonly className?: string | undefined;
};

/**
 * An engraving that the server drew, printed in the theme's inks: an ornament. It is a mask, so that both themes share one
 * picture and the page itself holds no lines.
 */
export function Engraved({ address, width, height, ink, className }: EngravedProps) {
  const mask = useId();
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={classNames('engraved', `engraved-${ink}`, className)}>
      <defs>
        <mask id={`${mask}m`} maskUnits="userSpaceOnUse" x="0" y="0" width={width} height={height}>
          <image href={address} width={width} height={height} />
        </mask>
        {ink === 'blend' ? (
          <linearGradient id={`${mask}g`} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2={width} y2={height}>
            <stop offset="0.12" stopColor="var(--verdigris)" />
            <stop offset="0.88" stopColor="var(--copper)" />
          </linearGradient>
        ) : null}
      </defs>
      <rect width={width} height={height} mask={`url(#${mask}m)`} {...(ink === 'blend' ? { fill: `url(#${mask}g)` } : {})} />
    </svg>
  );
}
