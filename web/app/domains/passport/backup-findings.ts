import type { BackupFinding } from '../vault/contract/vault-backup.ts';

/** The lists of a backup that are the vault's, and no tables of this account. */
export const vaultLists = { entries: 'vault_entries', slots: 'vault_slots', parts: 'vault_manifest' } as const;

/** The list of the sealed parts of large files in notes. */
export const storedFilesList = 'note_file_objects';

/** The list of what was not as the vault lists it while the backup was made. */
export const findingsList = 'vault_findings';

/** Rows of one list that the vault lists and the file lacks, and rows that are in it and no use. */
export type CountedFindings = { readonly list: string; readonly missing: number; readonly unusable: number };

/** Counts findings by their list, in the order of the lists. */
export function countFindings(findings: readonly Pick<BackupFinding, 'list' | 'code'>[]): readonly CountedFindings[] {
  const counted = new Map<string, { missing: number; unusable: number }>();
  for (const { list, code } of findings) {
    const counts = counted.get(list) ?? { missing: 0, unusable: 0 };
    counts[code === 'missing' ? 'missing' : 'unusable'] += 1;
    counted.set(list, counts);
  }
  return [...counted].map(([list, counts]) => ({ list, ...counts }));
}
