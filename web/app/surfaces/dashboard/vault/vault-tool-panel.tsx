import type { HealthReport } from '../../../domains/vault/vault-tools.ts';
import { ExportPanel } from './export-panel.tsx';
import { HealthPanel } from './health-panel.tsx';
import { ImportPanel } from './import-panel.tsx';
import type { OpenState } from './vault-context.ts';

/** What can be done with the whole vault. */
export type VaultToolName = 'health' | 'import' | 'export';

type VaultToolPanelProps = {
  readonly name: VaultToolName;
  readonly state: OpenState;
  readonly health: HealthReport | null;
  readonly onHealth: (report: HealthReport) => void;
  readonly onOpen: (id: string) => void;
  readonly onBack: () => void;
};

/** The tool that was asked for, in the place of the list. */
export function VaultToolPanel({ name, state, health, onHealth, onOpen, onBack }: VaultToolPanelProps) {
  if (name === 'import') return <ImportPanel onBack={onBack} />;
  if (name === 'export') return <ExportPanel onBack={onBack} />;
  return <HealthPanel state={state} report={health} onReport={onHealth} onOpen={onOpen} onBack={onBack} />;
}
