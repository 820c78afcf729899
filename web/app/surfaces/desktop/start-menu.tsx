import { MagnifyingGlassIcon } from '@castellan/icons/signs/magnifying-glass';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import type { PlateName } from '../../ui/plate/plate-geometry.ts';
import { AppMark } from './app-mark.tsx';
import { type DesktopApp, findApps } from './desktop-apps.ts';
import { wallpapers } from './stored-desktop.ts';

type StartMenuProps = {
  readonly apps: readonly DesktopApp[];
  readonly wallpaper: PlateName;
  readonly onWallpaper: (name: PlateName) => void;
  readonly onOpen: (path: string) => void;
  readonly onTour: () => void;
  readonly onCopyLink: () => void;
  readonly onClose: () => void;
};

const wallpaperNames: Readonly<Record<PlateName, string>> = { application: 'Lattice', cyber: 'Woven ring', system: 'Star' };

/** All apps with a search, and what concerns the desktop itself. */
export function StartMenu({ apps, wallpaper, onWallpaper, onOpen, onTour, onCopyLink, onClose }: StartMenuProps) {
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const found = findApps(apps, search);
  const step = (event: KeyboardEvent, by: 1 | -1) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus();
  };
  return (
    <div
      role="dialog"
      aria-label="Start menu"
      className="desktop-menu"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'ArrowDown') step(event, 1);
        if (event.key === 'ArrowUp') step(event, -1);
      }}
    >
      <form
        className="desktop-search"
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined) onOpen(first.path);
        }}
      >
        <Icon drawing={MagnifyingGlassIcon} />
        <input
          // biome-ignore lint/a11y/noAutofocus: who opens the menu wants to find something.
          autoFocus
          type="search"
          aria-label="Search apps"
          placeholder="Search apps"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </form>
      {found.length === 0 ? <p className="p-4 text-muted">{`No app is called “${search.trim()}”.`}</p> : null}
      <ul ref={list} className="desktop-menu-apps">
        {found.map((app) => (
          <li key={app.path}>
            <button type="button" onClick={() => onOpen(app.path)}>
              <AppMark app={app} />
              <span>
                <strong>{app.title}</strong>
                <small>{app.summary}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="desktop-menu-foot">
        <fieldset>
          <legend>Wallpaper</legend>
          {wallpapers.map((name) => (
            <label key={name}>
              <input type="radio" name="wallpaper" checked={name === wallpaper} onChange={() => onWallpaper(name)} />
              {wallpaperNames[name]}
            </label>
          ))}
        </fieldset>
        <p className="flex flex-wrap gap-x-4">
          <button type="button" onClick={onTour}>
            Tour
          </button>
          <button type="button" onClick={onCopyLink}>
            Copy link to this desktop
          </button>
          <Link to="/" reloadDocument>
            Leave the desktop
          </Link>
        </p>
      </div>
    </div>
  );
}
