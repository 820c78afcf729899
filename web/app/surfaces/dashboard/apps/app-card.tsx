import { ArrowSquareOutIcon } from '@castellan/icons/arrows/arrow-square-out';
import { useId } from 'react';
import { Link } from 'react-router';
import { AppSeal } from '../../../domains/apps/app-seal.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type AppEntry, recordOpening } from './app-entries.ts';
import { LiveMetrics } from './app-metrics.tsx';

/** One app: its seal, what it is, and its two figures. The whole card leads to it. */
export function AppCard({ app }: { readonly app: AppEntry }) {
  const summaryId = useId();
  const link = { className: 'app-link', 'aria-describedby': summaryId };
  return (
    <article className="app-card">
      <div className="flex items-start gap-5 p-6">
        <AppSeal id={app.id} title={app.title} className="app-seal" />
        <div className="min-w-0">
          <h2 className="lettering text-lg">
            {app.isElsewhere ? (
              <a href={app.address} target="_blank" rel="noopener noreferrer" onClick={() => recordOpening(app)} {...link}>
                {app.title} <Icon drawing={ArrowSquareOutIcon} label="in a new tab" className="inline align-[-0.2em] text-muted" />
              </a>
            ) : (
              <Link to={app.address} {...link}>
                {app.title}
              </Link>
            )}
          </h2>
          <p id={summaryId} className="mt-1 text-sm text-muted">
            {app.summary}
          </p>
        </div>
      </div>
      {app.metrics === undefined ? null : <LiveMetrics id={app.id} supply={app.metrics} labels={app.metricLabels} />}
    </article>
  );
}
