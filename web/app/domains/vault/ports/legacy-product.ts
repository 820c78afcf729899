import { defineStoredValue, type StorageMedium } from '../../../lib/stored-values.ts';

/** What a legacy product kept of the vault in this browser: its hash and its masters, which open what they were made for. */
export type LegacyProduct = {
  /** Whether any of it is here. */
  readonly isHere: () => boolean;
  /** Removes it; called only once every row it opens was written again and read back. */
  readonly remove: () => void;
};

const leftover = (key: string, medium: StorageMedium) =>
  defineStoredValue<string>({ key, medium, clearedBy: 'nothing', parse: (text) => text, format: (text) => text });

/** The names of spec §9: the vault's master hash, the saved master, the otp secret; in the session, the master itself. */
const leftovers = [
  leftover('vault_master_hash', 'local'),
  leftover('vault_saved_master', 'local'),
  leftover('vault_otp_secret', 'local'),
  leftover('vault_master_password', 'session'),
];

/** The legacy product's traces in the browser's storage. */
export const legacyProduct: LegacyProduct = {
  isHere: () => leftovers.some((value) => value.read() !== undefined),
  remove: () => {
    for (const value of leftovers) value.clear();
  },
};
