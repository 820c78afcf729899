import { type RefObject, Suspense, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { Waiting } from '../../ui/spinner.tsx';
import { type DashboardView, findView } from './dashboard-view.ts';

/** Whichever of the dashboard's views the address names. Only views that exist are in the list. */
export function DashboardShell({ views }: { readonly views: readonly [DashboardView, ...DashboardView[]] }) {
  const view = findView(views, useLocation().hash);
  const shownId = useRef(view.id);
  return (
    <main id="main" className="owner-page">
      <Suspense fallback={<ViewLoading title={view.title} />}>
        <view.Body />
        <ViewFocus viewId={view.id} shownId={shownId} />
      </Suspense>
    </main>
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
