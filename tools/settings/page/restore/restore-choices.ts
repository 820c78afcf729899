import { vaultLists } from '../../../../web/app/domains/passport/backup-findings.ts';
import { backupTables } from '../../../../web/app/domains/passport/complete-restore.ts';
import { deviceSettingsTable } from '../../../../web/app/domains/passport/device-settings.ts';
import type { ListReport } from '../../../../web/app/domains/passport/rehearse-restore.ts';

/** Whose stays where both have something else; entries alone can be kept twice. */
export type Choice = 'mine' | 'theirs' | 'both';

/** The choice for each list; what here is stays where none was made. */
export type Choices = ReadonlyMap<string, Choice>;

const ways = new Map(backupTables.map(({ name, comesBack: way }) => [name, way]));

/** Whether the rows of a list come back at all: the log and game scores do not, and a vault's own rows are made anew. */
export function comesBack(name: string): boolean {
  const way = ways.get(name);
  return isOfEntries(name) || way === 'rows' || way === 'sealed';
}

/** Whether a list is the vault's entries. */
export function isOfEntries(name: string): boolean {
  return name === vaultLists.entries;
}

/** On a device where nothing was set up yet, the backup's settings are the owner's. */
export function firstChoices(isEmpty: boolean): Choices {
  return new Map(isEmpty ? [[deviceSettingsTable.name, 'theirs']] : []);
}

/** Whether the choices replace rows at the server, or entries, which wants a proof of now. */
export function wantsProof(lists: readonly ListReport[], choices: Choices): boolean {
  return lists.some(
    ({ name, different }) =>
      different > 0 &&
      choices.get(name) === 'theirs' &&
      name !== deviceSettingsTable.name &&
      (isOfEntries(name) || ways.get(name) === 'rows'),
  );
}

/** Rows that a restore would write. */
export function rowsWritten(lists: readonly ListReport[], choices: Choices): number {
  return lists.reduce((total, { name, missing, different }) => {
    if (!comesBack(name)) return total;
    return total + missing + ((choices.get(name) ?? 'mine') === 'mine' ? 0 : different);
  }, 0);
}
