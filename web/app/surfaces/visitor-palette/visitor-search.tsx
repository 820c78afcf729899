import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { type ComponentType, useEffect, useState } from 'react';
import { isPaletteKey } from '../../domains/commands/palette-key.ts';
import { isFramed } from '../../lib/is-framed.ts';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';

type Palette = ComponentType<{ readonly open: boolean; readonly onClose: () => void }>;

const loadPalette = async () => (await import('./load-visitor-palette.ts')).loadVisitorPalette();

type VisitorSearchProps = { readonly open: boolean; readonly onChange: (open: boolean) => void };

/** The visitor's palette, with its key on every public page; its code comes once it is asked for. `onChange` is the same function each time. */
export function VisitorSearch({ open, onChange }: VisitorSearchProps) {
  const [Palette, setPalette] = useState<Palette>();
  const toast = useToast();
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      // A terminal may have taken the press for itself; a window of the desktop is too small for a palette of its own.
      if (event.defaultPrevented || isFramed() || !isPaletteKey(event)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) onChange(true);
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [onChange]);
  useEffect(() => {
    if (!open || Palette !== undefined) return;
    loadPalette().then(
      (loaded) => setPalette(() => loaded),
      () => {
        onChange(false);
        toast({ title: 'Search could not be loaded', tone: 'alert' });
      },
    );
  }, [open, Palette, toast, onChange]);
  return Palette === undefined ? null : <Palette open={open} onClose={() => onChange(false)} />;
}

/** The palette's button where the bar has room for one; on phones the menu has it. */
export function SearchButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label="Search"
      className="with-script site-search target place-items-center rounded-control text-ink transition-colors duration-feedback hover:text-copper"
      onClick={onPress}
    >
      <Icon drawing={MagnifyingGlassIcon} />
    </button>
  );
}
