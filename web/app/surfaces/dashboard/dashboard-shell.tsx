import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { SkipLink } from '../../ui/skip-link.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { type DashboardView, findView } from './dashboard-view.ts';
import { Sidebar } from './sidebar.tsx';
import { UnsentQuestion } from './unsent-question.tsx';
import { useLogout } from './use-logout.ts';

/** The dashboard around whichever of its views the address names. Only views that exist are in the list. */
export function DashboardShell({ views }: { readonly views: readonly [DashboardView, ...DashboardView[]] }) {
  const view = findView(views, useLocation().hash);
  const session = useLogout();
  useViewFocus(view.id);
  return (
    <div className="md:flex">
      <SkipLink />
      <Sidebar views={views} currentId={view.id} session={session} />
      <main id="main" className="min-w-0 flex-1 px-6 pt-6 pb-28 md:px-10 md:pt-8 md:pb-12">
        <div className="mx-auto max-w-page">
          <view.Body />
        </div>
      </main>
      <BottomBar views={views} currentId={view.id} session={session} />
      <UnsentQuestion session={session} />
    </div>
  );
}

/** Puts the focus on the heading of a view that was changed to, as for a new page. */
function useViewFocus(viewId: string): void {
  const shownId = useRef(viewId);
  useEffect(() => {
    if (shownId.current === viewId) return;
    shownId.current = viewId;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [viewId]);
}
