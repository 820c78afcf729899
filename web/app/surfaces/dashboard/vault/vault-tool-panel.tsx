import type { BreachReport, HealthReport } from '../../../domains/vault/vault-tools.ts';
import { fetchedPart } from '../../../ui/fetched-part.tsx';
import type { OpenState } from './vault-context.ts';

// Fetched when one is asked for: the list opens without them.
const ExportPanel = fetchedPart(() => import('./export-panel.tsx').then((file) => file.ExportPanel));
const HealthPanel = fetchedPart(() => import('./health-panel.tsx').then((file) => file.HealthPanel));
const ImportPanel = fetchedPart(() => import('./import-panel.tsx').then((file) => file.ImportPanel));
const SecurityPanel = fetchedPart(() => import('./security-panel.tsx').then((file) => file.SecurityPanel));

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
export function VaultToolPanel({ name, state, health, onHealth, onBack, ...rest }: VaultToolPanelProps) {
  if (name === 'import') return <ImportPanel onBack={onBack} />;
  if (name === 'security') return <SecurityPanel state={state} onBack={onBack} />;
  if (name === 'export') return <ExportPanel onBack={onBack} />;
  return <HealthPanel state={state} report={health} onReport={onHealth} onBack={onBack} {...rest} />;
}
