import { logActivity } from '../activity/activity-log.ts';
import { createNotification } from '../notifications/create-notification.ts';

/** What the vault writes to the log (spec §7); a lock's row is the database's, because a page that closes writes none. */
export type VaultAct = 'unlock' | 'unlock_master' | 'copy' | 'view' | 'import' | 'export' | 'breach_check' | 'rotate' | 'list_records';

/** The vault's rows in the log: they name entries by id, never by title. */
export type VaultLog = {
  readonly record: (act: VaultAct, facts: { readonly entryId?: string; readonly reason?: string; readonly way?: string }) => Promise<void>;
  /** An entry that nobody honest has a reason to open was opened. */
  readonly canary: (entryId: string, act: 'view' | 'copy') => Promise<void>;
};

const descriptions: Readonly<Record<VaultAct, string>> = {
  unlock: 'Vault unlocked',
  unlock_master: 'Vault unlocked with the master password',
  copy: 'Vault entry copied',
  view: 'Vault entry viewed',
  import: 'Vault import finished',
  export: 'Vault exported',
  breach_check: 'Vault checked against known breaches',
  rotate: 'Vault key rotated',
  list_records: 'Sealed records listed in the vault',
};

/** The log over the activity service. */
export const vaultLog: VaultLog = {
  record: async (act, { entryId, reason, way }) => {
    // The entry's id is in the description too: rows of equal descriptions within 15 s are written once (spec §7).
    const description = entryId === undefined ? descriptions[act] : `${descriptions[act]} (${entryId})`;
    const metadata = {
      action: act,
      ...(entryId === undefined ? {} : { entry_id: entryId }),
      ...(reason === undefined ? {} : { reason }),
      ...(way === undefined ? {} : { way }),
    };
    await logActivity({ type: 'vault_activity', description, success: true, metadata });
  },
  canary: (entryId, act) =>
    createNotification({
      type: 'security',
      title: 'Canary entry opened',
      message: `A vault entry that nobody should open was ${act === 'view' ? 'viewed' : 'copied'} (${entryId}).`,
      icon: 'shield-alert',
      important: true,
    }),
};
