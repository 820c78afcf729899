import { lazy, Suspense, useSyncExternalStore } from 'react';
import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { terminalCompleted } from '../../../web/app/domains/session/session-flags.ts';
import { Waiting } from '../../../web/app/ui/spinner.tsx';
import { WithoutScript } from '../../../web/app/ui/without-script.tsx';
import { apiLab } from '../manifest.ts';
import { apiLabRecordsCollection } from './api-lab-records.collection.ts';

// Editors, checks and what sends come once the page is there: the first view stays light.
const VisitorLab = lazy(() => import('./visitor-lab.tsx'));
const OwnerLab = lazy(() => import('./owner-lab.tsx'));

/** Said from the first paint on: what comes into the head's line later moves the page. */
const keeps = [apiLabRecordsCollection];
const owner = { keeps };

export const meta = toolHead(apiLab);

export default function ApiLabPage() {
  const isOwner = useSyncExternalStore(terminalCompleted.subscribe, terminalCompleted.read, () => undefined) === true;
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const loading = <Waiting label="Loading the lab" className="min-h-svh text-xl" />;
  return (
    <ToolFrame tool={apiLab} summary={apiLab.summary} owner={owner}>
      <WithoutScript>This tool works in your browser, with JavaScript.</WithoutScript>
      <div className="with-script mt-4">
        {isHydrated ? <Suspense fallback={loading}>{isOwner ? <OwnerLab /> : <VisitorLab />}</Suspense> : loading}
      </div>
    </ToolFrame>
  );
}
