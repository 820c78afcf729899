import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { OwnersFrame } from '../../domains/owner-page/shown-frame.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { SiteHeader } from './site-header.tsx';

/** The routes that fill the window with a navigation of their own. */
const withoutNavigation: readonly string[] = ['/dashboard', '/desktop'];

type NavigationFrameProps = {
  readonly children: ReactNode;
  /** The page is a visitor's: its navigation keeps to the window's top, and has a search over the site. */
  readonly isPublic?: boolean;
  /** Around a tool that visitors see, for the owner: the frame of the owner's pages. */
  readonly owners?: OwnersFrame | undefined;
};

/**
 * What every page stands in, visitors' and the owner's alike: the way past the navigation, the top navigation, and the page.
 * On the routes that have their own only the page.
 */
export function NavigationFrame({ children, isPublic = false, owners }: NavigationFrameProps) {
  const { pathname } = useLocation();
  if (withoutNavigation.includes(pathname)) return children;
  return (
    <div className={owners === undefined ? 'flex min-h-svh flex-col [&>main]:w-full' : 'owner-tool'}>
      <SkipLink />
      {owners === undefined ? <SiteHeader isPublic={isPublic} /> : <owners.Lead />}
      {children}
    </div>
  );
}
