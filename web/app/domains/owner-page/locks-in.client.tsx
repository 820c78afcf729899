import { browserVault } from '../vault/browser-vault.client.ts';
import { OpenVaultState } from './open-vault-state.tsx';

/** What the state line says of the browser's one vault while it is open. */
export function LocksIn() {
  return <OpenVaultState vault={browserVault()} />;
}
