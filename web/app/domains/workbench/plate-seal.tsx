type PlateSealProps = { readonly tone: 'sound' | 'doubtful' | 'bad' | 'open' };

const marks = { sound: 'M26 52 44 70 76 32', bad: 'M30 30 70 70M70 30 30 70', doubtful: 'M50 24V58M50 68V76', open: '' } as const;

/** The seal that a verdict leaves at a plate's corner, an ornament: broken where it is bad. */
export function PlateSeal({ tone }: PlateSealProps) {
  return (
    <span aria-hidden="true" className={`bench-seal bench-seal-${tone}`}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <path d={marks[tone]} />
      </svg>
    </span>
  );
}
