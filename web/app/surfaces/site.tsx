import { useEffect, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router';
import { staticPages } from '../domains/discovery/static-pages.ts';
import { MusicWidget } from '../domains/music/music-widget.tsx';
import { shownFrame } from '../domains/owner-page/shown-frame.ts';
import { NavigationFrame } from './site/navigation-frame.tsx';
import { SiteFooter } from './site/site-footer.tsx';
import { useEarlyAddress } from './use-early-address.ts';

const pagesWithMusic: readonly string[] = staticPages;

/**
 * What every public page stands in: skip link, navigation, footer; on those that are read, not worked with, the music too. Around a tool
 * that visitors see the owner has the frame of the owner's pages in the place of navigation and footer.
 */
export default function Site() {
  const { pathname } = useLocation();
  const owners = useSyncExternalStore(shownFrame.subscribe, shownFrame.get, () => undefined);
  useEarlyAddress();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page, since the terminal is one.
  useEffect(lookForOwner, [pathname]);
  return (
    <NavigationFrame isPublic owners={owners}>
      <Outlet />
      {owners === undefined ? <SiteFooter /> : <owners.Tail />}
      {pagesWithMusic.includes(pathname) ? <MusicWidget /> : null}
    </NavigationFrame>
  );
}

/** Fetches what brings the owner's frame, and only where this tab came through the terminal (owner-boot.ts). */
function lookForOwner(): void {
  const { dataset } = document.documentElement;
  if ('owner' in dataset) import('./visitors-tools/look-for-owner.ts').then(({ look }) => look()).catch(() => delete dataset['owner']);
}
