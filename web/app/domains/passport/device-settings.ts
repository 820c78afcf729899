import { succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { settings } from '../settings/registry.ts';
import type { ExportedTable, Row } from './exported-tables.ts';
import type { WriteRows } from './restore-export.ts';

const settingSchema = z.object({ id: z.string(), value: z.string() });

/** A setting of this device, as text. */
type DeviceSetting = { readonly read: () => string; readonly write: (value: string) => void };

function deviceSettings(): ReadonlyMap<string, DeviceSetting> {
  const known = new Map<string, DeviceSetting>();
  for (const { id, control } of settings) {
    if (control.kind === 'choice') known.set(id, control.choice);
    if (control.kind === 'switch')
      known.set(id, { read: () => (control.on.read() ? 'on' : 'off'), write: (value) => control.on.write(value === 'on') });
  }
  return known;
}

/** What is set on this device, sorted by the registry's ids. */
export function deviceSettingRows(): readonly Row[] {
  return [...deviceSettings()].map(([id, { read }]) => ({ id, value: read() })).toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The list of a complete backup that is kept in this browser, and not in the database. */
export const deviceSettingsTable: ExportedTable = {
  name: 'device_settings',
  table: 'device_settings',
  title: 'Settings of this device',
  key: 'id',
  loadSchema: async () => settingSchema,
  pageRows: settings.length + 1,
  readPage: async () => succeed(deviceSettingRows()),
  comesBack: 'rows',
};

/** Sets what differs, on request. What this version does not know counts as kept. */
export const writeDeviceSettings: (rows: readonly Row[], overwrite: boolean) => ReturnType<WriteRows> = async (rows, overwrite) => {
  const known = deviceSettings();
  let overwritten = 0;
  for (const row of rows) {
    const { id, value } = settingSchema.parse(row);
    const setting = known.get(id);
    if (!overwrite || setting === undefined || setting.read() === value) continue;
    setting.write(value);
    if (setting.read() === value) overwritten += 1;
  }
  return succeed({ restored: 0, overwritten, kept: rows.length - overwritten, unlinked: 0 });
};
