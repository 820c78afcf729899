import { succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import { collections } from '../collections.ts';
import { deviceSettingRows, deviceSettingsTable } from '../passport/device-settings.ts';
import type { ListSource } from '../passport/export-file.ts';
import type { Row } from '../passport/exported-tables.ts';
import type { BackupUnderWay } from '../vault/contract/vault-backup.ts';

const rowsSchema = z.readonly(z.array(z.record(z.string(), z.unknown())));

/** Rows of entries at once: most are small, and the largest has a mebibyte. */
const entryRows = 200;

/** Rows that are here already. */
function listOf(name: string, key: string, rows: readonly Row[]): ListSource {
  return { name, key, pageRows: rows.length + 1, readPage: async () => succeed(rows) };
}

/** The vault's lists: its entries as they are kept, its ways in and its manifest as they were shown. */
export function vaultLists({ slots, parts }: Pick<BackupUnderWay, 'slots' | 'parts'>): readonly ListSource[] {
  return [
    {
      name: 'vault_entries',
      key: 'id',
      pageRows: entryRows,
      readPage: (after) =>
        askTable((client) => {
          const page = client.from('vault_entries').select('*').order('id').limit(entryRows);
          return after === undefined ? page : page.gt('id', after);
        }, rowsSchema),
    },
    listOf('vault_slots', 'id', slots),
    listOf('vault_manifest', 'part', parts),
  ];
}

/** The lists of sealed records, each with the name that their keys are drawn by, so that the file can be opened by itself. */
export function sealedLists(): Readonly<Record<string, string>> {
  return Object.fromEntries(collections.filter(({ sealed }) => sealed).map(({ name, exportKey }) => [exportKey, name]));
}

/** What is set on this device, by the registry's ids: choices and switches, as text. */
export function settingsList(): ListSource {
  return listOf(deviceSettingsTable.name, deviceSettingsTable.key, deviceSettingRows());
}
