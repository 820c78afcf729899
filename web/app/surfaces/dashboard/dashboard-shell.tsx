import { type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useWide } from '../../ui/hooks/use-wide.ts';
import { SkipLink } from '../../ui/skip-link.tsx';
import { Waiting } from '../../ui/spinner.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { type DashboardView, findView } from './dashboard-view.ts';
import { Sidebar } from './sidebar.tsx';
import { UnsentQuestion } from './unsent-question.tsx';
import { useLogout } from './use-logout.ts';

/** The dashboard around whichever of its views the address names. Only views that exist are in the list. */
export function DashboardShell({ views }: { readonly views: readonly [DashboardView, ...DashboardView[]] }) {
  const view = findView(views, useLocation().hash);
  const session = useLogout();
  const isWide = useWide();
  const shownId = useRef(view.id);
  return (
    <div className="md:flex">
      <SkipLink />
      {/* One of the two, not both with one hidden: each view is named once. */}
      {isWide ? <Sidebar views={views} currentId={view.id} session={session} /> : null}
      <main id="main" className="min-w-0 flex-1 px-6 pt-6 pb-28 md:px-10 md:pt-8 md:pb-12">
        <div className="mx-auto max-w-page">
          <Suspense fallback={<ViewLoading title={view.title} />}>
            <view.Body />
            <ViewFocus viewId={view.id} shownId={shownId} />
          </Suspense>
        </div>
      </main>
      {isWide ? null : <BottomBar views={views} currentId={view.id} session={session} />}
      <UnsentQuestion session={session} />
    </div>
  );
}

function ViewLoading({ title }: { readonly title: string }) {
  return <Waiting label={`Loading ${title}`} className="min-h-[60svh] text-2xl" />;
}

/**
 * Puts the focus on the heading of a view that was changed to, as for a new page; within the boundary, so that the view is there,
 * and before it is painted: a moment later it would take the focus from whoever has gone to a field of the view meanwhile.
 */
function ViewFocus({ viewId, shownId }: { readonly viewId: string; readonly shownId: RefObject<string> }) {
  useLayoutEffect(() => {
    if (shownId.current === viewId) return;
    shownId.current = viewId;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [viewId, shownId]);
  return null;
}
