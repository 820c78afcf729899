import { DeviceMobileIcon } from '@castellan/icons/devices/device-mobile';
import { PlusIcon } from '@castellan/icons/signs/plus';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ViewTabs } from '../../../web/app/domains/apps/view-tabs.tsx';
import { EmptyState } from '../../../web/app/domains/owner-page/empty-state.tsx';
import { PageToolsFrom } from '../../../web/app/domains/owner-page/head-tools.tsx';
import type { SampleSwitch } from '../../../web/app/domains/owner-page/page-tools.ts';
import { BundlesTrash } from '../../../web/app/domains/sealed-bundles/bundles-trash.tsx';
import type { Day } from '../../../web/app/domains/tasks/day.ts';
import { Button, GhostButton } from '../../../web/app/ui/button.tsx';
import { TextField } from '../../../web/app/ui/fields/text-field.tsx';
import { CheckinDialog } from './checkin-dialog.tsx';
import { DaySheet } from './day-sheet.tsx';
import { type FeedInHand, useHealth } from './health-context.ts';
import { healthBundles } from './health-records.ts';
import { MatrixView } from './matrix-view.tsx';
import { TrendsView } from './trends/trends-view.tsx';
import { useHealthKeys } from './use-health-keys.ts';
import { WorkoutsView } from './workouts-view.tsx';

// Fetched when first wanted: most visits want none of them.
const FoundView = lazy(() => import('./found-view.tsx'));
const FeedDialog = lazy(() => import('./feed/feed-dialog.tsx'));
const ExportHealthDialog = lazy(() => import('./exchange/export-dialog.tsx'));
const ImportHealthDialog = lazy(() => import('./exchange/import-dialog.tsx'));

const views = [
  { id: 'matrix', title: 'Matrix' },
  { id: 'trends', title: 'Trends' },
  { id: 'workouts', title: 'Workouts' },
] as const;

type Open = { readonly kind: 'checkin' | 'day'; readonly day: Day } | { readonly kind: 'import' | 'export' | 'feed' };

type HealthViewsProps = {
  readonly sample: SampleSwitch;
  /** A sample has none. */
  readonly feed?: FeedInHand;
};

/** Everything readable: the views, and the dialogs over them. */
export function HealthViews({ sample, feed }: HealthViewsProps) {
  const { hand, days, today, tell, undo } = useHealth();
  const { hash, key } = useLocation();
  const [open, setOpen] = useState<Open>();
  const view = views.find(({ id }) => `#${id}` === hash.split('=')[0]) ?? views[0];
  const close = () => setOpen(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address, gone to once more, asks once more.
  useEffect(() => {
    if (hash === '#checkin') setOpen({ kind: 'checkin', day: today });
  }, [hash, key]);
  useHealthKeys({ checkIn: useCallback(() => setOpen({ kind: 'checkin', day: today }), [today]), undo });
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words.trim());
  const isSearchable = hand.view.records.length > 0;
  return (
    <>
      <PageToolsFrom
        menu={{
          own: feed && [{ label: 'Feed from a phone', drawing: DeviceMobileIcon, onChoose: () => setOpen({ kind: 'feed' }) }],
          onUndo: undo,
          onImport: () => setOpen({ kind: 'import' }),
          onExport: () => setOpen({ kind: 'export' }),
          hasKeys: true,
          sample,
        }}
        action={{ label: 'Check in', drawing: PlusIcon, onPress: () => setOpen({ kind: 'checkin', day: today }) }}
      />
      <div className="border-hairline md:flex md:items-end md:justify-between md:border-b">
        <ViewTabs views={views} current={view.id} onGo={() => setWords('')} className="border-hairline max-md:border-b" />
        {isSearchable ? (
          <TextField
            label="Search"
            type="search"
            autoComplete="off"
            data-search-health
            className="my-3 w-full md:my-1.5 md:w-80 md:flex-row md:items-center md:[&>p:empty]:-ms-2"
            value={words}
            onValue={setWords}
          />
        ) : null}
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        {wanted !== '' && isSearchable ? (
          <Suspense fallback={null}>
            <FoundView words={wanted} onDay={(day) => setOpen({ kind: 'day', day })} onLeave={() => setWords('')} />
          </Suspense>
        ) : days.size === 0 && view.id !== 'workouts' ? (
          <EmptyState of="health-matrix" title="Nothing is known yet">
            <p className="max-w-prose text-muted">
              Check in for two minutes, or import data from a watch or a scale. From day eight, each value is compared with your last four
              weeks.
            </p>
            <div className="mt-5 flex flex-wrap gap-3">
              <Button onClick={() => setOpen({ kind: 'checkin', day: today })}>Check in</Button>
              {sample.onShow === undefined ? null : <GhostButton onClick={sample.onShow}>Try it with sample data</GhostButton>}
            </div>
          </EmptyState>
        ) : view.id === 'matrix' ? (
          <MatrixView onDay={(day) => setOpen({ kind: 'day', day })} />
        ) : view.id === 'trends' ? (
          <TrendsView />
        ) : (
          <WorkoutsView />
        )}
        <p className="text-sm text-muted">It measures and compares. It is not a diagnosis.</p>
        <BundlesTrash kind={healthBundles} hand={hand} noun="record" today={today} tell={tell} />
      </div>
      <CheckinDialog day={open?.kind === 'checkin' ? open.day : undefined} onClose={close} />
      <DaySheet day={open?.kind === 'day' ? open.day : undefined} onCheckin={(day) => setOpen({ kind: 'checkin', day })} onClose={close} />
      <Suspense fallback={null}>
        {open?.kind === 'import' ? <ImportHealthDialog onClose={close} /> : null}
        {open?.kind === 'feed' && feed !== undefined ? <FeedDialog feed={feed} onClose={close} /> : null}
        {open?.kind === 'export' ? <ExportHealthDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}
