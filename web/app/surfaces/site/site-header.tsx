import { TerminalIcon } from '@castellan/icons/devices/terminal';
import { type ReactNode, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { usePageSections } from '../../domains/navigation/page-sections.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { SearchButton, VisitorSearch } from '../visitor-palette/visitor-search.tsx';
import { OwnerPortrait } from './owner-portrait.tsx';
import { ResumeLink } from './resume-link.tsx';
import { SectionLinks } from './section-links.tsx';
import { SiteLinks } from './site-links.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { useReading } from './use-reading.ts';

/** Where Get Resume stands in the page itself (`data-resume`), in view from the start. */
const pagesWithResume = /^\/(?:cv)?$/;

type SiteHeaderProps = {
  readonly isPublic?: boolean;
  /** As low as it can be, over a page that has a frame of its own. */
  readonly isStrip?: boolean;
  /** Stands before the theme. */
  readonly beside?: ReactNode;
};

/**
 * The top navigation; below 768 px its links fold into a menu. A page with sections has theirs beside it; below 1,280 px only the one
 * that is being read, with all of them in the menu; on phones a ruler in its place. One thing is underlined: the section, or the page
 * above the first. A public page's keeps to the window's top, a little lower, and has Get Resume and the visitor's palette.
 */
export function SiteHeader({ isPublic = false, isStrip = false, beside }: SiteHeaderProps) {
  const [menuOpen, setMenuOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const sections = usePageSections();
  const ownsResume = pagesWithResume.test(useLocation().pathname);
  const { isScrolled, active, resumeHasLeft } = useReading(sections, ownsResume);
  const [searchOpen, setSearchOpen] = useState(false);
  const hasSections = sections.length > 0;
  const closeMenu = () => setMenuOpen(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the leaving focus are heard here for the menu's own controls.
    <header
      className={classNames(
        'site-header',
        isStrip && 'site-strip',
        isPublic && 'site-header-staying',
        isPublic && isScrolled && 'site-header-low',
      )}
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
        {hasSections ? (
          <nav aria-label="On this page" className="site-sections">
            <ul>
              <SectionLinks sections={sections} active={active} linkClass="site-link site-section-link" />
            </ul>
          </nav>
        ) : null}
        <nav aria-label="Main" className="site-nav ml-auto hidden md:block">
          <ul className="flex gap-1">
            <SiteLinks linkClass="site-link" />
          </ul>
        </nav>
        <div className="site-controls ml-auto md:ml-0">
          {isPublic ? <ResumeLink isShown={!ownsResume || resumeHasLeft} /> : null}
          {isPublic ? <SearchButton onPress={() => setSearchOpen(true)} /> : null}
          {beside}
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
            className={classNames(
              'site-menu-button with-script target rounded-control text-ink',
              hasSections ? 'site-menu-for-sections' : 'md:hidden',
            )}
            onClick={() => setMenuOpen((open) => !open)}
          >
            <svg viewBox="0 0 20 20" width="1.25em" height="1.25em" fill="none" stroke="currentColor" strokeWidth="1.25" aria-hidden="true">
              <path d={menuOpen ? 'm4 4 12 12M16 4 4 16' : 'M2.5 5h15m-15 5h15m-15 5h15'} />
            </svg>
          </button>
        </div>
      </div>
      <div
        id="site-menu"
        hidden={!menuOpen}
        className={classNames('site-menu border-y border-hairline bg-surface', hasSections ? 'site-menu-for-sections' : 'md:hidden')}
      >
        <nav className="page md:hidden" aria-label="Main">
          <ul className="divide-y divide-hairline">
            <SiteLinks linkClass="site-menu-link" onFollow={closeMenu} />
            {isPublic ? (
              <li>
                <button
                  type="button"
                  className="site-menu-link w-full"
                  onClick={() => {
                    closeMenu();
                    // The palette gives the focus back to whoever had it, which must not be hidden by then.
                    menuButton.current?.focus();
                    setSearchOpen(true);
                  }}
                >
                  Search
                </button>
              </li>
            ) : null}
          </ul>
        </nav>
        {hasSections ? (
          <nav className="page border-edge max-md:border-t" aria-label="Sections">
            <ul className="divide-y divide-hairline">
              <SectionLinks sections={sections} active={active} linkClass="site-menu-link" onFollow={closeMenu} />
            </ul>
          </nav>
        ) : null}
      </div>
      {isPublic ? <VisitorSearch open={searchOpen} onChange={setSearchOpen} /> : null}
    </header>
  );
}
