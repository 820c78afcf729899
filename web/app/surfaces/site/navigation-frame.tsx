import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { SkipLink } from '../../ui/skip-link.tsx';
import { SiteHeader } from './site-header.tsx';

/** The routes that fill the window with a navigation of their own. */
const withoutNavigation: readonly string[] = ['/dashboard', '/desktop'];

type NavigationFrameProps = {
  readonly children: ReactNode;
  /** The page is a visitor's: its navigation keeps to the window's top, and has a search over the site. */
  readonly isPublic?: boolean;
};

/**
 * What every page stands in, visitors' and the owner's alike: the way past the navigation, the top navigation, and the page.
 * On the routes that have their own only the page.
 */
export function NavigationFrame({ children, isPublic = false }: NavigationFrameProps) {
  const { pathname } = useLocation();
  if (withoutNavigation.includes(pathname)) return children;
  return (
    <div className="flex min-h-svh flex-col [&>main]:w-full">
      <SkipLink />
      <SiteHeader isPublic={isPublic} />
      {children}
    </div>
  );
}
