import { classNames } from '../class-names.ts';

/** A machine-readable line as an ornament: cut where the room ends, and not read aloud, since it repeats what stands near it. Nothing where it is empty. */
export function MrzLine({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  if (text === '') return null;
  return (
    <p aria-hidden="true" translate="no" className={classNames('mrz', className)}>
      {text}
    </p>
  );
}
