import cyberAddress from './cyber.svg?url';

/**
 * For a page whose first screen has the engraving `cyber`: it is on its way before the style sheet names it, and behind all that the
 * first text waits for.
 */
export function PlateAhead() {
  return (
    <link
      rel="preload"
      as="image"
      type="image/svg+xml"
      href={cyberAddress}
      crossOrigin="anonymous"
      fetchPriority="low"
      media="not (forced-colors: active)"
    />
  );
}
