import { lazy, Suspense, useSyncExternalStore } from 'react';
import { ToolFrame } from '../../domains/apps/tool-frame.tsx';
import { pageHead } from '../../domains/discovery/page-head.ts';
import { terminalCompleted } from '../../domains/session/session-flags.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { WithoutScript } from '../../ui/without-script.tsx';
import type { Route } from './+types/page.ts';
import { apiLab } from './manifest.ts';

// Editors, checks and what sends come once the page is there: the first view stays light.
const VisitorLab = lazy(() => import('./visitor-lab.tsx'));
const OwnerLab = lazy(() => import('./owner-lab.tsx'));

export function meta({ matches }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  const owner = facts?.owner.name ?? '';
  return pageHead(facts, { path: `/${apiLab.id}`, title: `${apiLab.title} · ${owner}`, description: apiLab.summary });
}

export default function ApiLabPage() {
  const isOwner = useSyncExternalStore(terminalCompleted.subscribe, terminalCompleted.read, () => undefined) === true;
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const loading = (
    <p className="grid min-h-96 place-items-center text-xl text-copper">
      <Spinner label="Loading the lab" />
    </p>
  );
  return (
    <ToolFrame tool={apiLab} summary={apiLab.summary}>
      <WithoutScript>This tool works in your browser, with JavaScript.</WithoutScript>
      <div className="with-script">
        {isHydrated ? <Suspense fallback={loading}>{isOwner ? <OwnerLab /> : <VisitorLab />}</Suspense> : loading}
      </div>
    </ToolFrame>
  );
}
