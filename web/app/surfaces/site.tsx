import { Outlet, useLocation } from 'react-router';
import { standingPages } from '../domains/discovery/standing-pages.ts';
import { MusicWidget } from '../domains/music/music-widget.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { SiteFooter } from './site/site-footer.tsx';
import { SiteHeader } from './site/site-header.tsx';

const pagesWithMusic: readonly string[] = standingPages;

/** What every public page stands in: skip link, navigation, footer; on those that are read, not worked with, the music too. */
export default function Site() {
  const { pathname } = useLocation();
  return (
    <div className="flex min-h-svh flex-col">
      <SkipLink />
      <SiteHeader />
      <Outlet />
      <SiteFooter />
      {pagesWithMusic.includes(pathname) ? <MusicWidget /> : null}
    </div>
  );
}
