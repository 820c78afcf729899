import { exchangedKey } from '../../../../web/app/domains/health-feed/exchanged-key.ts';
import type { ToolWarning } from '../../../../web/app/domains/overview/needs-you.ts';
import { browserVault } from '../../../../web/app/domains/vault/browser-vault.client.ts';
import type { VaultState } from '../../../../web/app/domains/vault/contract/vault-state.ts';
import type { Live, LiveState } from '../../../../web/app/lib/live.ts';

type Warned = LiveState<readonly ToolWarning[]>;

const { title, to } = exchangedKey;
const warning: ToolWarning = { id: 'health-feed', level: 'failed', title, since: 'found at the unlock', to };
const none: Warned = { status: 'ready', value: [], stale: false };
const one: Warned = { status: 'ready', value: [warning], stale: false };

/** While the vault is open: what its look at the feed's key found. */
export default function keyWarnings(): Live<readonly ToolWarning[]> {
  const { read, subscribe } = browserVault();
  return { read: () => warningsOf(read()), subscribe, refresh: async () => undefined };
}

/** The warnings for a state of the vault. The same answer is the same object, so that nothing is redrawn. */
export function warningsOf(vault: VaultState): Warned {
  return vault.stage === 'open' && vault.verification.findings.some(({ code }) => code === exchangedKey.finding) ? one : none;
}
