import type { VaultInbox } from '../../../domains/vault/captures/vault-inbox.ts';
import type { VaultActions, VaultState } from '../../../domains/vault/contract/vault-state.ts';
import { givenContext } from '../../../lib/given-context.ts';

/** A dialog over the vault. Only one is open at a time. */
export type VaultDialog =
  /** `recoveryKey`: the one that has just opened the vault, so that it need not be typed twice. */
  | { readonly kind: 'master'; readonly mode: MasterMode; readonly note?: string; readonly recoveryKey?: string }
  | { readonly kind: 'setup'; readonly reset: boolean }
  | { readonly kind: 'memory' | 'findings' | 'recovery-key' | 'recovery-codes' | 'passkey' | 'rotate' | 'help' | 'lock' };

/** What the master dialog is for. `replace`: neither master nor recovery key is known any more. */
export type MasterMode = 'set' | 'enter' | 'upgrade' | 'change' | 'replace';

/** An unlocked vault, as far as it is open. */
export type OpenState = Extract<VaultState, { stage: 'open' }>;
export type LockedState = Extract<VaultState, { stage: 'locked' }>;

type VaultScreenParts = {
  readonly actions: VaultActions;
  readonly inbox: VaultInbox;
  readonly dialog: VaultDialog | null;
  /** Changes when icons may have changed; `null` where the owner wants none on this device. */
  readonly icons: number | null;
  readonly showDialog: (dialog: VaultDialog | null) => void;
  /** Locks by the owner's wish; asks first where something typed would be lost. */
  readonly requestLock: () => void;
};

/** What every part of the vault's screen needs: the actions, and the one dialog over it. */
export const [VaultContext, useVault] = givenContext<VaultScreenParts>('useVault');
