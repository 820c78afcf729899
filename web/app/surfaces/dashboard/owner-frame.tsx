import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { isFramed } from '../../lib/is-framed.ts';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { SiteHeader } from '../site/site-header.tsx';
import { StripBell } from './bell/strip-bell.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { findView } from './dashboard-view.ts';
import { Sidebar } from './sidebar.tsx';
import { UnsentQuestion } from './unsent-question.tsx';
import { useFrameCounts } from './use-frame-counts.ts';
import { useLogout } from './use-logout.ts';
import { viewEntries } from './view-entries.ts';
import './owner-frame.css';

/**
 * What every page of the owner's stands in: the sidebar, or below 768 px the bar, and on every route but the dashboard the site's
 * navigation as a strip. A window of the desktop has a frame of its own in the place of both.
 */
export function OwnerFrame({ children }: { readonly children: ReactNode }) {
  const isDashboard = useLocation().pathname === '/dashboard';
  return (
    <div className="owner-frame">
      <SkipLink />
      <FrameSide />
      <div className="owner-column">
        {isDashboard ? null : <SiteHeader isStrip beside={<StripBell />} />}
        {children}
      </div>
      <FrameFoot />
    </div>
  );
}

/** The wide screen's ways: the sidebar. One of the two, not both with one hidden: each view is named once. */
export function FrameSide() {
  return useWide() && !isFramed() ? <Ways Bar={Sidebar} /> : null;
}

/** The narrow screen's ways: the bar. */
export function FrameFoot() {
  return useWide() || isFramed() ? null : <Ways Bar={BottomBar} />;
}

function Ways({ Bar }: { readonly Bar: typeof Sidebar | typeof BottomBar }) {
  const { pathname, hash } = useLocation();
  const session = useLogout();
  const counts = useFrameCounts();
  const isDashboard = pathname === '/dashboard';
  const place = { isDashboard, currentId: isDashboard ? findView(viewEntries, hash).id : pathname.slice(1) };
  return (
    <>
      <UnsentQuestion session={session} />
      <Bar place={place} counts={counts} session={session} />
    </>
  );
}
