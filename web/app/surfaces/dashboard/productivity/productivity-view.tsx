import { ArrowSquareOutIcon } from '@phosphor-icons/react/dist/ssr/ArrowSquareOut';
import { lazy, Suspense } from 'react';
import { buttonClass } from '../../../ui/button-class.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

/** The records come after the first paint of the dashboard, and only for whoever looks here. */
const Summary = lazy(() => import('./productivity-summary.tsx').then(({ ProductivitySummary }) => ({ default: ProductivitySummary })));

/** What there is to do, in numbers, and the way to the page where it is done. */
export function ProductivityView() {
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-4 border-b border-hairline pb-6">
        <div>
          <h1 className="lettering text-2xl">Productivity</h1>
          <p className="mt-1 text-muted">Tasks and focus.</p>
        </div>
        {/* biome-ignore lint/security/noBlankTarget: our own page; with its opener the new tab has this tab's session flag too. */}
        <a href="/productivity" target="_blank" rel="opener" className={buttonClass('primary')}>
          Open Productivity
          <Icon drawing={ArrowSquareOutIcon} label="in a new tab" />
        </a>
      </header>
      <Suspense
        fallback={
          <p className="grid min-h-40 place-items-center text-2xl text-copper">
            <Spinner label="Loading the summary" />
          </p>
        }
      >
        <Summary />
      </Suspense>
    </>
  );
}
