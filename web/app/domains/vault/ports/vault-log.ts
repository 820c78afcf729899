import { logActivity } from '../../activity/activity-log.ts';
import { exchangedKey } from '../../health-feed/exchanged-key.ts';
import { createNotification } from '../../notifications/create-notification.ts';

/** What the vault writes to the log (spec §7); a lock's row is the database's, because a page that closes writes none. */
export type VaultAct =
  | ('unlock' | 'unlock_master' | 'copy' | 'view' | 'send' | 'import' | 'export' | 'backup' | 'breach_check' | 'list_records')
  | ('rotate' | 'rotate_without' | 'change_master' | 'add_way' | 'remove_way');

/**
 * What a row says besides. `reason`: what it was about, such as the kind of a way in. `way`: what opened or proved it. `format`:
 * of an export.
 */
type VaultFacts = {
  readonly entryId?: string;
  readonly reason?: string | undefined;
  readonly way?: string | undefined;
  readonly format?: string | undefined;
};

/** What was done with an entry that nobody honest has a reason to open. */
type CanaryAct = 'view' | 'copy' | 'send' | 'export';

/** The vault's rows in the log: they name entries by id, never by title. */
export type VaultLog = {
  readonly record: (act: VaultAct, facts: VaultFacts) => Promise<void>;
  /** An entry that nobody honest has a reason to open was opened. */
  readonly canary: (entryId: string, act: CanaryAct) => Promise<void>;
  /** The server seals what the health feed brings to a key that the vault does not have. */
  readonly foreignFeedKey: () => Promise<void>;
};

const descriptions: Readonly<Record<VaultAct, string>> = {
  unlock: 'Vault unlocked',
  unlock_master: 'Vault unlocked with the master password',
  copy: 'Vault entry copied',
  view: 'Vault entry viewed',
  send: 'Vault entry sent with a request',
  import: 'Vault import finished',
  export: 'Vault exported',
  backup: 'Complete backup made',
  breach_check: 'Vault checked against known breaches',
  rotate: 'Vault key rotated',
  rotate_without: 'Vault key rotation finished without records that did not open',
  list_records: 'Sealed records listed in the vault',
  change_master: 'Vault master password changed',
  add_way: 'Vault unlock method added',
  remove_way: 'Vault unlock method removed',
};

const formats: Readonly<Record<string, string>> = {
  encrypted: 'encrypted JSON',
  kdbx: 'KDBX',
  csv: 'CSV in clear',
  backup: 'a file that the vault’s unlock methods open',
  backup_passphrase: 'a file with a separate passphrase',
};
const ways: Readonly<Record<string, string>> = { master: 'the master password', recovery: 'the recovery key', passkey: 'a passkey' };
const kinds: Readonly<Record<string, string>> = {
  recovery: 'recovery key',
  passkey: 'passkey',
  device: 'device',
  master: 'master password',
};
const canaryActs: Readonly<Record<CanaryAct, string>> = { view: 'viewed', copy: 'copied', send: 'sent with a request', export: 'exported' };

/** What was done, to what, in which format, by which way in. Rows of equal descriptions within 15 s are written once (spec §7). */
export function descriptionOf(act: VaultAct, { entryId, reason = '', way = '', format = '' }: VaultFacts): string {
  const kind = act === 'add_way' || act === 'remove_way' ? kinds[reason] : undefined;
  const by = ways[way] === undefined ? '' : act === 'unlock' ? ` with ${ways[way]}` : `, proven by ${ways[way]}`;
  const parts = [
    descriptions[act],
    kind === undefined ? '' : `: ${kind}`,
    formats[format] === undefined ? '' : ` as ${formats[format]}`,
    by,
  ];
  return `${parts.join('')}${entryId === undefined ? '' : ` (${entryId})`}`;
}

/** The log over the activity service. */
export const vaultLog: VaultLog = {
  record: async (act, facts) => {
    const { entryId, reason, way, format } = facts;
    const description = descriptionOf(act, facts);
    const metadata = {
      action: act,
      ...(entryId === undefined ? {} : { entry_id: entryId }),
      ...(reason === undefined ? {} : { reason }),
      ...(way === undefined ? {} : { way }),
      ...(format === undefined ? {} : { format }),
    };
    await logActivity({ type: 'vault_activity', description, success: true, metadata });
  },
  canary: (entryId, act) =>
    createNotification({
      type: 'security',
      title: 'Canary entry opened',
      message: `A decoy vault entry was ${canaryActs[act]} (${entryId}).`,
      icon: 'shield-alert',
      important: true,
    }),
  foreignFeedKey: () =>
    createNotification({
      type: 'security',
      title: exchangedKey.title,
      message: exchangedKey.message,
      icon: 'shield-alert',
      important: true,
      link: exchangedKey.to,
    }),
};
