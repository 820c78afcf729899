import { type RefObject, Suspense, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { tools } from '../../../../tools/registry.ts';
import type { ToolManifest } from '../../../../tools/tool.ts';
import { AsOfOpening } from '../../domains/owner-page/as-of.tsx';
import { EmptyState } from '../../domains/owner-page/empty-state.tsx';
import { PageHead } from '../../domains/owner-page/page-head.tsx';
import { admission } from '../../domains/session/admission.ts';
import { Waiting } from '../../ui/spinner.tsx';
import { type DashboardView, findView } from './dashboard-view.ts';

/** Whichever of the dashboard's views the address names. Only views that exist are in the list. */
export function DashboardShell({ views }: { readonly views: readonly [DashboardView, ...DashboardView[]] }) {
  const view = findView(views, useLocation().hash);
  const shownId = useRef(view.id);
  const isAway = useSyncExternalStore(admission.subscribe, () => admission.away() !== undefined);
  return (
    <main id="main" className="owner-page">
      <Suspense fallback={<ViewLoading title={view.title} />}>
        {isAway && view.id !== 'vault' ? <NeedsServer {...view} /> : <view.Body />}
        <ViewFocus viewId={view.id} shownId={shownId} />
      </Suspense>
    </main>
  );
}

const everyTool: readonly ToolManifest[] = tools;

/** The apps that keep their records in the browser, and so are of use without the server. */
const keptApps = everyTool.filter(({ keepsRecords }) => keepsRecords === true);

/** In the place of a view that shows what the server has, where the vault was opened without it. */
function NeedsServer({ id, title }: Pick<DashboardView, 'id' | 'title'>) {
  return (
    <>
      <PageHead id={id} title={title} state={<AsOfOpening />} />
      <EmptyState of={id} title="This view needs the server">
        <p className="mt-1 text-muted">
          The server does not answer. The vault opens without it, and so do the apps whose records this browser keeps:
        </p>
        <ul className="mt-3 flex flex-wrap gap-x-5">
          {keptApps.map(({ id: app, title: name }) => (
            <li key={app}>
              <Link to={`/${app}`} className="target inline-flex items-center text-ink underline decoration-copper underline-offset-4">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </EmptyState>
    </>
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
