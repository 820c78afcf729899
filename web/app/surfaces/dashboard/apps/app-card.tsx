import { ArrowSquareOutIcon } from '@castellan/icons/arrows/arrow-square-out';
import { useId } from 'react';
import { Link } from 'react-router';
import { cardFigures } from '../../../../../tools/figure-registry.ts';
import { AppSeal } from '../../../domains/apps/app-seal.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type AppEntry, recordOpening } from './app-entries.ts';
import { LiveMetrics } from './app-metrics.tsx';

/** One app: its seal, what it is, and its two figures. The whole row leads to it. */
export function AppCard({ app }: { readonly app: AppEntry }) {
  const summaryId = useId();
  const { metrics, metricLabels: labels } = app.metrics === undefined ? (cardFigures[app.id] ?? app) : app;
  const link = { className: 'app-link', 'aria-describedby': summaryId };
  return (
    <article className="app-card">
      <AppSeal id={app.id} title={app.title} className="app-seal" />
      <div className="app-name">
        <h2 className="lettering">
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
        <p id={summaryId} className="app-summary">
          {app.summary}
        </p>
      </div>
      {metrics === undefined ? null : <LiveMetrics id={app.id} supply={metrics} labels={labels} />}
    </article>
  );
}
