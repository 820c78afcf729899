import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import type { Metric } from '../../../../../tools/tool-live.ts';
import { gatherLive, type Live, type LiveState, type Supplier } from '../../../lib/live.ts';
import { QuietButton } from '../../../ui/button.tsx';

type Pair = readonly [Metric, Metric];
type Labels = readonly [string, string] | undefined;

/** An app's two figures, loaded when they are looked at and told again while they are. */
export function LiveMetrics({
  id,
  supply,
  labels,
}: {
  readonly id: string;
  readonly supply: Supplier<Live<Pair>>;
  readonly labels: Labels;
}) {
  const gathered = useMemo(() => gatherLive([{ id, supply }]), [id, supply]);
  const [member] = useSyncExternalStore(gathered.subscribe, gathered.read);
  return <MetricsInState state={member?.state ?? { status: 'loading' }} labels={labels} onRetry={gathered.refresh} />;
}

/** The figures, or why there are none; what is old says so. */
export function MetricsInState({
  state,
  labels,
  onRetry,
}: {
  readonly state: LiveState<Pair>;
  readonly labels?: Labels;
  readonly onRetry: () => Promise<void>;
}) {
  switch (state.status) {
    case 'loading':
      return <Instead>Loading the figures.</Instead>;
    case 'locked':
      if (labels === undefined) return <Instead>Locked: unlock the vault to see the figures.</Instead>;
      return <MetricPair metrics={[locked(labels[0]), locked(labels[1])]} />;
    case 'failed':
      return (
        <Instead>
          The server does not answer.
          <QuietButton className="relative" onClick={() => void onRetry()}>
            Try again
          </QuietButton>
        </Instead>
      );
    case 'ready':
      return <MetricPair metrics={state.value} note={state.stale ? 'as last known' : undefined} />;
  }
}

const locked = (label: string): Metric => ({ label, missing: 'vault locked' });

function Instead({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="app-metrics-instead">
      {children}
    </p>
  );
}

/** Two figures side by side; one that cannot be had is a dash and says what is missing. */
export function MetricPair({ metrics, note }: { readonly metrics: Pair; readonly note?: string | undefined }) {
  return (
    <dl className="app-metrics">
      {metrics.map((metric) => {
        const aside = 'missing' in metric ? metric.missing : (note ?? metric.note);
        return (
          <div key={metric.label} className={'missing' in metric ? 'is-missing' : undefined}>
            <dt>
              {metric.label}
              {aside === undefined ? null : <small>{aside}</small>}
            </dt>
            <dd>{'missing' in metric ? '–' : metric.value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
