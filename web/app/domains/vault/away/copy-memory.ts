import { type DeviceCopy, parseDeviceCopy } from '@castellan/vault-core/offline/device-copy';
import { openStoredRecords } from '../../../lib/stored-records.ts';
import { storedUserId } from '../../../lib/stored-session.ts';
import { storedCopyChoice } from './copy-choice.ts';

/** What this device keeps to open the vault without its server: slots and times in one record, and the entries' rows, sealed as they are. */
export type CopyMemory = {
  /** Whether the owner allowed a copy on this device; `undefined` where nobody said. */
  readonly choice: () => boolean | undefined;
  /** Told when the owner allows a copy, or ends it. Returns the way to stop. */
  readonly onChoice: (listener: () => void) => () => void;
  readonly read: () => Promise<DeviceCopy | undefined>;
  readonly keep: (copy: DeviceCopy) => Promise<void>;
  readonly rows: () => Promise<readonly unknown[]>;
  /** Puts rows by their ids; those that are not in `all` go. */
  readonly keepRows: (put: readonly { readonly id: string }[], all: readonly string[]) => Promise<void>;
  readonly forget: () => Promise<void>;
};

const onlyRecord = 'copy';

/** The browser's own, in a database that a sign-out deletes. What comes after a sign-out, or is another owner's, is not kept. */
export function browserCopyMemory(): CopyMemory {
  const copies = openStoredRecords('vault-copy', parseDeviceCopy);
  const rows = openStoredRecords('vault-copy-rows', parseRow);
  const dropRows = async (isKept: (id: string) => boolean, put: readonly KeptRow[] = []) => {
    const gone = (await rows.all()).filter(({ id }) => !isKept(id));
    await rows.put(new Map([...gone.map(({ id }) => [id, undefined] as const), ...put.map((row) => [row.id, row] as const)]));
  };
  return {
    choice: storedCopyChoice.read,
    onChoice: storedCopyChoice.subscribe,
    read: async () => (await copies.all()).at(0),
    keep: async (copy) => {
      if (copy.userId === storedUserId()) await copies.change(onlyRecord, () => copy);
    },
    rows: rows.all,
    keepRows: async (put, all) => {
      if (storedUserId() === undefined) return;
      const there = new Set(all);
      await dropRows((id) => there.has(id), put);
    },
    forget: async () => {
      await copies.change(onlyRecord, () => undefined);
      await dropRows(() => false);
    },
  };
}

type KeptRow = { readonly id: string };

function parseRow(value: unknown): KeptRow | undefined {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? { ...value, id: value.id }
    : undefined;
}
