import { Outlet, useLocation } from 'react-router';
import { staticPages } from '../domains/discovery/static-pages.ts';
import { MusicWidget } from '../domains/music/music-widget.tsx';
import { NavigationFrame } from './site/navigation-frame.tsx';
import { SiteFooter } from './site/site-footer.tsx';
import { useEarlyAddress } from './use-early-address.ts';

const pagesWithMusic: readonly string[] = staticPages;

/** What every public page stands in: skip link, navigation, footer; on those that are read, not worked with, the music too. */
export default function Site() {
  const { pathname } = useLocation();
  useEarlyAddress();
  return (
    <NavigationFrame isPublic>
      <Outlet />
      <SiteFooter />
      {pagesWithMusic.includes(pathname) ? <MusicWidget /> : null}
    </NavigationFrame>
  );
}
