import { lazy, Suspense } from 'react';
import type { BreachReport, HealthReport } from '../../../domains/vault/vault-tools.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { OpenState } from './vault-context.ts';

// Fetched when one is asked for: the list opens without them.
const ExportPanel = lazy(() => import('./export-panel.tsx').then((file) => ({ default: file.ExportPanel })));
const HealthPanel = lazy(() => import('./health-panel.tsx').then((file) => ({ default: file.HealthPanel })));
const ImportPanel = lazy(() => import('./import-panel.tsx').then((file) => ({ default: file.ImportPanel })));
const SecurityPanel = lazy(() => import('./security-panel.tsx').then((file) => ({ default: file.SecurityPanel })));

/** What can be done with the whole vault. */
export type VaultToolName = 'health' | 'import' | 'export' | 'security';

type VaultToolPanelProps = {
  readonly name: VaultToolName;
  readonly state: OpenState;
  readonly health: HealthReport | null;
  readonly onHealth: (report: HealthReport) => void;
  readonly breaches: BreachReport | null;
  readonly onBreaches: (report: BreachReport) => void;
  readonly onOpen: (id: string) => void;
  readonly onBack: () => void;
};

/** The tool that was asked for, in the place of the list. */
export function VaultToolPanel(props: VaultToolPanelProps) {
  return (
    <Suspense
      fallback={
        <div className="grid min-h-80 place-items-center text-xl text-copper">
          <Spinner label="Loading" />
        </div>
      }
    >
      <Panel {...props} />
    </Suspense>
  );
}

function Panel({ name, state, health, onHealth, onBack, ...rest }: VaultToolPanelProps) {
  if (name === 'import') return <ImportPanel onBack={onBack} />;
  if (name === 'security') return <SecurityPanel state={state} onBack={onBack} />;
  if (name === 'export') return <ExportPanel onBack={onBack} />;
  return <HealthPanel state={state} report={health} onReport={onHealth} onBack={onBack} {...rest} />;
}
