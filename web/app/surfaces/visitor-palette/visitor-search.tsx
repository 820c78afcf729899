import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { type ComponentType, useEffect, useState } from 'react';
import { isPaletteKey } from '../../domains/commands/palette-key.ts';
import { isFramed } from '../../lib/is-framed.ts';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';

type Palette = ComponentType<{ readonly open: boolean; readonly onClose: () => void }>;

/** The visitor's palette: its button and its key on every public page, and its code once it is asked for. */
export function VisitorSearch() {
  const [open, setOpen] = useState(false);
  const [Palette, setPalette] = useState<Palette>();
  const toast = useToast();
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      // A terminal may have taken the press for itself; a window of the desktop is too small for a palette of its own.
      if (event.defaultPrevented || isFramed() || !isPaletteKey(event)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  useEffect(() => {
    if (!open || Palette !== undefined) return;
    import('./visitor-palette.tsx').then(
      ({ VisitorPalette }) => setPalette(() => VisitorPalette),
      () => {
        setOpen(false);
        toast({ title: 'Search could not be loaded', tone: 'alert' });
      },
    );
  }, [open, Palette, toast]);
  return (
    <>
      <button
        type="button"
        aria-label="Search"
        className="with-script target grid place-items-center rounded-control text-ink transition-colors duration-feedback hover:text-copper"
        onClick={() => setOpen(true)}
      >
        <Icon drawing={MagnifyingGlassIcon} />
      </button>
      {Palette === undefined ? null : <Palette open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
