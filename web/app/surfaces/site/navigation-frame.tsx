import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { SkipLink } from '../../ui/skip-link.tsx';
import { SiteHeader } from './site-header.tsx';

/** The routes that fill the window with a navigation of their own. */
const withoutNavigation: readonly string[] = ['/dashboard', '/desktop'];

type NavigationFrameProps = {
  readonly children: ReactNode;
  /** The navigation keeps to the window's top: on the pages that are read. */
  readonly stays?: boolean;
};

/**
 * What every page stands in, visitors' and the owner's alike: the way past the navigation, the top navigation, and the page.
 * On the routes that have their own only the page.
 */
export function NavigationFrame({ children, stays = false }: NavigationFrameProps) {
  const { pathname } = useLocation();
  if (withoutNavigation.includes(pathname)) return children;
  return (
    <div className="flex min-h-svh flex-col [&>main]:w-full">
      <SkipLink />
      <SiteHeader stays={stays} />
      {children}
    </div>
  );
}
