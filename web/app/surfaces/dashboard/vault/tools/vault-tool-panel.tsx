import type { BreachReport, HealthReport } from '../../../../domains/vault/contract/vault-tools.ts';
import { fetchedPart } from '../../../../ui/fetched-part.tsx';
import type { EntryActions } from '../entries/use-entry-actions.ts';
import type { OpenState } from '../vault-context.ts';

// Fetched when one is asked for: the list opens without them.
const ExportPanel = fetchedPart(() => import('../exchange/export-panel.tsx').then((file) => file.ExportPanel));
const GeneratorPanel = fetchedPart(() => import('./generator-panel.tsx').then((file) => file.GeneratorPanel));
const HealthPanel = fetchedPart(() => import('../checks/health-panel.tsx').then((file) => file.HealthPanel));
const ImportPanel = fetchedPart(() => import('../exchange/import-panel.tsx').then((file) => file.ImportPanel));
const SecurityPanel = fetchedPart(() => import('../checks/security-panel.tsx').then((file) => file.SecurityPanel));

/** What can be done with the whole vault. */
export type VaultToolName = 'health' | 'security' | 'generator' | 'import' | 'export';

type VaultToolPanelProps = {
  readonly name: VaultToolName;
  readonly state: OpenState;
  readonly entryActions: EntryActions;
  readonly health: HealthReport | null;
  readonly onHealth: (report: HealthReport) => void;
  readonly breaches: BreachReport | null;
  readonly onBreaches: (report: BreachReport) => void;
  readonly onOpen: (id: string) => void;
  readonly onBack: () => void;
};

/** The tool that was asked for, in the place of the list. */
export function VaultToolPanel({ name, state, entryActions, health, onHealth, onBack, ...rest }: VaultToolPanelProps) {
  if (name === 'import') return <ImportPanel onBack={onBack} />;
  if (name === 'security') return <SecurityPanel state={state} onBack={onBack} />;
  if (name === 'generator') return <GeneratorPanel entryActions={entryActions} onBack={onBack} />;
  if (name === 'export') return <ExportPanel ways={state.ways} onBack={onBack} />;
  return <HealthPanel state={state} report={health} onReport={onHealth} onBack={onBack} {...rest} />;
}
