import { Outlet, useLocation } from 'react-router';
import { staticPages } from '../domains/discovery/static-pages.ts';
import { MusicWidget } from '../domains/music/music-widget.tsx';
import { NavigationFrame } from './site/navigation-frame.tsx';
import { SiteFooter } from './site/site-footer.tsx';

const pagesWithMusic: readonly string[] = staticPages;

/** What every public page stands in: skip link, navigation, footer; on those that are read, not worked with, the music too. */
export default function Site() {
  const { pathname } = useLocation();
  return (
    <NavigationFrame>
      <Outlet />
      <SiteFooter />
      {pagesWithMusic.includes(pathname) ? <MusicWidget /> : null}
    </NavigationFrame>
  );
}
