import { findingsList, vaultLists } from '../../../../web/app/domains/passport/backup-findings.ts';
import { deviceSettingsTable } from '../../../../web/app/domains/passport/device-settings.ts';
import { firstTables, laterTables } from '../../../../web/app/domains/passport/exported-tables.ts';

const titles: ReadonlyMap<string, string> = new Map([
  ...[...firstTables, ...laterTables, deviceSettingsTable].map(({ name, title }) => [name, title] as const),
  [vaultLists.entries, 'Vault entries'],
  [vaultLists.slots, 'Ways into the vault'],
  [vaultLists.parts, 'Parts of the vault’s manifest'],
  [findingsList, 'Not as the vault lists it'],
]);

/** What the owner calls a list of a backup; its name in the file where this program does not know it. */
export function titleOfList(name: string): string {
  return titles.get(name) ?? name;
}
