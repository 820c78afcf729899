import type { sealedPlan } from '../../../../web/app/domains/passport/restore-sealed.ts';
import { restRecordsServer } from '../../../../web/app/domains/records/records-server.ts';
import type { VaultStore } from '../../../../web/app/domains/vault/vault-store.ts';

/** What opens the sealed rows of a file and seals them for this vault. */
export type SealedPorts = Parameters<typeof sealedPlan>[0];

/** The open vault for the rows of an export: its present key opens them, or one that a rotation has ended. */
export async function sealedOfFile({ records, restoring }: VaultStore): Promise<SealedPorts> {
  return { vault: records, openOfFile: (await restoring()).openRecords('vault'), server: restRecordsServer };
}
