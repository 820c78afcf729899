import { ListIcon } from '@phosphor-icons/react/dist/ssr/List';
import { TerminalIcon } from '@phosphor-icons/react/dist/ssr/Terminal';
import { XIcon } from '@phosphor-icons/react/dist/ssr/X';
import { useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { OwnerPortrait } from './owner-portrait.tsx';
import { SiteLinks } from './site-links.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** The top navigation; below 768 px its links fold into a menu. */
export function SiteHeader() {
  const [menuOpen, setMenuOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeMenu = () => setMenuOpen(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the leaving focus are heard here for the menu's own controls.
    <header
      className="site-header relative z-20"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menuOpen) return;
        closeMenu();
        menuButton.current?.focus();
      }}
      onBlur={(event) => {
        // The open menu covers the page: what has the focus must not lie under it.
        if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) closeMenu();
      }}
    >
      <div className="site-bar page flex items-center gap-2 py-4">
        <OwnerPortrait />
        <nav aria-label="Main" className="site-nav ml-auto hidden md:block">
          <ul className="flex gap-1">
            <SiteLinks linkClass="site-link" />
          </ul>
        </nav>
        <div className="ml-auto flex gap-2 md:ml-0">
          <ThemeToggle />
          <NavLink
            to="/terminal"
            aria-label="Terminal"
            className="target grid place-items-center rounded-control text-ink transition-colors duration-feedback hover:text-copper aria-[current]:text-copper"
          >
            <Icon drawing={TerminalIcon} />
          </NavLink>
          <button
            ref={menuButton}
            type="button"
            aria-label="Menu"
            aria-expanded={menuOpen}
            aria-controls="site-menu"
            className="with-script target -mr-2 grid place-items-center rounded-control text-ink md:hidden"
            onClick={() => setMenuOpen((open) => !open)}
          >
            <Icon drawing={menuOpen ? XIcon : ListIcon} />
          </button>
        </div>
      </div>
      <nav
        id="site-menu"
        aria-label="Main"
        hidden={!menuOpen}
        className="site-menu absolute inset-x-0 top-full border-y border-hairline bg-surface md:hidden"
      >
        <ul className="page divide-y divide-hairline">
          <SiteLinks linkClass="site-menu-link" onFollow={closeMenu} />
        </ul>
      </nav>
    </header>
  );
}
