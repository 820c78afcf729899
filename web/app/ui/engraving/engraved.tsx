import { classNames } from '../class-names.ts';

/** The kit's inks that an engraving is printed in. */
type EngravingInk = 'copper' | 'verdigris' | 'blend' | 'hairline' | 'portrait';

type EngravedProps = {
  /** An SVG drawn in white, whose lines let the ink through. */
  readonly address: string;
  readonly ink: EngravingInk;
  /** Gives it its size. */
  readonly className: string;
};

/**
 * An engraving that the server drew, printed in the theme's inks: an ornament. It is a mask, so that both themes share one
 * picture and the page itself holds no lines. The mask is an attribute because the page's policy forbids styles in the markup;
 * other than an image it comes after everything that the first paint needs.
 */
export function Engraved({ address, ink, className }: EngravedProps) {
  return (
    <span aria-hidden="true" className={classNames('engraved', `engraved-${ink}`, className)}>
      <svg mask={`url(${address})`} />
    </span>
  );
}
